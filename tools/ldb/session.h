// One run of ldb on one database: the arguments, the options that they set, and the open database.
// It is the only argument of a command. Reading commands open read-only and change no file.
#pragma once

#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

#include "rocksdb/db.h"
#include "tools/support/arguments.h"
#include "tools/support/read_meter.h"

namespace ROCKSDB_NAMESPACE::tools {

class Session {
 public:
  enum class Access { kRead, kWrite };

  Session(Arguments arguments, std::ostream& out, std::ostream& err);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  const Arguments& arguments() const { return arguments_; }
  // The command's own words, without its name.
  const std::vector<std::string>& words() const { return words_; }
  std::ostream& out() { return out_; }
  std::ostream& err() { return err_; }
  // Prints OK if `s` is OK; returns `s`.
  [[nodiscard]] Status SayOk(Status s);
  std::string path() const { return arguments_.Text("db"); }
  const Options& options() const { return options_; }
  // Column families as the OPTIONS file describes them.
  const std::vector<ColumnFamilyDescriptor>& described() const { return loaded_; }

  // Sets options from the OPTIONS file (unless --try_load_options=false) and from the flags. Open()
  // calls it.
  [[nodiscard]] Status LoadOptions();
  // Opens every column family, and finds the one that --column_family names.
  [[nodiscard]] Status Open(Access access);
  [[nodiscard]] Status Close();

  // Counts what the database and a repair read, for a line of progress. REQUIRES: before
  // LoadOptions() and Open().
  void MeterReads();
  // REQUIRES: MeterReads() was called. Thread-safe.
  uint64_t bytes_read() const { return meter_->bytes(); }

  // REQUIRES: Open() returned OK.
  DB* db() { return db_.get(); }
  ColumnFamilyHandle* family() { return family_; }
  const std::vector<ColumnFamilyHandle*>& families() const { return handles_; }

  // Convert keys and values of the command line: hex with --hex, --key_hex or --value_hex.
  [[nodiscard]] Status ReadKey(const std::string& text, std::string* key) const;
  [[nodiscard]] Status ReadValue(const std::string& text, std::string* value) const;
  std::string ShowKey(const Slice& key) const;
  std::string ShowValue(const Slice& value) const;
  bool key_hex() const { return arguments_.On("hex") || arguments_.On("key_hex"); }
  bool value_hex() const { return arguments_.On("hex") || arguments_.On("value_hex"); }

 private:
  [[nodiscard]] Status ApplyFlags(Options* options) const;
  [[nodiscard]] Status ApplyTableFlags(Options* options) const;
  [[nodiscard]] Status Families(std::vector<ColumnFamilyDescriptor>* families);

  const Arguments arguments_;
  std::vector<std::string> words_;
  std::ostream& out_;
  std::ostream& err_;
  Options options_;
  std::vector<ColumnFamilyDescriptor> loaded_;  // from the OPTIONS file
  // Null unless reads are counted.
  std::shared_ptr<ReadMeter> meter_;
  std::unique_ptr<Env> metered_env_;
  std::unique_ptr<DB> db_;
  std::vector<ColumnFamilyHandle*> handles_;
  // One of handles_; null until Open() found it.
  ColumnFamilyHandle* family_ = nullptr;
};

}  // namespace ROCKSDB_NAMESPACE::tools
