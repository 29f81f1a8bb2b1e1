// Dumps of single files: see file_dump.h.
#include "tools/ldb/file_dump.h"

#include <iostream>

#include "db/tool_access.h"

namespace ROCKSDB_NAMESPACE::tools {

Status DumpTable(Session& session, Env* env, const std::string& path) {
  std::unique_ptr<SstView> view;
  Status s = SstView::Open(env, path, &view);
  if (!s.ok()) return s;
  session.out() << "Process " << path << "\nSst file format: block-based\n";
  const bool key_hex = session.key_hex(), value_hex = session.value_hex();
  s = view->Scan(SstScan(), [&](const SstEntry& e) {
    session.out() << "'" << e.user_key.ToString(key_hex) << "' seq:" << e.sequence
                  << ", type:" << e.type << " => " << e.value.ToString(value_hex) << "\n";
  });
  session.out() << "\nTable Properties:\n" << view->properties().ToString("\n") << "\n";
  return s;
}

Status DumpWholeLog(Session& session, Env* env, const std::string& path) {
  WalDumpOptions how;
  how.header = how.values = true;
  return DumpWal(env, path, how, session.out());
}

Status DumpFile(Session& session, const std::string& path) {
  Status s = session.LoadOptions();
  if (!s.ok()) return s;
  const std::string name = path.substr(path.rfind('/') + 1);
  if (Slice(name).ends_with(".sst")) return DumpTable(session, session.env(), path);
  if (Slice(name).ends_with(".log")) return DumpWholeLog(session, session.env(), path);
  if (Slice(name).starts_with("MANIFEST-")) {
    ManifestDumpOptions how;
    how.hex = session.key_hex();
    return DumpManifest(session.env(), path, how, session.out());
  }
  return Status::NotSupported("--path is none of NUMBER.sst, NUMBER.log and MANIFEST-NUMBER", path);
}

}  // namespace ROCKSDB_NAMESPACE::tools
