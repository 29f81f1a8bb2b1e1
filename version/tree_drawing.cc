// Trees as text: see tree_drawing.h.
#include "version/tree_drawing.h"

#include <cstdio>
#include <cstdlib>
#include <sstream>

#include "version/tree_check.h"

namespace ROCKSDB_NAMESPACE {

namespace {

constexpr uint64_t kDefaultFileSize = 1 << 20;

// Eats a file's text from left to right.
class FileText {
 public:
  explicit FileText(const std::string& text) : text_(text) {}

  Status Parse(FileMeta* f) {
    if (!Eat('f') || !Number(&f->number) || !Eat('[') || !Bounds(f)) return Bad();
    while (at_ < text_.size()) {
      if (!Attribute(f)) return Bad();
    }
    return Status::OK();
  }

 private:
  Status Bad() const {
    return Status::InvalidArgument("bad file in drawing", text_ + " at " + text_.substr(at_));
  }
  bool Eat(char c) {
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  bool Number(uint64_t* v) {
    char* end = nullptr;
    *v = std::strtoull(text_.c_str() + at_, &end, 10);
    const size_t used = static_cast<size_t>(end - text_.c_str()) - at_;
    at_ += used;
    return used > 0;
  }
  bool Bounds(FileMeta* f) {
    const size_t dash = text_.find('-', at_);
    const size_t close = text_.find_first_of("])", at_);
    if (dash == std::string::npos || close == std::string::npos || dash > close) return false;
    smallest_ = text_.substr(at_, dash - at_);
    largest_ = text_.substr(dash + 1, close - dash - 1);
    exclusive_ = text_[close] == ')';
    at_ = close + 1;
    f->smallest_seqno = f->largest_seqno = 0;
    f->file_size = f->compensated_size = kDefaultFileSize;
    SetBounds(f);
    return true;
  }
  // The smallest key carries the newest number and the largest the oldest: so every bound is a
  // possible internal key, whatever range '@' gives later.
  void SetBounds(FileMeta* f) const {
    f->smallest = MakeInternalKey(smallest_, f->largest_seqno, kTypeValue);
    f->largest = exclusive_ ? MakeExclusiveEnd(largest_)
                            : MakeInternalKey(largest_, f->smallest_seqno, kTypeValue);
  }
  bool Attribute(FileMeta* f) {
    const char c = text_[at_++];
    switch (c) {
      case '@':
        return Sequences(f);
      case ':':
        return Size(f);
      case '#':
        return Number(&f->epoch);
      case '!':
        return f->marked_for_compaction = true;
      case '~':
        if (!Number(&f->oldest_ancestor_time)) return false;
        f->creation_time = f->oldest_ancestor_time;
        return true;
      case '%':
        return Deletions(f);
      default:
        --at_;
        return false;
    }
  }
  bool Sequences(FileMeta* f) {
    if (!Number(&f->smallest_seqno)) return false;
    f->largest_seqno = f->smallest_seqno;
    if (Eat('.') && (!Eat('.') || !Number(&f->largest_seqno))) return false;
    SetBounds(f);
    return true;
  }
  bool Size(FileMeta* f) {
    if (!Number(&f->file_size)) return false;
    if (Eat('K')) f->file_size <<= 10;
    if (Eat('M')) f->file_size <<= 20;
    if (Eat('G')) f->file_size <<= 30;
    f->compensated_size = f->file_size;
    return true;
  }
  bool Deletions(FileMeta* f) {
    f->stats_known = true;
    return Number(&f->num_deletions) && Eat('/') && Number(&f->num_entries);
  }

  const std::string text_;
  size_t at_ = 0;
  std::string smallest_, largest_;
  bool exclusive_ = false;
};

struct Draft {
  std::vector<std::vector<std::shared_ptr<FileMeta>>> levels;
  std::vector<std::string> boundaries;
  std::vector<std::string> job_lines;
};

// Counted down along the list, given ones included, so that the drawing's order is the tree's
// order.
void GiveEpochs(Draft* draft) {
  uint64_t epoch = 1 + draft->levels[0].size();
  for (auto& f : draft->levels[0]) {
    if (f->epoch == 0) f->epoch = epoch;
    --epoch;
  }
  for (size_t level = 1; level < draft->levels.size(); ++level) {
    for (auto& f : draft->levels[level]) {
      if (f->epoch == 0) f->epoch = 1;
    }
  }
}

Status ParseFiles(std::istringstream* words, size_t level, Draft* draft) {
  if (level >= draft->levels.size()) return Status::InvalidArgument("level beyond num_levels");
  std::string word;
  while (*words >> word) {
    if (word == "!") {
      if (draft->levels[level].empty())
        return Status::InvalidArgument("mark before any file", word);
      draft->levels[level].back()->marked_for_compaction = true;
      continue;
    }
    auto f = std::make_shared<FileMeta>();
    Status s = FileText(word).Parse(f.get());
    if (!s.ok()) return s;
    draft->levels[level].push_back(std::move(f));
  }
  return Status::OK();
}

Status ParseLine(const std::string& line, Draft* draft) {
  std::istringstream words(line);
  std::string head, word;
  if (!(words >> head)) return Status::OK();
  if (head == "map:") {
    while (words >> word) draft->boundaries.push_back(word);
    return Status::OK();
  }
  if (head == "running:") {
    draft->job_lines.push_back(line.substr(line.find(':') + 1));
    return Status::OK();
  }
  if (head.size() < 3 || head[0] != 'L' || head.back() != ':') {
    return Status::InvalidArgument("bad line in drawing", line);
  }
  return ParseFiles(&words, static_cast<size_t>(std::atoi(head.c_str() + 1)), draft);
}

void CoverJobRange(const InternalKeyOrder& order, const FileMeta& f, RunningJob* job) {
  UserRange range = job->inputs.size() == 1 ? UserRange::Of(f) : job->range();
  Extend(order, &range, UserRange::Of(f));
  // The range may point into the very strings that are replaced.
  const UserRange copy = range;
  const std::string smallest = copy.smallest.ToString(), largest = copy.largest.ToString();
  job->smallest_user_key = smallest;
  job->largest_user_key = largest;
  job->exclusive_end = copy.exclusive_end;
}

// "7 L0->L1 f5 f3"
Status ParseJob(const TreeVersion& tree, const std::string& text, RunningJob* job) {
  std::istringstream words(text);
  std::string route, word;
  if (!(words >> job->job_id >> route) ||
      std::sscanf(route.c_str(), "L%d->L%d", &job->start_level, &job->output_level) != 2) {
    return Status::InvalidArgument("bad job in drawing", text);
  }
  while (words >> word) {
    const uint64_t number = std::strtoull(word.c_str() + 1, nullptr, 10);
    const FilePtr f = tree.FindFile(number, nullptr);
    if (f == nullptr) return Status::InvalidArgument("job names a file that is not drawn", word);
    job->inputs.push_back(number);
    job->input_bytes += f->file_size;
    CoverJobRange(tree.order(), *f, job);
  }
  return Status::OK();
}

Status MakeTree(const InternalKeyOrder& order, Draft* draft, TreePtr* out) {
  GiveEpochs(draft);
  std::vector<FileList> levels;
  for (auto& level : draft->levels) levels.emplace_back(level.begin(), level.end());
  auto tree = std::make_shared<const TreeVersion>(order, std::move(levels));
  // A test on a drawing that cannot be a tree would prove nothing.
  Status s = CheckTree(*tree);
  if (s.ok()) *out = std::move(tree);
  return s;
}

}  // namespace

Status ParseDrawing(const InternalKeyOrder& order, const std::string& text, int num_levels,
                    Drawing* out) {
  Draft draft;
  draft.levels.resize(static_cast<size_t>(num_levels));
  std::istringstream lines(text);
  std::string line;
  Status s;
  while (s.ok() && std::getline(lines, line)) s = ParseLine(line, &draft);
  if (s.ok()) s = MakeTree(order, &draft, &out->tree);
  out->boundaries = draft.boundaries;
  out->jobs.clear();
  for (const std::string& job_line : draft.job_lines) {
    if (!s.ok()) break;
    s = ParseJob(*out->tree, job_line, &out->jobs.emplace_back());
  }
  return s;
}

std::string DrawFile(const FileMeta& f) {
  std::string s = "f" + std::to_string(f.number) + "[" + f.smallest_user_key().ToString() + "-" +
                  f.largest_user_key().ToString() + (f.ends_exclusive() ? ")" : "]") + "@" +
                  std::to_string(f.smallest_seqno);
  if (f.largest_seqno != f.smallest_seqno) s += ".." + std::to_string(f.largest_seqno);
  return s;
}

std::string DrawNumbers(const FileList& files) {
  std::string s;
  for (const FilePtr& f : files) s += (s.empty() ? "f" : " f") + std::to_string(f->number);
  return s;
}

std::string DrawTree(const TreeVersion& tree) {
  std::string s;
  for (int level = 0; level < tree.num_levels(); ++level) {
    if (tree.files(level).empty()) continue;
    s += "L" + std::to_string(level) + ":";
    for (const FilePtr& f : tree.files(level)) s += " " + DrawFile(*f);
    s += "\n";
  }
  return s;
}

}  // namespace ROCKSDB_NAMESPACE
