#pragma once

#include <gtest/gtest.h>

#include <exception>
#include <string>
#include <typeinfo>

/// The error of type `Expected` that `action` throws; a test failure, and an error made of `fallback`, when it throws
/// nothing or something else. A subclass or sibling does not count.
template <class Expected, class Action>
std::string raised(Action&& action) {
  try {
    action();
  } catch (Expected const& error) {
    EXPECT_EQ(typeid(error), typeid(Expected)) << error.what();
    return error.what();
  } catch (std::exception const& error) {
    ADD_FAILURE() << "another error came: " << error.what();
    return "";
  }
  ADD_FAILURE() << "no error came";
  return "";
}
