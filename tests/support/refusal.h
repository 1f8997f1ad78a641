/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_SUPPORT_REFUSAL_H
#define INCLUDED_GPUFFT_TESTS_SUPPORT_REFUSAL_H

#include <cppunit/extensions/HelperMacros.h>
#include <gpufft/error.h>
#include <functional>
#include <string>

//! Calls that are to be refused with a plan_error.
namespace gpufft::testing {

//! What \p call is refused with, or "was accepted".
inline std::string refusal_of(const std::function<void()>& call)
{
    try {
        call();
    } catch (const plan_error& e) {
        return e.what();
    }
    return "was accepted";
}

//! \p call is refused with just \p message; a failure says \p why the row is there.
inline void expect_refusal(const std::string& message,
                           const std::function<void()>& call,
                           const std::string& why = "")
{
    CPPUNIT_ASSERT_EQUAL_MESSAGE(why, message, refusal_of(call));
}

//! \p call is refused with a message that holds \p part.
inline void expect_refusal_with(const std::string& part,
                                const std::function<void()>& call)
{
    const auto message = refusal_of(call);
    CPPUNIT_ASSERT_MESSAGE(part + " is not in: " + message,
                           message.find(part) != std::string::npos);
}

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_SUPPORT_REFUSAL_H */
