/* SPDX-License-Identifier: GPL-3.0-or-later */
// Threads that help a caller: each part is done once, whatever goes on beside it.
#include "device/threads/launch_parts.h"
#include "device/threads/thread_cores.h"
#include "device/threads/thread_pool.h"
#include "support/skipped.h"
#include <cppunit/extensions/HelperMacros.h>
#include <sys/wait.h>
#include <unistd.h>
#include <algorithm>
#include <chrono>
#include <csignal>
#include <numeric>
#include <set>
#include <stdexcept>
#include <thread>

using namespace gpufft;

namespace {

//! Calls work() in a helper, once.
template <typename Work>
void in_a_helper(thread_pool& pool, const Work& work)
{
    const auto caller = std::this_thread::get_id();
    std::atomic<bool> has_helper{ false };
    pool.run(2, 1, true, [&](int) {
        if (std::this_thread::get_id() != caller) {
            has_helper = true;
            work();
        }
        while (!has_helper)
            std::this_thread::yield();
    });
}

//! Returns when all are asleep that were there.
void let_sleep(const thread_pool& pool)
{
    while (pool.is_awake())
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

bool is_blocked(int signal)
{
    sigset_t now;
    pthread_sigmask(SIG_SETMASK, nullptr, &now);
    return sigismember(&now, signal);
}

//! How often each part of a run was done, and by which threads.
struct tally {
    explicit tally(int count) : done(static_cast<std::size_t>(count)) {}

    void add(int part)
    {
        ++done[static_cast<std::size_t>(part)];
        const std::lock_guard guard(mutex);
        threads.insert(std::this_thread::get_id());
    }
    std::size_t count_threads()
    {
        const std::lock_guard guard(mutex);
        return threads.size();
    }
    bool each_is_done_once() const
    {
        for (const auto& times : done)
            if (times != 1)
                return false;
        return true;
    }

    std::vector<std::atomic<int>> done;
    std::mutex mutex;
    std::set<std::thread::id> threads;
};

} // namespace

class qa_thread_pool : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_thread_pool);
    CPPUNIT_TEST(each_part_is_done_once);
    CPPUNIT_TEST(helpers_take_part);
    CPPUNIT_TEST(no_more_threads_than_asked_for);
    CPPUNIT_TEST(sleepers_are_left_alone_unless_woken);
    CPPUNIT_TEST(callers_at_once_do_not_wait_for_each_other);
    CPPUNIT_TEST(a_part_may_run_parts_of_its_own);
    CPPUNIT_TEST(what_a_part_throws_reaches_the_caller);
    CPPUNIT_TEST(waits_long_for_a_slow_helper);
    CPPUNIT_TEST(helpers_get_no_signals);
    CPPUNIT_TEST(helpers_of_a_pinned_thread_use_all_cores);
    CPPUNIT_TEST(a_forked_process_does_without);
    CPPUNIT_TEST(short_work_is_not_shared);
    CPPUNIT_TEST(long_work_is_shared_evenly);
    CPPUNIT_TEST(times_settle_on_what_is_usual);
    CPPUNIT_TEST_SUITE_END();

public:
    void each_part_is_done_once()
    {
        for (const int helpers : { 0, 1, 3, 7 }) {
            thread_pool pool(helpers);
            for (int count = 0; count < 200; ++count) {
                tally counted(count);
                pool.run(count, helpers, true, [&](int part) { counted.add(part); });
                CPPUNIT_ASSERT(counted.each_is_done_once());
            }
        }
    }

    void helpers_take_part()
    {
        thread_pool pool(2);
        tally counted(1000);
        // Each waits for the others, which may take its time on a machine of one core.
        std::atomic<int> turns_left{ 500'000 };
        pool.run(1000, 2, true, [&](int part) {
            counted.add(part);
            while (counted.count_threads() < 3 && turns_left-- > 0)
                std::this_thread::sleep_for(std::chrono::microseconds(100));
        });
        CPPUNIT_ASSERT(counted.each_is_done_once());
        CPPUNIT_ASSERT_EQUAL(std::size_t(3), counted.count_threads());
    }

    void no_more_threads_than_asked_for()
    {
        thread_pool pool(4);
        for (int i = 0; i < 20; ++i) {
            tally counted(50);
            pool.run(50, 1, true, [&](int part) {
                counted.add(part);
                std::this_thread::sleep_for(std::chrono::microseconds(20));
            });
            CPPUNIT_ASSERT(counted.threads.size() <= 2);
        }
        tally alone(50);
        pool.run(50, 0, true, [&](int part) { alone.add(part); });
        CPPUNIT_ASSERT(alone.threads ==
                       std::set<std::thread::id>{ std::this_thread::get_id() });
    }

    void sleepers_are_left_alone_unless_woken()
    {
        thread_pool pool(1);
        in_a_helper(pool, [] {});
        let_sleep(pool);
        tally counted(20);
        pool.run(20, 1, false, [&](int part) {
            counted.add(part);
            std::this_thread::sleep_for(std::chrono::microseconds(100));
        });
        CPPUNIT_ASSERT(counted.each_is_done_once());
        CPPUNIT_ASSERT_EQUAL(std::size_t(1), counted.threads.size());
    }

    void callers_at_once_do_not_wait_for_each_other()
    {
        thread_pool pool(2);
        std::atomic<bool> is_right{ true };
        std::vector<std::thread> callers;
        for (int caller = 0; caller < 4; ++caller)
            callers.emplace_back([&, caller] {
                for (int i = 0; i < 500; ++i) {
                    tally counted(1 + (i + caller) % 9);
                    pool.run(static_cast<int>(counted.done.size()),
                             2,
                             i % 3 != 0,
                             [&](int part) { counted.add(part); });
                    if (!counted.each_is_done_once())
                        is_right = false;
                }
            });
        for (auto& each : callers)
            each.join();
        CPPUNIT_ASSERT(is_right);
    }

    void a_part_may_run_parts_of_its_own()
    {
        thread_pool pool(2);
        tally outer(6), inner(36);
        pool.run(6, 2, true, [&](int part) {
            outer.add(part);
            pool.run(6, 2, true, [&](int within) { inner.add(6 * part + within); });
        });
        CPPUNIT_ASSERT(outer.each_is_done_once() && inner.each_is_done_once());
    }

    void what_a_part_throws_reaches_the_caller()
    {
        thread_pool pool(1);
        const auto caller = std::this_thread::get_id();
        for (const bool in_helper : { false, true }) {
            std::atomic<int> begun{ 0 };
            const auto fail = [&](int) {
                ++begun;
                if ((std::this_thread::get_id() != caller) == in_helper)
                    throw std::runtime_error("this part");
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            };
            CPPUNIT_ASSERT_THROW(pool.run(100000, 1, true, fail), std::runtime_error);
            CPPUNIT_ASSERT(begun < 100000);
        }
        tally counted(20);
        pool.run(20, 1, true, [&](int part) { counted.add(part); });
        CPPUNIT_ASSERT(counted.each_is_done_once());
    }

    void waits_long_for_a_slow_helper()
    {
        thread_pool pool(1);
        const auto caller = std::this_thread::get_id();
        std::atomic<bool> has_helper{ false };
        std::atomic<int> ended{ 0 };
        pool.run(2, 1, true, [&](int) {
            if (std::this_thread::get_id() != caller) {
                has_helper = true;
                std::this_thread::sleep_for(std::chrono::milliseconds(20));
            } else {
                while (!has_helper)
                    std::this_thread::yield();
            }
            ++ended;
        });
        CPPUNIT_ASSERT_EQUAL(2, ended.load());
    }

    void helpers_get_no_signals()
    {
        thread_pool pool(1);
        CPPUNIT_ASSERT(!is_blocked(SIGTERM));
        bool is_safe = false;
        in_a_helper(pool, [&] { is_safe = is_blocked(SIGTERM) && is_blocked(SIGINT); });
        CPPUNIT_ASSERT(is_safe);
        CPPUNIT_ASSERT(!is_blocked(SIGTERM));
    }

    void helpers_of_a_pinned_thread_use_all_cores()
    {
        const auto all = cores_of_process();
        if (all.empty())
            testing::skip("no cores can be chosen here");
        std::vector<int> of_caller, of_helper;
        std::thread([&] {
            thread_pool pool(3);
            keep_on_cores(this_thread(), { all.back() });
            of_caller = cores_of_thread(0);
            in_a_helper(pool, [&] { of_helper = cores_of_thread(0); });
        }).join();
        CPPUNIT_ASSERT(of_caller == std::vector<int>{ all.back() });
        CPPUNIT_ASSERT(of_helper == all);
    }

    // Threads do not come along.
    void a_forked_process_does_without()
    {
        for (const bool asleep : { true, false }) {
            thread_pool pool(1);
            in_a_helper(pool, [] {});
            if (asleep)
                let_sleep(pool);
            const pid_t child = fork();
            if (child == 0) {
                alarm(300); // ends it otherwise
                bool is_right = true;
                for (int i = 0; i < 1000; ++i) {
                    tally counted(8);
                    pool.run(8, 1, true, [&](int part) { counted.add(part); });
                    is_right &= counted.each_is_done_once();
                }
                _exit(is_right ? 0 : 1);
            }
            int status = 1;
            CPPUNIT_ASSERT_EQUAL(child, waitpid(child, &status, 0));
            CPPUNIT_ASSERT_EQUAL(0, status);
        }
    }

    void short_work_is_not_shared()
    {
        CPPUNIT_ASSERT_EQUAL(0, choose_parts(1e-6, 16, 8).helpers);
        CPPUNIT_ASSERT_EQUAL(1, choose_parts(1e-6, 16, 8).count);
        CPPUNIT_ASSERT_EQUAL(0, choose_parts(1, 1, 8).helpers);
        CPPUNIT_ASSERT_EQUAL(0, choose_parts(1, 16, 1).helpers);
        CPPUNIT_ASSERT(!choose_parts(12e-6, 16, 2).wakes);
        CPPUNIT_ASSERT_EQUAL(1, choose_parts(12e-6, 16, 2).helpers);
        // As many as find some microseconds' work.
        CPPUNIT_ASSERT(choose_parts(20e-6, 16, 64).helpers < 8);
    }

    void long_work_is_shared_evenly()
    {
        for (const int threads : { 2, 3, 16 })
            for (const std::uint64_t most : { 2, 5, 16, 100000 }) {
                const auto parts = choose_parts(1e-3, most, threads);
                CPPUNIT_ASSERT(parts.wakes);
                CPPUNIT_ASSERT(parts.count >= 2);
                CPPUNIT_ASSERT(static_cast<std::uint64_t>(parts.count) <= most);
                CPPUNIT_ASSERT_EQUAL(std::min(threads, parts.count) - 1, parts.helpers);
                if (parts.count > threads)
                    CPPUNIT_ASSERT_EQUAL(0, parts.count % threads);
            }
        CPPUNIT_ASSERT(choose_parts(-1, 16, 2).wakes); // not known
    }

    void times_settle_on_what_is_usual()
    {
        unit_time time;
        CPPUNIT_ASSERT_EQUAL(0.0, time.seconds(10));
        time.add(10, 1); // which compiled
        CPPUNIT_ASSERT(time.seconds(10) < 0);
        time.add(10, 1e-3);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(2e-3, time.seconds(20), 1e-9);
        time.add(10, 1); // disturbed
        CPPUNIT_ASSERT(time.seconds(10) < 0.1);
        for (int i = 0; i < 200; ++i)
            time.add(10, 2e-3);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(2e-3, time.seconds(10), 1e-4);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_thread_pool);
