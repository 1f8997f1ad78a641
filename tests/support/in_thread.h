/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_SUPPORT_IN_THREAD_H
#define INCLUDED_GPUFFT_TESTS_SUPPORT_IN_THREAD_H

#include <cppunit/TestAssert.h>
#include <pthread.h>
#include <cstddef>
#include <exception>
#include <functional>

namespace gpufft::testing {

constexpr std::size_t SMALL_STACK = 128 * 1024; // musl's

//! Does \p what in a thread with \p bytes of stack, and throws what that throws.
inline void in_thread(std::size_t bytes, const std::function<void()>& what)
{
    struct errand {
        const std::function<void()>& what;
        std::exception_ptr failure;
    } one{ what, nullptr };
    pthread_attr_t with;
    pthread_attr_init(&with);
    CPPUNIT_ASSERT_EQUAL(0, pthread_attr_setstacksize(&with, bytes));
    pthread_t thread{};
    const auto run = [](void* given) -> void* {
        auto& it = *static_cast<errand*>(given);
        try {
            it.what();
        } catch (...) {
            it.failure = std::current_exception();
        }
        return nullptr;
    };
    CPPUNIT_ASSERT_EQUAL(0, pthread_create(&thread, &with, run, &one));
    pthread_join(thread, nullptr);
    pthread_attr_destroy(&with);
    if (one.failure)
        std::rethrow_exception(one.failure);
}

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_SUPPORT_IN_THREAD_H */
