// Makers of named objects (table factories, filters, comparators ...) for option text. Hooks
// register the makers; the option parser and every T::CreateFromString() ask here. The registry
// itself must never know a concrete class or an option table.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "options/option_text.h"
#include "rocksdb/convenience.h"
#include "rocksdb/customizable.h"
#include "rocksdb/status.h"
#include "rocksdb/utilities/object_registry.h"
#include "util/mutex.h"

namespace ROCKSDB_NAMESPACE {

// An object that option text names: "fixed:8" has id "fixed:8";
// "{id=BlockBasedTable;block_size=4K}" has id "BlockBasedTable" and one property.
struct ObjectRequest {
  const ConfigOptions& config;
  // The original text, from which id and properties come.
  const std::string& text;
  std::string id;
  OptionMap properties;
};

// All makers of objects of one base class. Thread-safe.
template <class T>
class ObjectMakers {
 public:
  using Maker = std::function<Status(const ObjectRequest&, std::shared_ptr<T>*)>;

  static ObjectMakers& Get() {
    static ObjectMakers makers;
    return makers;
  }

  // A later registration of the same pattern wins.
  void Add(const std::string& pattern, Maker maker) {
    MutexLock lock(&mutex_);
    makers_.emplace_back(pattern, std::move(maker));
  }

  // An empty function when nothing matches.
  Maker Find(const std::string& id) const {
    MutexLock lock(&mutex_);
    for (auto it = makers_.rbegin(); it != makers_.rend(); ++it) {
      if (Matches(it->first, id)) {
        return it->second;
      }
    }
    return {};
  }

 private:
  static bool Matches(const std::string& pattern, const std::string& id) {
    if (!pattern.empty() && pattern.back() == '*') {
      return id.compare(0, pattern.size() - 1, pattern, 0, pattern.size() - 1) == 0;
    }
    return pattern == id;
  }

  // Held only for the list, never while a maker runs, because a maker may make other objects.
  mutable Mutex mutex_;
  std::vector<std::pair<std::string, Maker>> makers_ GUARDED_BY(mutex_);
};

// Registers `maker` for ids equal to `pattern`, or beginning with it if it ends in '*'.
//   RegisterFactory<TableFactory>("BlockBasedTable", [](const ObjectRequest& r, auto* out) {...});
// The hooks below call it, so that the order of static initializers does not matter.
template <class T>
void RegisterFactory(const std::string& pattern, typename ObjectMakers<T>::Maker maker) {
  ObjectMakers<T>::Get().Add(pattern, std::move(maker));
}

// The hooks. EnsureObjectsRegistered calls each of them once, before the first look-up.
// The objects whose classes lower floors define: builtin_objects.cc.
void RegisterBuiltinObjects();
// Collectors of table properties: deletion_collectors.cc.
void RegisterCollectors();
// FlushBlockPolicyFactory. The table floor defines the hook; a program that does not link the floor
// has no such hook, because the registry refers to it weakly.
void RegisterTableObjects();

// Runs the hooks if no thread has run them yet.
void EnsureObjectsRegistered();

// Splits option text into id and properties; `text` may be a bare id.
[[nodiscard]] Status ParseObjectRequest(const std::string& text, std::string* id,
                                        OptionMap* properties);

// Asks the application's makers (rocksdb/utilities/object_registry.h): those of the registry that
// the options name, or of the default one. `kStaysForEver`: the options hold the object by a plain
// pointer, so its maker must not give it an owner.
template <class T, bool kStaysForEver>
[[nodiscard]] Status MakeRegistered(const ObjectRequest& request, std::shared_ptr<T>* result) {
  ObjectRegistry* registry = request.config.registry != nullptr ? request.config.registry.get()
                                                                : ObjectRegistry::Default().get();
  std::shared_ptr<T> made;
  Status s;
  if constexpr (kStaysForEver) {
    T* object = nullptr;
    s = registry->NewStaticObject<T>(request.id, &object);
    made = std::shared_ptr<T>(std::shared_ptr<T>(), object);
  } else {
    s = registry->NewSharedObject<T>(request.id, &made);
  }
  if (s.IsNotSupported()) {
    return Status::NotSupported("No object of that name can be made", request.id);
  }
  if (s.ok()) {
    s = Customizable::ConfigureNewObject(request.config, made.get(), request.properties);
  }
  if (s.ok()) {
    *result = std::move(made);
  }
  return s;
}

// Adds what a request without an id leaves out: the id of the present object, and the properties
// of that which it does not name.
void CompleteRequest(const Customizable& present, ObjectRequest* request);

// Makes the object that `text` names. "" and "nullptr" give null. Properties alone are for the
// `present` object's successor, and as in stock for nobody if that is null. NotSupported, naming
// the id, if no maker matches it. `kStaysForEver`: see MakeRegistered.
template <class T, bool kStaysForEver = false>
[[nodiscard]] Status MakeObject(const ConfigOptions& config, const std::string& text,
                                std::shared_ptr<T>* result, const T* present = nullptr) {
  EnsureObjectsRegistered();
  ObjectRequest request{config, text, {}, {}};
  if (Status s = ParseObjectRequest(text, &request.id, &request.properties); !s.ok()) {
    return s;
  }
  if (request.id.empty() && !request.properties.empty() && present != nullptr) {
    CompleteRequest(*present, &request);
  }
  if (request.id.empty() || request.id == "nullptr") {
    result->reset();
    return Status::OK();
  }
  Status made = Status::NotSupported();
  if (auto maker = ObjectMakers<T>::Get().Find(request.id)) {
    made = maker(request, result);
  }
  // Makers for all names know none of the application's objects.
  return made.IsNotSupported() || made.IsNotFound()
             ? MakeRegistered<T, kStaysForEver>(request, result)
             : made;
}

}  // namespace ROCKSDB_NAMESPACE
