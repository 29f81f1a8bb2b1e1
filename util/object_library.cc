// What rocksdb/utilities/object_registry.h declares: patterns of names, libraries of makers, and
// registries that ask them.
#include <algorithm>

#include "rocksdb/customizable.h"
#include "rocksdb/env.h"
#include "rocksdb/utilities/object_registry.h"
#include "util/string_util.h"

namespace ROCKSDB_NAMESPACE {

// ---- Patterns ----

bool ObjectLibrary::PatternEntry::Matches(const std::string& target) const {
  for (const std::string& name : names_) {
    if (!StartsWith(target, name)) continue;
    if (target.size() == name.size()) {
      if (optional_ || parts_.empty()) return true;
    } else if (MatchesAfterName(target, name.size())) {
      return true;
    }
  }
  return false;
}

// Each separator must come after the one before it; what lies between must be of its kind.
bool ObjectLibrary::PatternEntry::MatchesAfterName(const std::string& target, size_t at) const {
  for (size_t i = 0; i < parts_.size(); ++i) {
    const auto& [separator, what] = parts_[i];
    if (target.compare(at, separator.size(), separator) != 0) return false;
    at += separator.size();
    size_t end = target.size();
    if (i + 1 < parts_.size()) {
      // The next separator must be found behind at least as many bytes as this part needs.
      const size_t least = what == kAnything || what == kNothing ? 0 : 1;
      end = target.find(parts_[i + 1].first, at + least);
      if (end == std::string::npos) return false;
    }
    const std::string part = target.substr(at, end - at);
    int64_t whole = 0;
    double decimal = 0;
    switch (what) {
      case kAnything:
        break;
      case kSomething:
        if (part.empty()) return false;
        break;
      case kNothing:
        if (!part.empty()) return false;
        break;
      case kInteger:
        if (!ParseInt64(part, &whole).ok()) return false;
        break;
      case kDecimal:
        if (!ParseDouble(part, &decimal).ok()) return false;
        break;
    }
    at = end;
  }
  return at == target.size();
}

// ---- Libraries ----

std::shared_ptr<ObjectLibrary>& ObjectLibrary::Default() {
  static auto* library =
      new std::shared_ptr<ObjectLibrary>(std::make_shared<ObjectLibrary>("default"));
  return *library;
}

void ObjectLibrary::AddEntry(const std::string& type, std::unique_ptr<Entry>&& entry) {
  std::lock_guard<std::mutex> lock(mutex_);
  entries_[type].push_back(std::move(entry));
}

const ObjectLibrary::Entry* ObjectLibrary::FindEntry(const std::string& type,
                                                     const std::string& target) const {
  std::lock_guard<std::mutex> lock(mutex_);
  const auto of_type = entries_.find(type);
  if (of_type == entries_.end()) return nullptr;
  for (const std::unique_ptr<Entry>& entry : of_type->second) {
    if (entry->Matches(target)) return entry.get();
  }
  return nullptr;
}

size_t ObjectLibrary::GetFactoryCount(size_t* num_types) const {
  std::lock_guard<std::mutex> lock(mutex_);
  *num_types = entries_.size();
  size_t count = 0;
  for (const auto& [type, entries] : entries_) count += entries.size();
  return count;
}

size_t ObjectLibrary::GetFactoryCount(const std::string& type) const {
  std::lock_guard<std::mutex> lock(mutex_);
  const auto of_type = entries_.find(type);
  return of_type == entries_.end() ? 0 : of_type->second.size();
}

void ObjectLibrary::GetFactoryNames(const std::string& type,
                                    std::vector<std::string>* names) const {
  std::lock_guard<std::mutex> lock(mutex_);
  const auto of_type = entries_.find(type);
  if (of_type == entries_.end()) return;
  for (const std::unique_ptr<Entry>& entry : of_type->second) names->push_back(entry->Name());
}

void ObjectLibrary::GetFactoryTypes(std::unordered_set<std::string>* types) const {
  std::lock_guard<std::mutex> lock(mutex_);
  for (const auto& [type, entries] : entries_) types->insert(type);
}

void ObjectLibrary::Dump(Logger* logger) const {
  std::lock_guard<std::mutex> lock(mutex_);
  for (const auto& [type, entries] : entries_) {
    std::string names;
    for (const std::unique_ptr<Entry>& entry : entries) {
      names += (names.empty() ? " " : ", ") + std::string(entry->Name());
    }
    Header(logger, "    Registered factories for type[%s]:%s", type.c_str(), names.c_str());
  }
}

// ---- Registries ----

std::shared_ptr<ObjectRegistry> ObjectRegistry::Default() {
  static auto* registry = new std::shared_ptr<ObjectRegistry>(
      std::make_shared<ObjectRegistry>(ObjectLibrary::Default()));
  return *registry;
}

void ObjectRegistry::AddLibrary(const std::shared_ptr<ObjectLibrary>& library) {
  std::lock_guard<std::mutex> lock(mutex_);
  libraries_.push_back(library);
}

int ObjectRegistry::RegisterPlugin(const std::string& name, const RegistrarFunc& func) {
  if (name.empty() || func == nullptr) return -1;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    plugins_.push_back(name);
  }
  return AddLibrary(name)->Register(func, name);
}

std::vector<std::shared_ptr<ObjectLibrary>> ObjectRegistry::Libraries() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return std::vector<std::shared_ptr<ObjectLibrary>>(libraries_.rbegin(), libraries_.rend());
}

Status ObjectRegistry::SetManaged(const std::string& type, const std::string& id,
                                  const std::shared_ptr<Customizable>& object) {
  std::shared_ptr<Customizable> known;
  if (parent_ != nullptr) known = parent_->GetManaged(type, id);
  std::lock_guard<std::mutex> lock(mutex_);
  std::weak_ptr<Customizable>& slot = managed_[{type, id}];
  if (known == nullptr) known = slot.lock();
  if (known != nullptr && known != object) {
    return Status::InvalidArgument("Object already exists", id);
  }
  slot = object;
  return Status::OK();
}

std::shared_ptr<Customizable> ObjectRegistry::FirstManaged(
    const std::string& type, const std::string& id, const std::shared_ptr<Customizable>& made) {
  const std::string own_id = made->GetId();
  std::lock_guard<std::mutex> lock(mutex_);
  std::weak_ptr<Customizable>& slot = managed_[{type, id}];
  if (std::shared_ptr<Customizable> known = slot.lock(); known != nullptr) return known;
  slot = made;
  // The name of the class stands for no single object, except where it was asked for.
  if (own_id != id && own_id != made->Name()) {
    std::weak_ptr<Customizable>& own_slot = managed_[{type, own_id}];
    if (own_slot.expired()) own_slot = made;
  }
  return made;
}

std::shared_ptr<Customizable> ObjectRegistry::GetManaged(const std::string& type,
                                                         const std::string& id) const {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    const auto found = managed_.find({type, id});
    if (found != managed_.end()) return found->second.lock();
  }
  return parent_ == nullptr ? nullptr : parent_->GetManaged(type, id);
}

void ObjectRegistry::ListManaged(const std::string& type, const std::string& name,
                                 std::vector<std::shared_ptr<Customizable>>* results) const {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    for (const auto& [key, weak] : managed_) {
      std::shared_ptr<Customizable> object = key.first == type ? weak.lock() : nullptr;
      // One that is known by two ids is listed once.
      const bool wanted = object != nullptr && (name.empty() || object->IsInstanceOf(name)) &&
                          std::find(results->begin(), results->end(), object) == results->end();
      if (wanted) {
        results->push_back(std::move(object));
      }
    }
  }
  if (parent_ != nullptr) parent_->ListManaged(type, name, results);
}

size_t ObjectRegistry::GetFactoryCount(const std::string& type) const {
  size_t count = parent_ == nullptr ? 0 : parent_->GetFactoryCount(type);
  for (const std::shared_ptr<ObjectLibrary>& library : Libraries()) {
    count += library->GetFactoryCount(type);
  }
  return count;
}

void ObjectRegistry::GetFactoryNames(const std::string& type,
                                     std::vector<std::string>* names) const {
  if (parent_ != nullptr) parent_->GetFactoryNames(type, names);
  for (const std::shared_ptr<ObjectLibrary>& library : Libraries()) {
    library->GetFactoryNames(type, names);
  }
}

void ObjectRegistry::GetFactoryTypes(std::unordered_set<std::string>* types) const {
  if (parent_ != nullptr) parent_->GetFactoryTypes(types);
  for (const std::shared_ptr<ObjectLibrary>& library : Libraries()) library->GetFactoryTypes(types);
}

void ObjectRegistry::Dump(Logger* logger) const {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    std::string names;
    for (const std::string& plugin : plugins_) names += (names.empty() ? " " : ", ") + plugin;
    if (!names.empty()) Header(logger, "    Registered plugins:%s", names.c_str());
  }
  for (const std::shared_ptr<ObjectLibrary>& library : Libraries()) {
    Header(logger, "    Registered library: %s", library->GetID().c_str());
    library->Dump(logger);
  }
  if (parent_ != nullptr) parent_->Dump(logger);
}

}  // namespace ROCKSDB_NAMESPACE
