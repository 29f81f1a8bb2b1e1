// The application's own makers of named objects: table factories, filter policies, merge operators
// and so on, for option text that names them. ObjectLibrary holds makers; ObjectRegistry asks
// libraries in turn.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "rocksdb/status.h"

namespace ROCKSDB_NAMESPACE {

class Customizable;
class Logger;
class ObjectLibrary;

// Makes an object for the text that names it. The result belongs to *guard if that is set, else to
// nobody: it stays for ever. Null: it cannot be made, and *errmsg says why.
template <typename T>
using FactoryFunc =
    std::function<T*(const std::string& uri, std::unique_ptr<T>* guard, std::string* errmsg)>;

// Adds makers to a library; returns their number.
using RegistrarFunc = std::function<int(ObjectLibrary& library, const std::string& arg)>;

// Configures a new object.
template <typename T>
using ConfigureFunc = std::function<Status(T* object)>;

// Makers by the type of object (T::Type()) and by patterns of names; of two that match, the older
// one counts. Any thread may call it at any time.
class ObjectLibrary {
 private:
  // Which names a maker is for.
  class Entry {
   public:
    virtual ~Entry() = default;
    virtual bool Matches(const std::string& target) const = 0;
    virtual const char* Name() const = 0;
  };

 public:
  // A name, then any number of separators, each with something behind it: "fixed", "fixed:8",
  // "lib://host/path".
  class PatternEntry : public Entry {
   public:
    // Unless `optional`, the name alone does not match.
    explicit PatternEntry(const std::string& name, bool optional = true)
        : names_{name}, optional_(optional) {}
    // Matches the name, and the name as Customizable::GenerateIndividualId() extends it.
    static PatternEntry AsIndividualId(const std::string& name) {
      return PatternEntry(name).AddSeparator("@").AddSeparator("#");
    }

    // What follows the separator: anything, but at least one byte unless it says otherwise;
    // digits; nothing (the text is the end of the name).
    PatternEntry& AddSeparator(const std::string& separator, bool at_least_one = true) {
      return Add(separator, at_least_one ? kSomething : kAnything);
    }
    PatternEntry& AddNumber(const std::string& separator, bool is_int = true) {
      return Add(separator, is_int ? kInteger : kDecimal);
    }
    PatternEntry& AddSuffix(const std::string& suffix) { return Add(suffix, kNothing); }

    // Another name with the same continuations.
    PatternEntry& AnotherName(const std::string& alt) {
      names_.push_back(alt);
      return *this;
    }
    PatternEntry& SetOptional(bool optional) {
      optional_ = optional;
      return *this;
    }

    bool Matches(const std::string& target) const override;
    const char* Name() const override { return names_.front().c_str(); }

   private:
    enum Continuation { kAnything, kSomething, kInteger, kDecimal, kNothing };

    PatternEntry& Add(const std::string& separator, Continuation what) {
      parts_.emplace_back(separator, what);
      return *this;
    }
    bool MatchesAfterName(const std::string& target, size_t at) const;

    std::vector<std::string> names_;
    std::vector<std::pair<std::string, Continuation>> parts_;
    bool optional_;
  };

  explicit ObjectLibrary(const std::string& id) : id_(id) {}

  // The library of this process for static registration.
  static std::shared_ptr<ObjectLibrary>& Default();

  const std::string& GetID() const { return id_; }

  // The function stays as long as the library.
  template <typename T>
  const FactoryFunc<T>& AddFactory(const std::string& name, const FactoryFunc<T>& func) {
    return AddFactory(PatternEntry(name), func);
  }
  template <typename T>
  const FactoryFunc<T>& AddFactory(const PatternEntry& entry, const FactoryFunc<T>& func) {
    auto added = std::make_unique<FactoryEntry<T>>(entry, func);
    const FactoryFunc<T>& kept = added->factory;
    AddEntry(T::Type(), std::move(added));
    return kept;
  }
  // Calls the function with this library.
  int Register(const RegistrarFunc& registrar, const std::string& arg) {
    return registrar(*this, arg);
  }

  // An empty function when no maker matches.
  template <typename T>
  FactoryFunc<T> FindFactory(const std::string& target) const {
    const Entry* found = FindEntry(T::Type(), target);
    return found == nullptr ? nullptr : static_cast<const FactoryEntry<T>*>(found)->factory;
  }

  // The number of makers, and of types that have some.
  size_t GetFactoryCount(size_t* num_types) const;
  size_t GetFactoryCount(const std::string& type) const;
  void GetFactoryNames(const std::string& type, std::vector<std::string>* names) const;
  void GetFactoryTypes(std::unordered_set<std::string>* types) const;
  // Logs them.
  void Dump(Logger* logger) const;

 private:
  template <typename T>
  struct FactoryEntry : public Entry {
    FactoryEntry(const PatternEntry& e, FactoryFunc<T> f) : pattern(e), factory(std::move(f)) {}
    bool Matches(const std::string& target) const override { return pattern.Matches(target); }
    const char* Name() const override { return pattern.Name(); }

    const PatternEntry pattern;
    const FactoryFunc<T> factory;
  };

  void AddEntry(const std::string& type, std::unique_ptr<Entry>&& entry);
  const Entry* FindEntry(const std::string& type, const std::string& target) const;

  const std::string id_;
  mutable std::mutex mutex_;
  // By type.
  std::map<std::string, std::vector<std::unique_ptr<Entry>>> entries_;
};

// Asks its libraries, the newest first, and then its parent. Any thread may call it at any time.
class ObjectRegistry {
 public:
  // Registries under Default(), which holds ObjectLibrary::Default(), or under another one.
  static std::shared_ptr<ObjectRegistry> NewInstance() { return NewInstance(Default()); }
  static std::shared_ptr<ObjectRegistry> NewInstance(
      const std::shared_ptr<ObjectRegistry>& parent) {
    return std::make_shared<ObjectRegistry>(parent);
  }
  static std::shared_ptr<ObjectRegistry> Default();

  explicit ObjectRegistry(const std::shared_ptr<ObjectRegistry>& parent) : parent_(parent) {}
  explicit ObjectRegistry(const std::shared_ptr<ObjectLibrary>& library) { AddLibrary(library); }

  std::shared_ptr<ObjectLibrary> AddLibrary(const std::string& id) {
    auto library = std::make_shared<ObjectLibrary>(id);
    AddLibrary(library);
    return library;
  }
  void AddLibrary(const std::shared_ptr<ObjectLibrary>& library);
  void AddLibrary(const std::string& id, const RegistrarFunc& registrar, const std::string& arg) {
    AddLibrary(id)->Register(registrar, arg);
  }
  // The same for a plugin, which is remembered by its name. Returns the number of its makers, -1
  // without a name or function.
  int RegisterPlugin(const std::string& name, const RegistrarFunc& func);

  // ---- New objects: NotSupported when no maker matches, InvalidArgument when the maker fails ----

  template <typename T>
  Status NewObject(const std::string& target, T** object, std::unique_ptr<T>* guard) {
    guard->reset();
    const FactoryFunc<T> factory = FindFactory<T>(target);
    if (!factory) {
      *object = nullptr;
      return Status::NotSupported("Could not load " + std::string(T::Type()), target);
    }
    std::string errmsg;
    *object = factory(target, guard, &errmsg);
    if (*object != nullptr) {
      return Status::OK();
    }
    return errmsg.empty()
               ? Status::InvalidArgument("Could not load " + std::string(T::Type()), target)
               : Status::InvalidArgument(errmsg, target);
  }
  // InvalidArgument, also, when the object is one that stays for ever, and then the other way
  // round.
  template <typename T>
  Status NewUniqueObject(const std::string& target, std::unique_ptr<T>* result) {
    T* object = nullptr;
    std::unique_ptr<T> guard;
    Status s = NewObject(target, &object, &guard);
    if (s.ok() && guard == nullptr) {
      return Status::InvalidArgument(
          "Cannot make a unique " + std::string(T::Type()) + " from an unguarded one", target);
    }
    if (s.ok()) {
      *result = std::move(guard);
    }
    return s;
  }
  template <typename T>
  Status NewSharedObject(const std::string& target, std::shared_ptr<T>* result) {
    std::unique_ptr<T> made;
    Status s = NewUniqueObject(target, &made);
    if (s.ok()) {
      *result = std::move(made);
    }
    return s;
  }
  template <typename T>
  Status NewStaticObject(const std::string& target, T** result) {
    std::unique_ptr<T> guard;
    T* object = nullptr;
    Status s = NewObject(target, &object, &guard);
    if (s.ok() && guard != nullptr) {
      return Status::InvalidArgument(
          "Cannot make a static " + std::string(T::Type()) + " from a guarded one", target);
    }
    if (s.ok()) {
      *result = object;
    }
    return s;
  }

  // ---- Managed objects: shared by those who ask for the same id, as long as one of them lives
  // ----

  // InvalidArgument: another object has the id. Without an id it is the object's GetId().
  template <typename T>
  Status SetManagedObject(const std::shared_ptr<T>& object) {
    return SetManagedObject(object->GetId(), object);
  }
  template <typename T>
  Status SetManagedObject(const std::string& id, const std::shared_ptr<T>& object) {
    return SetManaged(T::Type(), id, object);
  }
  // Null when there is none.
  template <typename T>
  std::shared_ptr<T> GetManagedObject(const std::string& id) const {
    return std::static_pointer_cast<T>(GetManaged(T::Type(), id));
  }
  // Those that are an instance of `name`, or all.
  template <typename T>
  Status ListManagedObjects(const std::string& name,
                            std::vector<std::shared_ptr<T>>* results) const {
    std::vector<std::shared_ptr<Customizable>> found;
    ListManaged(T::Type(), name, &found);
    results->clear();
    for (const std::shared_ptr<Customizable>& object : found) {
      results->push_back(std::static_pointer_cast<T>(object));
    }
    return Status::OK();
  }
  template <typename T>
  Status ListManagedObjects(std::vector<std::shared_ptr<T>>* results) const {
    return ListManagedObjects<T>("", results);
  }
  // Makes and configures the object if there is none. Of several that threads make for one id at
  // once all get the one that was ready first.
  template <typename T>
  Status GetOrCreateManagedObject(const std::string& id, std::shared_ptr<T>* result,
                                  const ConfigureFunc<T>& cfunc = nullptr) {
    if (parent_ != nullptr) {
      if (std::shared_ptr<T> known = parent_->GetManagedObject<T>(id); known != nullptr) {
        *result = std::move(known);
        return Status::OK();
      }
    }
    *result = GetManagedObject<T>(id);
    if (*result != nullptr) {
      return Status::OK();
    }
    // Without a lock: the maker may ask this registry for other objects.
    std::shared_ptr<T> made;
    Status s = NewSharedObject(id, &made);
    if (s.ok() && cfunc != nullptr) {
      s = cfunc(made.get());
    }
    if (s.ok()) {
      *result = std::static_pointer_cast<T>(FirstManaged(T::Type(), id, made));
    }
    return s;
  }

  size_t GetFactoryCount(const std::string& type) const;
  void GetFactoryNames(const std::string& type, std::vector<std::string>* names) const;
  void GetFactoryTypes(std::unordered_set<std::string>* types) const;
  void Dump(Logger* logger) const;

 private:
  template <typename T>
  FactoryFunc<T> FindFactory(const std::string& target) const {
    for (const std::shared_ptr<ObjectLibrary>& library : Libraries()) {
      if (FactoryFunc<T> found = library->FindFactory<T>(target)) {
        return found;
      }
    }
    return parent_ == nullptr ? nullptr : parent_->FindFactory<T>(target);
  }

  // The newest first.
  std::vector<std::shared_ptr<ObjectLibrary>> Libraries() const;
  Status SetManaged(const std::string& type, const std::string& id,
                    const std::shared_ptr<Customizable>& object);
  // Files a new object that was made for `id`, unless another one has the id already; returns the
  // one that has it.
  std::shared_ptr<Customizable> FirstManaged(const std::string& type, const std::string& id,
                                             const std::shared_ptr<Customizable>& made);
  std::shared_ptr<Customizable> GetManaged(const std::string& type, const std::string& id) const;
  void ListManaged(const std::string& type, const std::string& name,
                   std::vector<std::shared_ptr<Customizable>>* results) const;

  const std::shared_ptr<ObjectRegistry> parent_;
  mutable std::mutex mutex_;
  // Oldest first.
  std::vector<std::shared_ptr<ObjectLibrary>> libraries_;
  std::vector<std::string> plugins_;
  // By type and id.
  std::map<std::pair<std::string, std::string>, std::weak_ptr<Customizable>> managed_;
};

}  // namespace ROCKSDB_NAMESPACE
