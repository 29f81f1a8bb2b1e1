// One run of ldb on one database: the arguments, the options that they set, and the open database.
// It is the only argument of a command. Reading commands open read-only and change no file.
#pragma once

#include <functional>
#include <iosfwd>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "rocksdb/db.h"
#include "rocksdb/utilities/db_ttl.h"
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

  // Sets options from the OPTIONS file (unless --try_load_options=false) and from the flags, once:
  // an OPTIONS file that this session wrote holds what Change() made of them. Open() calls it.
  [[nodiscard]] Status LoadOptions();
  // Both change the options of the database and of the family that --column_family names, after the
  // flags; the next Open() does so. What the command's own work needs leaves the OPTIONS file as it
  // was, however the command ends; a change of the database is written there. REQUIRES: nothing is
  // open.
  void AdjustForWork(std::function<void(Options*)> adjust) {
    adjust_ = std::move(adjust);
    for_work_ = true;
  }
  void Change(std::function<void(Options*)> change) {
    adjust_ = std::move(change);
    for_work_ = false;
  }
  // Opens every column family, and finds the one that --column_family names. With --ttl the
  // database is a DBWithTTL of one family.
  [[nodiscard]] Status Open(Access access);
  [[nodiscard]] Status Close();

  // Counts what the database and a repair read, for a line of progress; not in an environment of
  // --env_uri or --fs_uri. REQUIRES: before LoadOptions() and Open().
  void MeterReads();
  // 0 while nothing is counted. Thread-safe.
  uint64_t bytes_read() const { return meter_ == nullptr ? 0 : meter_->bytes(); }

  // REQUIRES: Open() returned OK.
  DB* db() { return db_.get(); }
  // The database under --ttl, whose values carry their times; db() without --ttl.
  DB* stored() { return ttl_ != nullptr ? ttl_->GetBaseDB() : db_.get(); }
  bool ttl() const { return arguments_.On("ttl"); }
  // --env_uri and --fs_uri choose it, once. For commands that open no database; LoadOptions()
  // calls it.
  [[nodiscard]] Status ChooseEnv();
  // REQUIRES: ChooseEnv() returned OK.
  Env* env() const { return options_.env; }
  ColumnFamilyHandle* family() { return family_; }
  const std::vector<ColumnFamilyHandle*>& families() const { return handles_; }

  // Convert keys and values of the command line: hex with --hex, --key_hex or --value_hex.
  [[nodiscard]] Status ReadKey(const std::string& text, std::string* key) const;
  // All words of the command as keys; InvalidArgument when there is none.
  [[nodiscard]] Status ReadKeys(std::vector<std::string>* keys) const;
  [[nodiscard]] Status ReadValue(const std::string& text, std::string* value) const;
  std::string ShowKey(const Slice& key) const;
  std::string ShowValue(const Slice& value) const;
  // Of an entity all columns: "name:value name:value".
  std::string ShowEntry(const Slice& value, const WideColumns& columns) const;
  bool key_hex() const { return arguments_.On("hex") || arguments_.On("key_hex"); }
  bool value_hex() const { return arguments_.On("hex") || arguments_.On("value_hex"); }

 private:
  // A checkpoint, a restored backup or a copy has its logs beside its tables, whatever its OPTIONS
  // file says of the original.
  void LeaveMissingWalDir();
  [[nodiscard]] Status ApplyFlags(Options* options) const;
  [[nodiscard]] Status ApplyTableFlags(Options* options) const;
  std::string wanted_family() const {
    return arguments_.Text("column_family", kDefaultColumnFamilyName);
  }
  [[nodiscard]] Status Families(std::vector<ColumnFamilyDescriptor>* families);
  [[nodiscard]] Status OpenFamilies(const std::vector<ColumnFamilyDescriptor>& families,
                                    Access access);
  // OpenFamilies() that leaves the OPTIONS file as AdjustForWork() promises.
  [[nodiscard]] Status OpenAdjusted(const std::vector<ColumnFamilyDescriptor>& families,
                                    Access access);
  // The newest OPTIONS file's name; "": there is none.
  [[nodiscard]] Status NewestOptions(std::string* name) const;
  // Deletes the OPTIONS file that an opening wrote, if it did: `before` is then the newest again.
  [[nodiscard]] Status TakeBackOptions(const std::string& before) const;

  const Arguments arguments_;
  std::vector<std::string> words_;
  std::ostream& out_;
  std::ostream& err_;
  bool options_loaded_ = false;
  Options options_;
  std::vector<ColumnFamilyDescriptor> loaded_;  // from the OPTIONS file
  std::function<void(Options*)> adjust_;        // may be null
  bool for_work_ = false;                       // adjust_ is not for the OPTIONS file
  // Null unless --env_uri or --fs_uri is given.
  std::shared_ptr<Env> env_owner_;
  // Null unless reads are counted.
  std::shared_ptr<ReadMeter> meter_;
  std::unique_ptr<Env> metered_env_;
  std::unique_ptr<DB> db_;
  // db_ if --ttl is given, else null.
  DBWithTTL* ttl_ = nullptr;
  std::vector<ColumnFamilyHandle*> handles_;
  // One of handles_; null until Open() found it.
  ColumnFamilyHandle* family_ = nullptr;
};

}  // namespace ROCKSDB_NAMESPACE::tools
