// See text_cases.h. The lines of a file stay as they are, comments included; only the lines after
// "----" are ever replaced.
#include "test/support/text_cases.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <optional>
#include <sstream>

namespace test_support {
namespace {

bool rewrite = false;

// Indexes into the lines of the file.
struct Block {
  size_t begin = 0;      // the first line in
  size_t out_begin = 0;  // the first line out
  size_t out_end = 0;    // behind the last
  std::optional<std::string> rewritten;
};

struct Case {
  std::string suite, name;
  size_t line = 0;  // its title
  std::vector<Block> blocks;
};

struct CaseFile {
  std::string path;
  std::vector<std::string> lines;
  std::vector<Case> cases;
  std::string fault;  // why it cannot be used; empty: it can
};

bool IsComment(const std::string& line) { return !line.empty() && line[0] == '#'; }

std::string Joined(const std::vector<std::string>& lines, size_t begin, size_t end) {
  std::string text;
  for (size_t i = begin; i < end; ++i) text += lines[i] + "\n";
  return text;
}

bool ParseTitle(const std::string& line, Case* out) {
  const size_t dot = line.find('.');
  if (line.compare(0, 5, "test ") != 0 || dot == std::string::npos) return false;
  out->suite = line.substr(5, dot - 5);
  out->name = line.substr(dot + 1);
  return !out->suite.empty() && !out->name.empty();
}

void Parse(CaseFile* file) {
  const std::vector<std::string>& lines = file->lines;
  for (size_t i = 0; i < lines.size();) {
    Case title;
    if (lines[i].empty() || IsComment(lines[i])) {
      ++i;
    } else if (ParseTitle(lines[i], &title)) {
      title.line = i++;
      file->cases.push_back(title);
    } else if (file->cases.empty()) {
      file->fault = "line " + std::to_string(i + 1) + " comes before any \"test SUITE.NAME\"";
      return;
    } else {
      Block block;
      block.begin = i;
      while (i < lines.size() && lines[i] != "----" && !lines[i].empty()) ++i;
      if (i == lines.size() || lines[i].empty()) {
        file->fault = "the block at line " + std::to_string(block.begin + 1) + " has no \"----\"";
        return;
      }
      block.out_begin = ++i;
      while (i < lines.size() && !lines[i].empty()) ++i;
      block.out_end = i;
      file->cases.back().blocks.push_back(block);
    }
  }
  if (file->cases.empty()) file->fault = "there is no case in it";
}

std::shared_ptr<CaseFile> Load(const std::string& path) {
  auto file = std::make_shared<CaseFile>();
  file->path = std::string(BUCKETLSM_SOURCE_ROOT) + "/" + path;
  std::ifstream in(file->path);
  for (std::string line; std::getline(in, line);) file->lines.push_back(line);
  if (file->lines.empty()) {
    file->fault = "it cannot be read";
  } else {
    Parse(file.get());
  }
  return file;
}

void Write(const CaseFile& file) {
  std::string text;
  size_t done = 0;
  for (const Case& c : file.cases) {
    for (const Block& block : c.blocks) {
      if (!block.rewritten) continue;
      text += Joined(file.lines, done, block.out_begin) + *block.rewritten;
      done = block.out_end;
    }
  }
  text += Joined(file.lines, done, file.lines.size());
  std::ofstream(file.path, std::ios::trunc) << text;
}

// One case as a GoogleTest test.
class TextCase : public testing::Test {
 public:
  TextCase(std::shared_ptr<CaseFile> file, size_t index, MakeScene make_scene)
      : file_(std::move(file)), index_(index), make_scene_(std::move(make_scene)) {}

  void TestBody() override {
    if (!file_->fault.empty()) FAIL() << file_->path << ": " << file_->fault;
    const std::unique_ptr<TextScene> scene = make_scene_();
    for (Block& block : file_->cases[index_].blocks) RunBlock(&block, scene.get());
    if (rewrite) Write(*file_);
  }

 private:
  void RunBlock(Block* block, TextScene* scene) {
    std::vector<std::string> in;
    for (size_t i = block->begin; i + 1 < block->out_begin; ++i) {
      if (!IsComment(file_->lines[i])) in.push_back(file_->lines[i]);
    }
    const std::string actual = scene->Run(in);
    const std::string expected = Joined(file_->lines, block->out_begin, block->out_end);
    if (actual == expected) return;
    if (rewrite) {
      block->rewritten = actual;
    } else {
      ADD_FAILURE_AT(file_->path.c_str(), static_cast<int>(block->out_begin + 1))
          << Joined(file_->lines, block->begin, block->out_begin) << DiffOfLines(expected, actual);
    }
  }

  const std::shared_ptr<CaseFile> file_;
  const size_t index_;
  const MakeScene make_scene_;
};

void Register(const std::shared_ptr<CaseFile>& file, size_t index, const std::string& suite,
              const std::string& name, size_t line, const MakeScene& make_scene) {
  // As testing::Test, so that a suite may hold cases of a file beside tests in code.
  testing::RegisterTest(suite.c_str(), name.c_str(), nullptr, nullptr, file->path.c_str(),
                        static_cast<int>(line),
                        [=]() -> testing::Test* { return new TextCase(file, index, make_scene); });
}

}  // namespace

size_t RegisterTextCases(const std::string& path, const MakeScene& make_scene) {
  const std::shared_ptr<CaseFile> file = Load(path);
  if (!file->fault.empty()) {
    Register(file, 0, "TextCases", "AFileCannotBeUsed", 1, make_scene);
    return 1;
  }
  for (size_t i = 0; i < file->cases.size(); ++i) {
    const Case& c = file->cases[i];
    Register(file, i, c.suite, c.name, c.line + 1, make_scene);
  }
  return file->cases.size();
}

std::string DiffOfLines(const std::string& expected, const std::string& actual) {
  const auto split = [](const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
  };
  const std::vector<std::string> a = split(expected), b = split(actual);
  // same[i][j]: the length of the longest common subsequence of a from i and b from j.
  std::vector<std::vector<size_t>> same(a.size() + 1, std::vector<size_t>(b.size() + 1, 0));
  for (size_t i = a.size(); i-- > 0;) {
    for (size_t j = b.size(); j-- > 0;) {
      same[i][j] = a[i] == b[j] ? same[i + 1][j + 1] + 1 : std::max(same[i + 1][j], same[i][j + 1]);
    }
  }
  std::string diff;
  for (size_t i = 0, j = 0; i < a.size() || j < b.size();) {
    if (i < a.size() && j < b.size() && a[i] == b[j]) {
      diff += "  " + a[i] + "\n";
      ++i;
      ++j;
    } else if (j == b.size() || (i < a.size() && same[i + 1][j] >= same[i][j + 1])) {
      diff += "- " + a[i++] + "\n";
    } else {
      diff += "+ " + b[j++] + "\n";
    }
  }
  return diff;
}

void RewriteTextCases() { rewrite = true; }

}  // namespace test_support
