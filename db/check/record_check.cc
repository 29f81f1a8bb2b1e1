// The merge over all sources: see record_check.h.
#include "db/check/record_check.h"

#include <algorithm>

namespace ROCKSDB_NAMESPACE {

// Keys are copied: a table's reader may be gone when they are compared.
// One fragment of one source: all its deletions have the same range, so two numbers stand for them.
struct RecordCheck::Stretch {
  std::string start;
  std::string end;
  size_t source;
  uint64_t file;
  SequenceNumber oldest;
  SequenceNumber newest;
};

RecordCheck::RecordCheck(const InternalKeyOrder& order, const TreeCheckOptions& options,
                         Opener open, TreeCheckReport* report)
    : order_(order),
      options_(options),
      open_(std::move(open)),
      report_(report),
      faults_(&report->faults, options.max_faults) {}

RecordCheck::~RecordCheck() = default;

void RecordCheck::AddMemtable(std::unique_ptr<InternalIterator> entries, Tombstones tombstones,
                              SequenceNumber newest) {
  ++report_->memtables;
  const size_t index = sources_.size();
  sources_.push_back(std::make_unique<RecordSource>(order_, index, std::move(entries), newest));
  if (tombstones != nullptr) AddStretches(*tombstones, nullptr, index);
}

void RecordCheck::AddFiles(int level, FileList files) {
  report_->files += files.size();
  sources_.push_back(
      std::make_unique<RecordSource>(order_, sources_.size(), level, std::move(files)));
}

// Readers cut a range deletion at the bounds of its file.
void RecordCheck::AddStretches(const FragmentedRangeTombstones& list, const FileMeta* file,
                               size_t source) {
  report_->range_deletions += list.num_tombstones();
  for (const FragmentedRangeTombstones::Fragment& fragment : list.fragments()) {
    Slice start = fragment.start, end = fragment.end;
    const auto seqs = list.SeqsOf(fragment);
    if (file != nullptr) {
      const bool before = order_.CompareUserKeys(start, file->smallest_user_key()) < 0;
      const bool after = order_.CompareUserKeys(end, file->largest_user_key()) > 0;
      report_->overhanging_range_deletions += before || after;
      if ((before || after) && options_.strict_tombstone_bounds) {
        faults_.Add(TreeFault::kTombstoneBounds, "a range deletion reaches beyond its file",
                    sources_[source]->level(), *file);
      }
      // Only the part within the file is ever applied, so only that part is held against entries.
      if (before) start = file->smallest_user_key();
      if (after) end = file->largest_user_key();
      if (order_.CompareUserKeys(start, end) >= 0) continue;
    }
    stretches_.push_back(Stretch{start.ToString(), end.ToString(), source,
                                 file == nullptr ? 0 : file->number, *(seqs.end() - 1),
                                 *seqs.begin()});
  }
}

void RecordCheck::GatherTombstones() {
  for (const auto& source : sources_) {
    for (const FilePtr& file : source->files()) {
      // Most files: not worth opening twice.
      if (file->stats_known && file->num_range_deletions == 0) continue;
      OpenedFile opened;
      Status s = open_(file, source->level(), &opened);
      if (s.ok() && opened.tombstones != nullptr) {
        AddStretches(*opened.tombstones, file.get(), source->index());
      }
      // A file that does not open is reported when its entries are read.
    }
  }
  std::sort(stretches_.begin(), stretches_.end(), [this](const Stretch& a, const Stretch& b) {
    return order_.CompareUserKeys(a.start, b.start) < 0;
  });
}

void RecordCheck::EnterKey(const Slice& user_key) {
  ++report_->keys;
  key_.assign(user_key.data(), user_key.size());
  have_key_ = true;
  key_faulted_ = false;
  // A sweep: both lists are in key order, so each stretch enters and leaves `active_` once.
  while (next_stretch_ < stretches_.size() &&
         order_.CompareUserKeys(stretches_[next_stretch_].start, user_key) <= 0) {
    active_.push_back(&stretches_[next_stretch_++]);
  }
  std::erase_if(active_,
                [&](const Stretch* s) { return order_.CompareUserKeys(s->end, user_key) <= 0; });
}

void RecordCheck::CheckAgainstTombstones(const RecordSource& source, SequenceNumber sequence) {
  for (const Stretch* stretch : active_) {
    const bool above = stretch->source < source.index();
    // Within one source numbers alone decide, in any order.
    if (stretch->source == source.index()) continue;
    //   above: all its deletions must be newer than the entry    below: all must be older
    if (above ? stretch->oldest > sequence : stretch->newest < sequence) continue;
    key_faulted_ = true;
    const RecordSource& other = *sources_[stretch->source];
    TreeFault fault;
    fault.kind = TreeFault::kTombstoneOrder;
    fault.what = above ? "a range deletion lies above a newer entry"
                       : "a range deletion lies below an older entry";
    fault.level = above ? other.level() : source.level();
    fault.file = above ? stretch->file : source.file_number();
    fault.other_level = above ? source.level() : other.level();
    fault.other_file = above ? source.file_number() : stretch->file;
    fault.key = key_;
    fault.sequence = above ? stretch->oldest : sequence;
    fault.other_sequence = above ? sequence : stretch->newest;
    faults_.Add(std::move(fault));
    return;
  }
}

// `source` holds the older entry, or one just as old, and is asked first.
void RecordCheck::ReportKey(const RecordSource& source, SequenceNumber sequence) {
  key_faulted_ = true;
  TreeFault fault;
  fault.kind = TreeFault::kKeyOrder;
  fault.what = sequence == last_sequence_ ? "two entries of a key have the same sequence number"
                                          : "a newer entry of a key lies below an older one";
  fault.level = source.level();
  fault.file = source.file_number();
  fault.other_level = sources_[last_source_]->level();
  fault.other_file = last_file_;
  fault.key = key_;
  fault.sequence = sequence;
  fault.other_sequence = last_sequence_;
  faults_.Add(std::move(fault));
}

void RecordCheck::CheckEntry(const RecordSource& source) {
  const Slice user_key = UserKeyOf(source.key());
  const SequenceNumber sequence = SequenceOf(source.key());
  ++report_->entries;
  if (!have_key_ || !order_.SameUserKey(user_key, key_)) {
    EnterKey(user_key);
    // Entries of a key come by falling sequence. A reader that stops at the first source with the
    // key is right only if sources come in their order as well.
  } else if (!key_faulted_ && (source.index() < last_source_ || sequence >= last_sequence_)) {
    ReportKey(source, sequence);
  }
  if (!key_faulted_ && !active_.empty()) CheckAgainstTombstones(source, sequence);
  last_sequence_ = sequence;
  last_source_ = source.index();
  last_file_ = source.file_number();
}

void RecordCheck::Run() {
  GatherTombstones();
  std::vector<RecordSource*> heap;
  for (const auto& source : sources_) {
    source->Start(open_, &faults_);
    if (source->valid()) heap.push_back(source.get());
  }
  // std heaps keep the largest on top.
  const auto later = [this](const RecordSource* a, const RecordSource* b) {
    // Equal keys: the newer source first, so that the older one is the one reported.
    const int c = order_.Compare(a->key(), b->key());
    return c != 0 ? c > 0 : a->index() > b->index();
  };
  std::make_heap(heap.begin(), heap.end(), later);
  // A tree with many faults need not be read to its end.
  while (!heap.empty() && !faults_.full()) {
    std::pop_heap(heap.begin(), heap.end(), later);
    RecordSource* top = heap.back();
    CheckEntry(*top);
    top->Next();
    if (top->valid()) {
      std::push_heap(heap.begin(), heap.end(), later);
    } else {
      heap.pop_back();
    }
  }
}

}  // namespace ROCKSDB_NAMESPACE
