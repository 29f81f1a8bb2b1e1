// The JSON of event lines.
#include "db/state/event_log.h"

#include <gtest/gtest.h>

#include "util/comma_locale.h"

namespace ROCKSDB_NAMESPACE {

TEST(EventLine, NumbersAreJsonInEveryLocale) {
  const CommaLocale comma;
  EventLine line;
  line.Real("half", 0.5).Real("third", 1.0 / 3).Real("large", 1.5e100).Real("whole", 2);
  line.Int("count", 12345).Signed("below", -7);
  EXPECT_EQ(line.Finish(),
            "{\"half\": 0.5, \"third\": 0.333333, \"large\": 1.5e+100, \"whole\": 2, "
            "\"count\": 12345, \"below\": -7}");
}

TEST(EventLine, TextIsQuoted) {
  EXPECT_EQ(EventLine().Text("path", "a\"b\\c\n").Finish(), R"({"path": "a\"b\\c\u000a"})");
}

}  // namespace ROCKSDB_NAMESPACE
