// Waiting for what another thread does where it announces it to nobody. Here is the only place in
// the tests that sleeps. Prefer a condition variable, a listener or a sync point: those wait for
// the event itself.
#pragma once

#include <chrono>
#include <thread>

namespace test_support {

// Asks every millisecond. False when `condition` does not hold within `limit`, which by default is
// long enough for every machine and means that the test should give up.
template <class Condition>
bool WaitUntil(const Condition& condition,
               std::chrono::milliseconds limit = std::chrono::seconds(30)) {
  const auto end = std::chrono::steady_clock::now() + limit;
  while (!condition()) {
    if (std::chrono::steady_clock::now() >= end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

// True when `condition` holds whenever it is asked for as long as `time`: for what must not happen.
// A test that passes although it should fail was too slow to see it; none fails for being slow.
template <class Condition>
bool HoldsFor(std::chrono::milliseconds time, const Condition& condition) {
  return !WaitUntil([&] { return !condition(); }, time);
}

}  // namespace test_support
