/* SPDX-License-Identifier: GPL-3.0-or-later */
// A compiler that calls exit(), as LLVM does on a full disk.
#include "device/kernels/compiler_call.h"
#include <cppunit/extensions/HelperMacros.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cstdlib>
#include <functional>
#include <string>
#include <thread>

using namespace gpufft;

namespace {

struct ended {
    int status = -1;
    std::string said; //!< on stderr
};

//! A handler that exit() calls, as what waits for builds is; static objects go then, too.
void be_called_by_exit()
{
    const std::string text = "exit() went on\n";
    const auto written = ::write(STDERR_FILENO, text.data(), text.size());
    static_cast<void>(written);
    ::_exit(0); // and on no further: not through what belongs to the other process
}

ended in_child(const std::function<void()>& work)
{
    int ends[2];
    CPPUNIT_ASSERT_EQUAL(0, ::pipe(ends));
    const pid_t child = ::fork();
    if (child == 0) {
        ::dup2(ends[1], STDERR_FILENO);
        std::atexit(be_called_by_exit);
        work();
        ::_exit(99);
    }
    ::close(ends[1]);
    ended e;
    char piece[256];
    for (ssize_t got = 0; (got = ::read(ends[0], piece, sizeof(piece))) > 0;)
        e.said.append(piece, static_cast<std::size_t>(got));
    ::close(ends[0]);
    ::waitpid(child, &e.status, 0);
    return e;
}

void expect_ended_at_once(const ended& e, const std::string& by)
{
    CPPUNIT_ASSERT(WIFEXITED(e.status));
    CPPUNIT_ASSERT_EQUAL(EXIT_FAILURE, WEXITSTATUS(e.status));
    CPPUNIT_ASSERT_EQUAL("gpufft: " + by +
                             ", has ended the process, as it does where it cannot "
                             "write: is the disk full?\n",
                         e.said);
}

} // namespace

class qa_compiler_call : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_compiler_call);
    CPPUNIT_TEST(exit_in_a_compiler_ends_the_process_at_once);
#ifndef __SANITIZE_THREAD__ // which dies where a forked process starts a thread
    CPPUNIT_TEST(so_it_does_on_a_thread);
#endif
    CPPUNIT_TEST(a_call_inside_another_leaves_that);
    CPPUNIT_TEST(exit_elsewhere_is_as_ever);
    CPPUNIT_TEST_SUITE_END();

public:
    void exit_in_a_compiler_ends_the_process_at_once()
    {
        expect_ended_at_once(in_child([] {
                                 const compiler_call now("a compiler");
                                 std::exit(0);
                             }),
                             "a compiler");
    }

    void so_it_does_on_a_thread()
    {
        expect_ended_at_once(in_child([] {
                                 std::thread([] {
                                     const compiler_call now("a compiler");
                                     std::exit(0);
                                 }).join();
                             }),
                             "a compiler");
    }

    void a_call_inside_another_leaves_that()
    {
        expect_ended_at_once(in_child([] {
                                 const compiler_call outer("the outer");
                                 {
                                     const compiler_call inner("the inner");
                                 }
                                 std::exit(0);
                             }),
                             "the outer");
    }

    void exit_elsewhere_is_as_ever()
    {
        const auto e = in_child([] {
            {
                const compiler_call over("a compiler");
            }
            std::exit(7);
        });
        CPPUNIT_ASSERT_EQUAL(std::string("exit() went on\n"), e.said);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_compiler_call);
