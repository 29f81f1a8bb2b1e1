// See the header.
#include "db/report/table_properties_list.h"

#include "db/state/family_view.h"
#include "env/filename.h"

namespace ROCKSDB_NAMESPACE {
namespace {

// Properties of `file`, under its full name.
Status CollectProperties(const FamilyView& view, int level, const FilePtr& file,
                         TablePropertiesCollection* out) {
  std::shared_ptr<const TableProperties> properties;
  // The view holds the super version, so the file cannot go meanwhile.
  Status s = view.parts.tables->Properties(view.config(), *file, level, &properties);
  if (!s.ok()) return s;
  const std::string& directory = view.config().PathOf(file->path_id, view.parts.context.dbname);
  out->emplace(TableFileName(directory, file->number), std::move(properties));
  return s;
}

}  // namespace

Status PropertiesByLevel(DbParts* parts, const FamilyPtr& family,
                         std::vector<std::unique_ptr<TablePropertiesCollection>>* props_by_level) {
  const FamilyView view(parts, family, false);
  props_by_level->clear();
  for (int level = 0; level < view.tree().num_levels(); ++level) {
    auto props = std::make_unique<TablePropertiesCollection>();
    for (const FilePtr& file : view.tree().files(level)) {
      Status s = CollectProperties(view, level, file, props.get());
      if (!s.ok()) return s;
    }
    props_by_level->push_back(std::move(props));
  }
  return Status::OK();
}

Status PropertiesOfAllTables(DbParts* parts, const FamilyPtr& family,
                             TablePropertiesCollection* props) {
  const FamilyView view(parts, family, false);
  for (int level = 0; level < view.tree().num_levels(); ++level) {
    for (const FilePtr& file : view.tree().files(level)) {
      Status s = CollectProperties(view, level, file, props);
      if (!s.ok()) return s;
    }
  }
  return Status::OK();
}

Status PropertiesInRanges(DbParts* parts, const FamilyPtr& family, const Range* ranges, size_t n,
                          TablePropertiesCollection* props) {
  const FamilyView view(parts, family, false);
  for (size_t i = 0; i < n; ++i) {
    for (int level = 0; level < view.tree().num_levels(); ++level) {
      FileList files;
      view.tree().FilesOverlapping(level, UserRange{ranges[i].start, ranges[i].limit, false},
                                   &files);
      for (const FilePtr& file : files) {
        Status s = CollectProperties(view, level, file, props);
        if (!s.ok()) return s;
      }
    }
  }
  return Status::OK();
}

}  // namespace ROCKSDB_NAMESPACE
