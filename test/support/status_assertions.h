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
#define STATUS_ASSERTION(predicate, status, fail)                                                 \
  for (testing::AssertionResult status_assertion = predicate(#status, status); !status_assertion; \
       status_assertion = testing::AssertionSuccess())                                            \
  fail() << status_assertion.message() << "\n"

#define ASSERT_OK(status) STATUS_ASSERTION(::test_support::IsOk, status, FAIL)
#define EXPECT_OK(status) STATUS_ASSERTION(::test_support::IsOk, status, ADD_FAILURE)
#define ASSERT_NOT_OK(status) STATUS_ASSERTION(::test_support::IsNotOk, status, FAIL)
#define EXPECT_NOT_OK(status) STATUS_ASSERTION(::test_support::IsNotOk, status, ADD_FAILURE)
