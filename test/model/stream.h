// A stream of operations as text and as a draw from a seed; the reducer cuts it down. What the
// operations mean stands in the table of test/model/operations.h. Must never depend on a database.
//
// Text: one operation a line, its arguments in order, then its items, each after a colon.
//   put 0 17 4213 150
//   walk 0 0 lower 40 90 : seek 50 0 : next 0 3
#pragma once

#include <cstdint>
#include <string>

#include "test/model/op.h"

namespace model {

std::string ToText(const Op& op);
std::string ToText(const Stream& stream);
// Lines that are empty or begin with # are passed over. False, with a sentence, at the first line
// that is not an operation.
bool FromText(const std::string& text, Stream* stream, std::string* error);

// The numbers of one kind that may stand in a stream: below this, from SmallestOf.
uint32_t SmallestOf(const ArgSpec& spec);
uint32_t LimitOf(const ArgSpec& spec);

// The same seed and count give the same stream. Three seeds of four leave some kinds of operation
// out and make others frequent. The stream ends with checks of everything, before and after a
// reopen and a full compaction.
Stream DrawStream(uint64_t seed, size_t operations);

}  // namespace model
