// Assertions about a Status, for every test: each prints the expression and what the Status says.
//
//   ASSERT_OK(db->Put(WriteOptions(), "k", "v"));
//   EXPECT_NOT_OK(db->Write(WriteOptions(), &damaged)) << "bit " << bit;
#pragma once

#include <gtest/gtest.h>

#include "rocksdb/status.h"

namespace test_support {

inline testing::AssertionResult IsOk(const char* expression,
                                     const ROCKSDB_NAMESPACE::Status& status) {
  if (status.ok()) return testing::AssertionSuccess();
  return testing::AssertionFailure() << expression << "\n  is not OK: " << status.ToString();
}

inline testing::AssertionResult IsNotOk(const char* expression,
                                        const ROCKSDB_NAMESPACE::Status& status) {
  if (!status.ok()) return testing::AssertionSuccess();
  return testing::AssertionFailure() << expression << "\n  is OK, an error was expected";
}

}  // namespace test_support

// Loops that end after one round, since gcc warns of GoogleTest's own macros, which are if and
// else, under an if without braces.
#define STATUS_ASSERTION(predicate, fail, ...)                                             \
  for (testing::AssertionResult status_assertion = predicate(#__VA_ARGS__, (__VA_ARGS__)); \
       !status_assertion; status_assertion = testing::AssertionSuccess())                  \
  fail() << status_assertion.message() << "\n"

// Variadic, since a braced list in the expression counts as several arguments.
#define ASSERT_OK(...) STATUS_ASSERTION(::test_support::IsOk, FAIL, __VA_ARGS__)
#define EXPECT_OK(...) STATUS_ASSERTION(::test_support::IsOk, ADD_FAILURE, __VA_ARGS__)
#define ASSERT_NOT_OK(...) STATUS_ASSERTION(::test_support::IsNotOk, FAIL, __VA_ARGS__)
#define EXPECT_NOT_OK(...) STATUS_ASSERTION(::test_support::IsNotOk, ADD_FAILURE, __VA_ARGS__)
