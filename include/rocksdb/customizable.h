// Customizable: a Configurable with a name, so that options can say which implementation they
// mean. Base of comparators, filters, table factories, environments and other plug-in points.
#pragma once

#include <string>
#include <type_traits>
#include <unordered_map>

#include "rocksdb/configurable.h"
#include "rocksdb/status.h"

namespace ROCKSDB_NAMESPACE {

// The CreateFromString of a class makes its objects. The names are constants of the object and
// safe to read from any thread.
class Customizable : public Configurable {
 public:
  ~Customizable() override = default;

  // The implementation's fixed name, which the object owns. OPTIONS files contain it, and opening
  // a database compares it if the implementation shapes the data.
  virtual const char* Name() const = 0;
  // An older or shorter name accepted beside Name(); empty when there is none.
  virtual const char* NickName() const { return ""; }

  // The text that names this instance in an option string; Name() unless instances differ.
  virtual std::string GetId() const {
    const char* name = Name();
    return name == nullptr ? "" : name;
  }

  // Whether this object goes by `name`: its Name() or NickName(). False for "". Does not look at
  // objects inside; CheckedCast does.
  virtual bool IsInstanceOf(const std::string& name) const;

  // This object, or one inside it, as a T; nullptr when there is no T. The search compares
  // T::kClassName(), which must name that class only.
  template <typename T>
  const T* CheckedCast() const {
    return CastByName<T, const Customizable>(this);
  }
  template <typename T>
  T* CheckedCast() {
    return CastByName<T, Customizable>(this);
  }

  // The object that this one wraps, or nullptr (the default). This object keeps owning it.
  virtual const Customizable* Inner() const { return nullptr; }

  // *mismatch is "id" when the ids differ; else the options decide.
  bool AreEquivalent(const ConfigOptions& config_options, const Configurable* other,
                     std::string* mismatch) const override;

  // Splits "id=Name; a=b; c=d", "{id=Name; a=b}" or a bare name into the id and the options. With
  // `base` given and no id in the text, the id is base's, else empty. InvalidArgument for text that
  // cannot be split.
  static Status GetOptionsMap(const ConfigOptions& config_options, const Customizable* base,
                              const std::string& opt_value, std::string* id,
                              std::unordered_map<std::string, std::string>* options);

  // Configures an object that was just made. InvalidArgument: there are options and no object.
  static Status ConfigureNewObject(const ConfigOptions& config_options, Customizable* object,
                                   const std::unordered_map<std::string, std::string>& options);

 protected:
  // A name that contains the object's address, for objects that cannot be made again from text.
  // Differs between runs.
  std::string GenerateIndividualId() const;

  // Without the name of this object and a dot before it.
  std::string GetOptionName(const std::string& long_name) const override;

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
