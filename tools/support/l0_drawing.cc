// Drawing Level 0: see l0_drawing.h.
#include "tools/support/l0_drawing.h"

#include <algorithm>
#include <cstdio>

namespace ROCKSDB_NAMESPACE::tools {

namespace {

// A line of text that grows to the right.
class Line {
 public:
  void Put(size_t column, const std::string& text) {
    if (text_.size() < column + text.size()) text_.resize(column + text.size(), ' ');
    text_.replace(column, text.size(), text);
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

// Maps keys to columns. The axis shows order, not distance: every distinct file end and boundary is
// a step, and steps are equally wide.
class Axis {
 public:
  Axis(const L0Snapshot& snapshot, size_t width) : comparator_(snapshot.comparator), width_(width) {
    for (const L0File& file : snapshot.files) {
      points_.push_back(file.smallest);
      points_.push_back(file.largest);
    }
    points_.insert(points_.end(), snapshot.boundaries.begin(), snapshot.boundaries.end());
    const auto less = [this](const std::string& a, const std::string& b) {
      return comparator_->Compare(a, b) < 0;
    };
    std::sort(points_.begin(), points_.end(), less);
    const auto equal = [this](const std::string& a, const std::string& b) {
      return comparator_->Compare(a, b) == 0;
    };
    points_.erase(std::unique(points_.begin(), points_.end(), equal), points_.end());
  }

  size_t steps() const { return points_.size(); }
  size_t Step(const std::string& key) const {
    const auto less = [this](const std::string& a, const std::string& b) {
      return comparator_->Compare(a, b) < 0;
    };
    return static_cast<size_t>(std::lower_bound(points_.begin(), points_.end(), key, less) -
                               points_.begin());
  }
  size_t Column(size_t step) const { return points_.empty() ? 0 : step * width_ / points_.size(); }

 private:
  const Comparator* comparator_;
  size_t width_;
  std::vector<std::string> points_;
};

// Counts the files over each step, and stacks files into lines, the oldest at the bottom (line 0).
class Stack {
 public:
  Stack(const L0Snapshot& snapshot, const Axis& axis)
      : height_(axis.steps(), 0), depth_(axis.steps(), 0) {
    lines_.resize(snapshot.files.size());
    // Oldest first, each on top of the files that it overlaps: the engine numbers its runs like
    // this.
    for (size_t i = snapshot.files.size(); i-- > 0;) {
      const size_t first = axis.Step(snapshot.files[i].smallest);
      const size_t last = axis.Step(snapshot.files[i].largest);
      size_t line = 0;
      for (size_t step = first; step <= last; ++step) line = std::max(line, height_[step]);
      for (size_t step = first; step <= last; ++step) {
        height_[step] = line + 1;
        ++depth_[step];
      }
      lines_[i] = line;
      line_count_ = std::max(line_count_, line + 1);
    }
  }
  size_t LineOf(size_t file) const { return lines_[file]; }
  size_t line_count() const { return line_count_; }
  const std::vector<size_t>& depth() const { return depth_; }

 private:
  std::vector<size_t> height_;  // by step: lines in use
  std::vector<size_t> depth_;   // by step: files
  std::vector<size_t> lines_;   // by file
  size_t line_count_ = 0;
};

// "[31====]", as wide as the range of the file, with its number inside if it fits.
std::string Bar(const L0File& file, size_t width) {
  if (width < 3) return std::string(std::max<size_t>(width, 1), file.busy ? '#' : '=');
  const std::string number = std::to_string(file.number);
  std::string body(width - 2, file.busy ? '#' : '=');
  if (number.size() <= body.size()) body.replace(0, number.size(), number);
  return "[" + body + "]";
}

char DepthDigit(size_t depth) {
  if (depth == 0) return ' ';
  return depth < 10   ? static_cast<char>('0' + depth)
         : depth < 36 ? static_cast<char>('a' + depth - 10)
                      : '*';
}

std::string Label(const std::string& text, const std::string& line) {
  char label[16];
  std::snprintf(label, sizeof(label), "%-8s", text.c_str());
  return label + line + "\n";
}

std::string BoundaryLine(const L0Snapshot& snapshot, const Axis& axis) {
  Line line;
  line.Put(0, "|0");
  for (size_t i = 0; i < snapshot.boundaries.size(); ++i) {
    line.Put(axis.Column(axis.Step(snapshot.boundaries[i])), "|" + std::to_string(i + 1));
  }
  return Label("bucket", line.text());
}

std::string FileLines(const L0Snapshot& snapshot, const Axis& axis, const Stack& stack) {
  std::vector<Line> lines(stack.line_count());
  for (size_t i = 0; i < snapshot.files.size(); ++i) {
    const L0File& file = snapshot.files[i];
    const size_t from = axis.Column(axis.Step(file.smallest));
    const size_t to = axis.Column(axis.Step(file.largest) + 1);
    lines[stack.LineOf(i)].Put(from, Bar(file, std::max(to, from + 1) - from));
  }
  std::string text;
  for (size_t line = lines.size(); line-- > 0;) {
    text += Label(line + 1 == lines.size() ? "newest" : "", lines[line].text());
  }
  return text;
}

std::string DepthLine(const Axis& axis, const Stack& stack) {
  Line line;
  for (size_t step = 0; step < axis.steps(); ++step) {
    const size_t from = axis.Column(step), to = std::max(axis.Column(step + 1), from + 1);
    line.Put(from, std::string(to - from, DepthDigit(stack.depth()[step])));
  }
  return Label("depth", line.text());
}

}  // namespace

size_t DeepestPoint(const L0Snapshot& snapshot) {
  const Axis axis(snapshot, 1);
  const Stack stack(snapshot, axis);
  return stack.depth().empty() ? 0 : *std::max_element(stack.depth().begin(), stack.depth().end());
}

std::string DrawL0(const L0Snapshot& snapshot, size_t width) {
  if (snapshot.files.empty()) return "Level 0 is empty\n";
  const Axis axis(snapshot, width);
  const Stack stack(snapshot, axis);
  std::string text;
  if (!snapshot.boundaries.empty()) text += BoundaryLine(snapshot, axis);
  return text + FileLines(snapshot, axis, stack) + DepthLine(axis, stack);
}

}  // namespace ROCKSDB_NAMESPACE::tools
