// Tests that are text: a file holds what goes in and what must come out, and the test program works
// out what does come out.
//
//     # A line that begins with # is a comment.
//     test L0Picker.TakesTheBucketWithMostFilesFirst
//     L0: f9[a-c]@9 f8[m-p]@8 f7[m-q]@7
//     map: g
//     pick
//     ----
//     bucket 1: f8 f7
//
//     set trigger=3
//     pick
//     ----
//     none
//
// "test SUITE.NAME" begins a case, which is one GoogleTest test of that name. A case is made of
// blocks: lines in, "----", lines out up to an empty line. One scene answers all blocks of a case,
// one after another, so what a block sets holds in the next.
//
// A case whose output differs fails with a diff. `PROGRAM --gtest_filter=... --rewrite` writes what
// came out into the file of the source tree instead; read the diff before you commit it.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace test_support {

class TextScene {
 public:
  virtual ~TextScene() = default;
  // What comes out of the lines of one block, each line with its line feed.
  virtual std::string Run(const std::vector<std::string>& lines) = 0;
};

using MakeScene = std::function<std::unique_ptr<TextScene>()>;

// Registers a test for each case of `path` (from the root of the source tree) and returns how many.
// A file without a case, or one that cannot be read, becomes one test that fails.
// REQUIRES: called before the tests run, from an initializer of the file that owns the scene.
size_t RegisterTextCases(const std::string& path, const MakeScene& make_scene);

// Lines of `expected` that are missing begin with -, lines that are new with +.
std::string DiffOfLines(const std::string& expected, const std::string& actual);

// Called by main() for --rewrite.
void RewriteTextCases();

}  // namespace test_support
