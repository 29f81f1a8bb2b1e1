// Customizable: a Configurable with a name, so that options can say which implementation they
// mean. Base of comparators, filters, table factories, environments and other plug-in points.
#pragma once

#include <string>
#include <type_traits>
#include <unordered_map>

#include "rocksdb/configurable.h"
#include "rocksdb/status.h"

namespace ROCKSDB_NAMESPACE {

class Customizable : public Configurable {
 public:
  ~Customizable() override = default;

  // The implementation's fixed name.
  virtual const char* Name() const = 0;
  // An older or shorter name accepted beside Name(); empty when there is none.
  virtual const char* NickName() const { return ""; }

  // What an option string would call this instance; Name() unless instances differ.
  virtual std::string GetId() const {
    const char* name = Name();
    return name == nullptr ? "" : name;
  }

  // Whether this object, or one it wraps by inheritance, goes by `name`.
  virtual bool IsInstanceOf(const std::string& name) const;

  // This object, or one inside it, as a T; null when there is no T.
  template <typename T>
  const T* CheckedCast() const {
    return CastByName<T, const Customizable>(this);
  }
  template <typename T>
  T* CheckedCast() {
    return CastByName<T, Customizable>(this);
  }

  // The object this one wraps, or null.
  virtual const Customizable* Inner() const { return nullptr; }

  bool AreEquivalent(const ConfigOptions& config_options, const Configurable* other,
                     std::string* mismatch) const override;

  // Splits "Name; a=b; c=d", "{id=Name; a=b}" or a bare name into the id and the options. With
  // `base` given and no id in the text, the id is base's.
  static Status GetOptionsMap(const ConfigOptions& config_options, const Customizable* base,
                              const std::string& opt_value, std::string* id,
                              std::unordered_map<std::string, std::string>* options);

 protected:
  // A name of the form "ID@address", for objects that cannot be made again from text.
  std::string GenerateIndividualId() const;

 private:
  template <typename T, typename Self>
  static auto CastByName(Self* self) {
    using Result = std::conditional_t<std::is_const_v<Self>, const T, T>;
    if (self->IsInstanceOf(T::kClassName())) {
      return static_cast<Result*>(self);
    }
    const Customizable* inner = self->Inner();
    return inner == nullptr ? nullptr : const_cast<Result*>(inner->CheckedCast<T>());
  }
};

}  // namespace ROCKSDB_NAMESPACE
