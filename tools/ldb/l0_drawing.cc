// Drawing Level 0: see l0_drawing.h.
#include "tools/ldb/l0_drawing.h"

#include <algorithm>
#include <cstdio>

namespace ROCKSDB_NAMESPACE::tools {

namespace {

// Text that grows to the right as needed.
class Row {
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
// one step, and steps share the width evenly.
class Axis {
 public:
  Axis(const L0Snapshot& picture, size_t width) : comparator_(picture.comparator), width_(width) {
    for (const L0File& file : picture.files) {
      points_.push_back(file.smallest);
      points_.push_back(file.largest);
    }
    points_.insert(points_.end(), picture.boundaries.begin(), picture.boundaries.end());
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

// How many files cover each step; also gives each file its row, oldest files at the bottom (row 0).
class Stack {
 public:
  Stack(const L0Snapshot& picture, const Axis& axis)
      : height_(axis.steps(), 0), depth_(axis.steps(), 0) {
    rows_.resize(picture.files.size());
    // Oldest first, each on top of what it covers: the rule by which the engine numbers its runs.
    for (size_t i = picture.files.size(); i-- > 0;) {
      const size_t first = axis.Step(picture.files[i].smallest);
      const size_t last = axis.Step(picture.files[i].largest);
      size_t row = 0;
      for (size_t step = first; step <= last; step++) row = std::max(row, height_[step]);
      for (size_t step = first; step <= last; step++) {
        height_[step] = row + 1;
        depth_[step]++;
      }
      rows_[i] = row;
      row_count_ = std::max(row_count_, row + 1);
    }
  }
  size_t RowOf(size_t file) const { return rows_[file]; }
  size_t row_count() const { return row_count_; }
  const std::vector<size_t>& depth() const { return depth_; }

 private:
  std::vector<size_t> height_;  // by step: rows in use
  std::vector<size_t> depth_;   // by step: files
  std::vector<size_t> rows_;    // by file
  size_t row_count_ = 0;
};

// "[31====]" as wide as the file's range, its number inside where there is room.
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

std::string Label(const std::string& text, const std::string& row) {
  char label[16];
  std::snprintf(label, sizeof(label), "%-8s", text.c_str());
  return label + row + "\n";
}

std::string BoundaryRow(const L0Snapshot& picture, const Axis& axis) {
  Row row;
  row.Put(0, "|0");
  for (size_t i = 0; i < picture.boundaries.size(); i++) {
    row.Put(axis.Column(axis.Step(picture.boundaries[i])), "|" + std::to_string(i + 1));
  }
  return Label("bucket", row.text());
}

std::string FileRows(const L0Snapshot& picture, const Axis& axis, const Stack& stack) {
  std::vector<Row> rows(stack.row_count());
  for (size_t i = 0; i < picture.files.size(); i++) {
    const L0File& file = picture.files[i];
    const size_t from = axis.Column(axis.Step(file.smallest));
    const size_t to = axis.Column(axis.Step(file.largest) + 1);
    rows[stack.RowOf(i)].Put(from, Bar(file, std::max(to, from + 1) - from));
  }
  std::string text;
  for (size_t row = rows.size(); row-- > 0;) {
    text += Label(row + 1 == rows.size() ? "newest" : "", rows[row].text());
  }
  return text;
}

std::string DepthRow(const Axis& axis, const Stack& stack) {
  Row row;
  for (size_t step = 0; step < axis.steps(); step++) {
    const size_t from = axis.Column(step), to = std::max(axis.Column(step + 1), from + 1);
    row.Put(from, std::string(to - from, DepthDigit(stack.depth()[step])));
  }
  return Label("depth", row.text());
}

}  // namespace

size_t DeepestPoint(const L0Snapshot& picture) {
  const Axis axis(picture, 1);
  const Stack stack(picture, axis);
  return stack.depth().empty() ? 0 : *std::max_element(stack.depth().begin(), stack.depth().end());
}

std::string DrawL0(const L0Snapshot& picture, size_t width) {
  if (picture.files.empty()) return "Level 0 is empty\n";
  const Axis axis(picture, width);
  const Stack stack(picture, axis);
  std::string text;
  if (!picture.boundaries.empty()) text += BoundaryRow(picture, axis);
  return text + FileRows(picture, axis, stack) + DepthRow(axis, stack);
}

}  // namespace ROCKSDB_NAMESPACE::tools
