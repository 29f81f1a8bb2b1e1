// Shared by the tests of trees: trees drawn as text, files made by hand, and scenes that answer
// questions about a drawing. Included by tests only.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "test/support/status_assertions.h"
#include "test/support/text_cases.h"
#include "version/tree_builder.h"
#include "version/tree_drawing.h"

namespace ROCKSDB_NAMESPACE {

inline const InternalKeyOrder kOrder(BytewiseComparator());
inline const InternalKeyOrder kReverse(ReverseBytewiseComparator());
inline const InternalKeyOrder kStamped(BytewiseComparatorWithU64Ts());

inline Drawing Draw(const std::string& text, const InternalKeyOrder& order = kOrder,
                    int num_levels = 7) {
  Drawing d;
  EXPECT_OK(ParseDrawing(order, text, num_levels, &d)) << text;
  return d;
}
inline TreePtr Tree(const std::string& text, const InternalKeyOrder& order = kOrder) {
  return Draw(text, order).tree;
}

inline void ApplyEdit(const InternalKeyOrder& order, const VersionEdit& edit, int num_levels,
                      TreePtr* tree) {
  TreeBuilder builder(order, *tree, num_levels);
  ASSERT_OK(builder.Apply(edit));
  ASSERT_OK(builder.Build(tree));
}

// A file from `a` to `b` that knows sequence numbers from `low` to `high`.
inline std::shared_ptr<FileMeta> File(uint64_t number, const std::string& a, const std::string& b,
                                      SequenceNumber low, SequenceNumber high, uint64_t epoch) {
  auto f = std::make_shared<FileMeta>();
  f->number = number;
  f->smallest = MakeInternalKey(a, high, kTypeValue);
  f->largest = MakeInternalKey(b, low, kTypeValue);
  f->smallest_seqno = low;
  f->largest_seqno = high;
  f->epoch = epoch;
  f->file_size = 1000;
  return f;
}

// A scene of test/support/text_cases.h whose lines are
//   a drawing        as version/tree_drawing.h reads it; a drawing line after any other line begins
//                    a new drawing and keeps the settings
//   exclusive N      running job N of the drawing is exclusive
//   set A=B ...      settings, which Set() of the scene takes
//   order reverse    the comparator; before the drawing
//   anything else    a question, which Ask() of the scene answers
class DrawnScene : public test_support::TextScene {
 public:
  using Words = std::vector<std::string>;

  std::string Run(const Words& lines) override {
    std::string out;
    for (const std::string& line : lines) {
      const Words words = Split(line);
      if (IsDrawing(words[0])) {
        AddToDrawing(line);
        continue;
      }
      drawing_ = false;
      if (words[0] == "set") {
        for (size_t i = 1; i < words.size(); ++i) {
          const size_t equals = words[i].find('=');
          Set(words[i].substr(0, equals), words[i].substr(equals + 1));
        }
      } else if (words[0] == "exclusive") {
        exclusive_.insert(std::stoull(words.at(1)));
      } else if (words[0] == "order") {
        order_ = words.at(1) == "reverse" ? &kReverse : &kOrder;
      } else {
        out += Ask(words) + "\n";
      }
    }
    return out;
  }

 protected:
  virtual void Set(const std::string& name, const std::string& value) = 0;
  // The answer, without its last line feed.
  virtual std::string Ask(const Words& words) = 0;

  const InternalKeyOrder& order() const { return *order_; }
  // What was drawn last.
  Drawing Drawn(int num_levels = 7) const {
    Drawing drawing = Draw(text_, order(), num_levels);
    for (RunningJob& job : drawing.jobs) job.exclusive = exclusive_.count(job.job_id) > 0;
    return drawing;
  }

 private:
  static Words Split(const std::string& line) {
    std::istringstream in(line);
    Words words;
    for (std::string word; in >> word;) words.push_back(word);
    return words;
  }
  static bool IsDrawing(const std::string& word) {
    return word == "map:" || word == "running:" || (word[0] == 'L' && word.back() == ':');
  }
  void AddToDrawing(const std::string& line) {
    if (!drawing_) {
      text_.clear();
      exclusive_.clear();
    }
    drawing_ = true;
    text_ += line + "\n";
  }

  const InternalKeyOrder* order_ = &kOrder;
  std::string text_;
  bool drawing_ = false;
  std::set<uint64_t> exclusive_;
};

}  // namespace ROCKSDB_NAMESPACE
