// KeyTable against a map, and what it keeps of its memory.
#include "utilities/transactions/key_table.h"

#include <map>
#include <set>

#include <gtest/gtest.h>

#include "util/random.h"

namespace ROCKSDB_NAMESPACE {
namespace {

using Table = KeyTable<int>;
using Model = std::map<std::pair<uint32_t, std::string>, int>;

Table::Node* Find(const Table& table, uint32_t cf, const Slice& key) {
  return table.Find({cf, key});
}

Table::Node* Add(Table* table, uint32_t cf, const Slice& key) { return table->Add({cf, key}); }

void ExpectSame(const Table& table, const Model& model) {
  ASSERT_EQ(table.size(), model.size());
  Model found;
  for (size_t i = 0; i < table.size(); ++i) {
    found[{table.at(i)->cf, table.at(i)->key}] = table.at(i)->value;
  }
  ASSERT_EQ(found, model);
  for (const auto& [key, value] : model) {
    ASSERT_NE(Find(table, key.first, key.second), nullptr);
    ASSERT_EQ(Find(table, key.first, key.second)->value, value);
  }
}

TEST(KeyTableTest, HoldsWhatAMapHolds) {
  constexpr uint64_t kSeed = 20;
  SCOPED_TRACE("seed " + std::to_string(kSeed));
  Random64 rnd(kSeed);
  Table table;
  Model model;
  for (int step = 0; step < 20000; ++step) {
    const uint32_t cf = static_cast<uint32_t>(rnd.Uniform(2));
    // Phases of few keys and of many, some of them long.
    const uint64_t range = step / 2000 % 2 == 0 ? 20 : 400;
    std::string key = std::to_string(rnd.Uniform(range));
    if (rnd.OneIn(50)) key.append(1000, 'x');
    Table::Node* const node = Find(table, cf, key);
    ASSERT_EQ(node != nullptr, model.count({cf, key}) == 1);
    if (node == nullptr) {
      Add(&table, cf, key)->value = step;
      model[{cf, key}] = step;
    } else {
      table.Erase(node);
      model.erase({cf, key});
    }
    if (rnd.OneIn(1000)) {
      table.Clear();
      model.clear();
    }
    if (step % 100 == 0) ExpectSame(table, model);
  }
  ExpectSame(table, model);
}

TEST(KeyTableTest, NodesStayWhereTheyAreWhileOthersComeAndGo) {
  Table table;
  Table::Node* const kept = Add(&table, 0, "kept");
  for (int i = 0; i < 300; ++i) Add(&table, 0, std::to_string(i));
  EXPECT_EQ(Find(table, 0, "kept"), kept);
  for (int i = 0; i < 300; ++i) table.Erase(Find(table, 0, std::to_string(i)));
  EXPECT_EQ(Find(table, 0, "kept"), kept);
  EXPECT_EQ(table.size(), 1u);
}

TEST(KeyTableTest, AKeyThatComesAfterAnotherHasGoneTakesItsNode) {
  Table table;
  std::set<Table::Node*> first;
  for (const char* key : {"a", "b", "c"}) first.insert(Add(&table, 0, key));
  table.Clear();
  EXPECT_EQ(Find(table, 0, "a"), nullptr);
  std::set<Table::Node*> second;
  for (const char* key : {"d", "e", "f"}) second.insert(Add(&table, 0, key));
  EXPECT_EQ(first, second);
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
