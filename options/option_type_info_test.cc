// Options of an application's own Configurable class, by a map of OptionTypeInfo; and objects by
// the registry.
#include <gtest/gtest.h>

#include "rocksdb/utilities/customizable_util.h"
#include "rocksdb/utilities/options_type.h"
#include "rocksdb/utilities/table_properties_collectors.h"
#include "test/support/status_assertions.h"
#include "util/comma_locale.h"

namespace ROCKSDB_NAMESPACE {
namespace {

enum class Mode { kSlow, kFast };
const std::unordered_map<std::string, Mode> kModes = {{"slow", Mode::kSlow}, {"fast", Mode::kFast}};

struct Inner {
  int depth = 1;
};
struct PluginOptions {
  static const char* kName() { return "PluginOptions"; }
  bool on = false;
  uint64_t bytes = 8;
  double ratio = 0.5;
  std::string name = "none";
  Mode mode = Mode::kSlow;
  std::vector<int> list;
  std::array<int, 2> pair{};
  std::map<std::string, std::string> tags;
  Inner inner;
};

// offsetof is for structs of C.
template <typename Field>
int OffsetOf(Field PluginOptions::*field) {
  static const PluginOptions kSample;
  return static_cast<int>(reinterpret_cast<const char*>(&(kSample.*field)) -
                          reinterpret_cast<const char*>(&kSample));
}

const OptionTypeInfo::TypeMap kInnerMap = {
    {"depth", OptionTypeInfo(offsetof(Inner, depth), OptionType::kInt)}};
const OptionTypeInfo kIntElement(0, OptionType::kInt);
constexpr auto kNormal = OptionVerificationType::kNormal;
const OptionTypeInfo::TypeMap kPluginMap = {
    {"on", OptionTypeInfo(OffsetOf(&PluginOptions::on), OptionType::kBoolean, kNormal,
                          OptionTypeFlags::kMutable)},
    {"bytes", OptionTypeInfo(OffsetOf(&PluginOptions::bytes), OptionType::kUInt64T)},
    {"ratio", OptionTypeInfo(OffsetOf(&PluginOptions::ratio), OptionType::kDouble)},
    {"name", OptionTypeInfo(OffsetOf(&PluginOptions::name), OptionType::kString, kNormal,
                            OptionTypeFlags::kCompareNever)},
    {"mode", OptionTypeInfo::Enum<Mode>(OffsetOf(&PluginOptions::mode), &kModes)},
    {"list", OptionTypeInfo::Vector<int>(OffsetOf(&PluginOptions::list), kNormal,
                                         OptionTypeFlags::kNone, kIntElement)},
    {"pair", OptionTypeInfo::Array<int, 2>(OffsetOf(&PluginOptions::pair), kNormal,
                                           OptionTypeFlags::kNone, kIntElement)},
    {"tags", OptionTypeInfo::StringMap(OffsetOf(&PluginOptions::tags))},
    {"inner", OptionTypeInfo::Struct("inner", &kInnerMap, OffsetOf(&PluginOptions::inner), kNormal,
                                     OptionTypeFlags::kNone)},
    {"gone", OptionTypeInfo(0, OptionType::kInt, OptionVerificationType::kDeprecated)},
};

class Plugin : public Customizable {
 public:
  Plugin() { RegisterOptions(&options_, &kPluginMap); }
  static const char* Type() { return "Plugin"; }
  static const char* kClassName() { return "MyPlugin"; }
  const char* Name() const override { return kClassName(); }
  static Status CreateFromString(const ConfigOptions& options, const std::string& text,
                                 std::shared_ptr<Plugin>* result) {
    return LoadSharedObject<Plugin>(options, text, result);
  }
  const PluginOptions& options() const { return options_; }

 private:
  PluginOptions options_;
};

ConfigOptions Strict() {
  ConfigOptions options;
  options.ignore_unsupported_options = false;
  return options;
}

TEST(OptionTypeInfo, TextSetsFieldsOfEveryKind) {
  Plugin plugin;
  ASSERT_OK(plugin.ConfigureFromString(
      Strict(),
      "on=true;bytes=4096;ratio=0.25;name=x;mode=fast;list=1:2:3;pair=7:8;tags={61=62;};"
      "inner={depth=5};gone=1"));
  const PluginOptions& o = plugin.options();
  EXPECT_TRUE(o.on);
  EXPECT_EQ(o.bytes, 4096u);
  EXPECT_EQ(o.ratio, 0.25);
  EXPECT_EQ(o.name, "x");
  EXPECT_EQ(o.mode, Mode::kFast);
  EXPECT_EQ(o.list, (std::vector<int>{1, 2, 3}));
  EXPECT_EQ(o.pair, (std::array<int, 2>{7, 8}));
  EXPECT_EQ(o.tags, (std::map<std::string, std::string>{{"a", "b"}}));
  EXPECT_EQ(o.inner.depth, 5);
  ASSERT_OK(plugin.ConfigureOption(Strict(), "inner.depth", "6"));
  EXPECT_EQ(o.inner.depth, 6);
}

TEST(OptionTypeInfo, WhatIsWrittenIsReadBack) {
  Plugin first, second;
  ASSERT_OK(first.ConfigureFromString(
      Strict(), "on=1;bytes=1;name=abc;mode=fast;list=4;pair=1:2;tags={61=62;};inner={depth=9}"));
  std::string text;
  ASSERT_OK(first.GetOptionString(Strict(), &text));
  std::string mismatch;
  EXPECT_FALSE(first.AreEquivalent(Strict(), &second, &mismatch));
  EXPECT_FALSE(mismatch.empty());
  ASSERT_OK(second.ConfigureFromString(Strict(), text)) << text;
  EXPECT_TRUE(first.AreEquivalent(Strict(), &second, &mismatch)) << mismatch << ": " << text;
  std::string value;
  ASSERT_OK(second.GetOption(Strict(), "inner.depth", &value));
  EXPECT_EQ(value, "9");
}

TEST(OptionTypeInfo, StringsAreEscapedInText) {
  const OptionTypeInfo info(0, OptionType::kString);
  for (const std::string value : {"plain", "a:b", "#", "\\", "line\nend\r"}) {
    std::string text, back;
    ASSERT_OK(info.Serialize(Strict(), "name", &value, &text));
    EXPECT_EQ(text.find('\n'), std::string::npos) << text;
    ASSERT_OK(info.Parse(Strict(), "name", text, &back));
    EXPECT_EQ(back, value) << text;
  }
  std::string value;
  ASSERT_OK(info.Parse(Strict(), "name", "\\:", &value));
  EXPECT_EQ(value, ":");
  ConfigOptions raw = Strict();
  raw.input_strings_escaped = false;
  ASSERT_OK(info.Parse(raw, "name", "\\:", &value));
  EXPECT_EQ(value, "\\:");
}

TEST(OptionTypeInfo, WholeNumbersMayHaveASign) {
  Plugin plugin;
  const PluginOptions& o = plugin.options();
  ASSERT_OK(plugin.ConfigureOption(Strict(), "bytes", "-1"));
  EXPECT_EQ(o.bytes, UINT64_MAX);
  ASSERT_OK(plugin.ConfigureFromString(Strict(), "bytes=+4K;inner.depth=+3"));
  EXPECT_EQ(o.bytes, 4096u);
  EXPECT_EQ(o.inner.depth, 3);
  EXPECT_TRUE(plugin.ConfigureOption(Strict(), "bytes", "-2").IsInvalidArgument());
  EXPECT_TRUE(plugin.ConfigureOption(Strict(), "inner.depth", "3G").IsInvalidArgument());
  uint32_t narrow = 7;
  const OptionTypeInfo info(0, OptionType::kUInt32T);
  EXPECT_TRUE(info.Parse(Strict(), "narrow", "-1", &narrow).IsInvalidArgument());
  EXPECT_EQ(narrow, 7u);
}

TEST(OptionTypeInfo, DecimalsHaveAPointInEveryLocale) {
  Plugin plugin;
  std::string ratio, of_collector;
  {
    const CommaLocale comma;
    ASSERT_OK(plugin.GetOption(Strict(), "ratio", &ratio));
    ASSERT_OK(NewCompactOnDeletionCollectorFactory(1, 1, 0.5)->GetOption(Strict(), "deletion_ratio",
                                                                         &of_collector));
  }
  EXPECT_EQ(ratio, "0.500000");
  EXPECT_EQ(of_collector, "0.500000");
}

TEST(OptionTypeInfo, BadTextNamesOptionAndValue) {
  Plugin plugin;
  for (const char* text : {"bytes=many", "mode=warp", "pair=1", "tags=zz", "inner={depth=x}",
                           "unknown=1", "on=maybe"}) {
    Status s = plugin.ConfigureFromString(Strict(), text);
    EXPECT_TRUE(s.IsInvalidArgument()) << text << ": " << s.ToString();
    const std::string name = std::string(text).substr(0, std::string(text).find('='));
    EXPECT_NE(s.ToString().find(name), std::string::npos) << s.ToString();
  }
}

TEST(OptionTypeInfo, ComparisonsLeaveOutWhatIsNeverCompared) {
  Plugin first, second;
  ASSERT_OK(first.ConfigureOption(Strict(), "name", "other"));
  std::string mismatch;
  EXPECT_TRUE(first.AreEquivalent(Strict(), &second, &mismatch)) << mismatch;
  ASSERT_OK(first.ConfigureOption(Strict(), "inner.depth", "3"));
  EXPECT_FALSE(first.AreEquivalent(Strict(), &second, &mismatch));
  EXPECT_EQ(mismatch, "inner.depth");
}

TEST(OptionTypeInfo, OnlyMutableOptionsChangeWhenAsked) {
  Plugin plugin;
  ConfigOptions live = Strict();
  live.mutable_options_only = true;
  ASSERT_OK(plugin.ConfigureFromString(live, "on=true"));
  EXPECT_TRUE(plugin.ConfigureFromString(live, "bytes=1").IsInvalidArgument());
  std::unordered_set<std::string> names;
  ASSERT_OK(plugin.GetOptionNames(live, &names));
  EXPECT_EQ(names, std::unordered_set<std::string>{"on"});
}

TEST(OptionTypeInfo, ACopyRegistersItsOwnStruct) {
  Plugin first;
  Plugin copy = first;
  ASSERT_OK(copy.ConfigureOption(Strict(), "bytes", "77"));
  EXPECT_EQ(copy.GetOptions<PluginOptions>()->bytes, 77u);
  EXPECT_EQ(first.GetOptions<PluginOptions>()->bytes, 8u);
}

class RegistryTest : public testing::Test {
 protected:
  RegistryTest() : registry_(ObjectRegistry::NewInstance()) {
    config_.registry = registry_;
    config_.ignore_unsupported_options = false;
    registry_->AddLibrary("test")->AddFactory<Plugin>(
        ObjectLibrary::PatternEntry(Plugin::kClassName()).AddNumber(":"),
        [](const std::string&, std::unique_ptr<Plugin>* guard, std::string*) {
          *guard = std::make_unique<Plugin>();
          return guard->get();
        });
  }
  std::shared_ptr<ObjectRegistry> registry_;
  ConfigOptions config_;
};

TEST_F(RegistryTest, TextMakesAndConfiguresAnObject) {
  std::shared_ptr<Plugin> plugin;
  ASSERT_OK(Plugin::CreateFromString(config_, "id=MyPlugin; bytes=5", &plugin));
  ASSERT_NE(plugin, nullptr);
  EXPECT_EQ(plugin->options().bytes, 5u);
  ASSERT_OK(Plugin::CreateFromString(config_, "MyPlugin:12", &plugin));
  EXPECT_EQ(plugin->options().bytes, 8u);
  ASSERT_OK(Plugin::CreateFromString(config_, "", &plugin));
  EXPECT_EQ(plugin, nullptr);
  EXPECT_TRUE(Plugin::CreateFromString(config_, "MyPlugin:x", &plugin).IsNotSupported());
  config_.ignore_unsupported_options = true;
  EXPECT_OK(Plugin::CreateFromString(config_, "Unknown", &plugin));
}

TEST_F(RegistryTest, AManagedObjectIsSharedWhileSomebodyHoldsIt) {
  std::shared_ptr<Plugin> first, second;
  ASSERT_OK(registry_->GetOrCreateManagedObject("MyPlugin", &first));
  ASSERT_OK(registry_->GetOrCreateManagedObject("MyPlugin", &second));
  EXPECT_EQ(first, second);
  std::vector<std::shared_ptr<Plugin>> all;
  ASSERT_OK(registry_->ListManagedObjects(&all));
  EXPECT_EQ(all.size(), 1u);
  EXPECT_TRUE(registry_->SetManagedObject(std::make_shared<Plugin>()).IsInvalidArgument());
  all.clear();
  first.reset();
  second.reset();
  EXPECT_EQ(registry_->GetManagedObject<Plugin>("MyPlugin"), nullptr);
}

TEST_F(RegistryTest, AManagedObjectIsSharedUnderTheIdThatWasAskedFor) {
  std::shared_ptr<Plugin> first, again, other;
  ASSERT_OK(registry_->GetOrCreateManagedObject("MyPlugin:8", &first));
  ASSERT_OK(registry_->GetOrCreateManagedObject("MyPlugin:8", &again));
  ASSERT_OK(registry_->GetOrCreateManagedObject("MyPlugin:9", &other));
  EXPECT_EQ(first, again);
  EXPECT_NE(first, other);
  EXPECT_EQ(registry_->GetManagedObject<Plugin>("MyPlugin"), nullptr);
}

// As when another thread is quicker.
TEST_F(RegistryTest, OfTwoObjectsMadeForOneIdTheFirstIsShared) {
  std::shared_ptr<Plugin> inner, outer;
  const auto slowly = [&](Plugin*) {
    return registry_->GetOrCreateManagedObject<Plugin>("MyPlugin", &inner);
  };
  ASSERT_OK(registry_->GetOrCreateManagedObject<Plugin>("MyPlugin", &outer, slowly));
  EXPECT_NE(inner, nullptr);
  EXPECT_EQ(inner, outer);
}

TEST_F(RegistryTest, PatternsSayWhatFollowsTheName) {
  using Pattern = ObjectLibrary::PatternEntry;
  const Pattern plain("name");
  EXPECT_TRUE(plain.Matches("name"));
  EXPECT_FALSE(plain.Matches("names"));
  const Pattern needed = Pattern("name", false).AddSeparator("://");
  EXPECT_FALSE(needed.Matches("name"));
  EXPECT_FALSE(needed.Matches("name://"));
  EXPECT_TRUE(needed.Matches("name://x"));
  const Pattern numbers = Pattern("name").AddNumber(":").AddNumber("-", false).AnotherName("n");
  EXPECT_TRUE(numbers.Matches("n:12-3.5"));
  EXPECT_FALSE(numbers.Matches("n:12"));
  EXPECT_TRUE(Pattern("a").AddSuffix("b").Matches("ab"));
  EXPECT_FALSE(Pattern("a").AddSuffix("b").Matches("abc"));
  EXPECT_TRUE(Pattern::AsIndividualId("p").Matches("p@0x1#2"));
}

TEST_F(RegistryTest, LibrariesCountAndNameTheirMakers) {
  EXPECT_EQ(registry_->GetFactoryCount("Plugin"), 1u);
  std::vector<std::string> names;
  registry_->GetFactoryNames("Plugin", &names);
  EXPECT_EQ(names, std::vector<std::string>{"MyPlugin"});
  std::unordered_set<std::string> types;
  registry_->GetFactoryTypes(&types);
  EXPECT_EQ(types.count("Plugin"), 1u);
  EXPECT_EQ(registry_->RegisterPlugin("", nullptr), -1);
  EXPECT_EQ(registry_->RegisterPlugin("more", [](ObjectLibrary&, const std::string&) { return 3; }),
            3);
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
