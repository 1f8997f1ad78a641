/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "survey/store/claims.h"
#include "survey/store/whole_file.h"
#include <cppunit/extensions/HelperMacros.h>
#include <unistd.h>
#include <boost/filesystem.hpp>
#include <atomic>
#include <fstream>
#include <thread>
#include <vector>

using namespace gpufft;
using std::chrono::milliseconds;

namespace {

constexpr claims::timing QUICK = { milliseconds(20), milliseconds(300) };

class qa_claims : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_claims);
    CPPUNIT_TEST(one_of_two_gets_a_part);
    CPPUNIT_TEST(an_owner_who_lives_keeps_it);
    CPPUNIT_TEST(a_process_of_this_host_that_ended_has_none);
    CPPUNIT_TEST(another_host_is_waited_for_whatever_its_clock_says);
    CPPUNIT_TEST(a_host_that_was_started_again_has_none);
    CPPUNIT_TEST(one_call_waits_until_it_is_known_whether_the_owner_lives);
    CPPUNIT_TEST(many_threads_take_each_part_once);
    CPPUNIT_TEST_SUITE_END();

public:
    void setUp() override
    {
        d_folder = (boost::filesystem::temp_directory_path() /
                    boost::filesystem::unique_path("qa_claims_%%%%%%%%"))
                       .string();
    }
    void tearDown() override { boost::filesystem::remove_all(d_folder); }

    void one_of_two_gets_a_part()
    {
        claims one(d_folder, QUICK), other(d_folder, QUICK);
        CPPUNIT_ASSERT(one.take("a"));
        CPPUNIT_ASSERT(!other.take("a"));
        CPPUNIT_ASSERT(other.take("b"));
        one.let_go("a");
        CPPUNIT_ASSERT(other.take("a"));
    }

    void an_owner_who_lives_keeps_it()
    {
        claims one(d_folder, QUICK), other(d_folder, QUICK);
        CPPUNIT_ASSERT(one.take("a"));
        const auto until = std::chrono::steady_clock::now() + 4 * QUICK.patience;
        while (std::chrono::steady_clock::now() < until) {
            CPPUNIT_ASSERT(!other.take("a"));
            std::this_thread::sleep_for(milliseconds(10));
        }
    }

    void a_process_of_this_host_that_ended_has_none()
    {
        claims one(d_folder, QUICK);
        std::string text;
        {
            claims gone(d_folder, QUICK);
            CPPUNIT_ASSERT(gone.take("a"));
            text = *contents_of(d_folder + "/a");
        }
        // The number of a process that is another one by now: it began at another time.
        const auto start = text.find(' ', text.find(' ') + 1);
        write("a", text.substr(0, start) + " 1 0x0 5\n");
        CPPUNIT_ASSERT(one.take("a"));
    }

    void another_host_is_waited_for_whatever_its_clock_says()
    {
        claims one(d_folder, QUICK);
        boost::filesystem::create_directories(d_folder);
        write("a", "elsewhere/1234 77 5 0x0 9\n");
        // The file's time is of a clock that is an hour behind, or ahead.
        for (const int hours : { -1, 1 }) {
            boost::filesystem::last_write_time(d_folder + "/a",
                                               ::time(nullptr) + 3600 * hours);
            CPPUNIT_ASSERT(!one.take("a"));
        }
        std::this_thread::sleep_for(QUICK.patience / 2);
        write("a", "elsewhere/1234 77 5 0x0 10\n"); // it lives
        CPPUNIT_ASSERT(!one.take("a"));
        std::this_thread::sleep_for(QUICK.patience * 3 / 4);
        CPPUNIT_ASSERT(!one.take("a"));
        std::this_thread::sleep_for(QUICK.patience / 2);
        CPPUNIT_ASSERT(one.take("a"));
    }

    void a_host_that_was_started_again_has_none()
    {
        std::string text;
        {
            claims before(d_folder, QUICK);
            CPPUNIT_ASSERT(before.take("a"));
            text = *contents_of(d_folder + "/a");
        }
        const auto host = text.substr(0, text.find(' '));
        const auto boot = host.rfind('/');
        const bool has_number = host.find('/') != boot; // of /etc/machine-id
        write("a", host.substr(0, boot) + "/another-boot 1 1 0x0 5\n");
        write("b", "of-this-name/another-machine/another-boot 1 1 0x0 5\n");
        claims one(d_folder, QUICK);
        CPPUNIT_ASSERT_EQUAL(has_number, one.take("a"));
        CPPUNIT_ASSERT(!one.take("b"));
    }

    void one_call_waits_until_it_is_known_whether_the_owner_lives()
    {
        claims one(d_folder, QUICK), other(d_folder, QUICK);
        boost::filesystem::create_directories(d_folder);
        write("gone", "elsewhere/1234 77 5 0x0 9\n");
        write("empty", ""); // its owner went down with its host
        CPPUNIT_ASSERT(one.take_patiently("gone"));
        CPPUNIT_ASSERT(one.take_patiently("empty"));
        const auto begin = std::chrono::steady_clock::now();
        CPPUNIT_ASSERT(!other.take_patiently("gone")); // a process that runs has it
        CPPUNIT_ASSERT(std::chrono::steady_clock::now() - begin < QUICK.patience);
        std::atomic<bool> ends{ false };
        write("far", "elsewhere/1234 77 5 0x0 9\n");
        std::thread far_away([&] {
            for (int beat = 10; !ends; ++beat) {
                write("far", "elsewhere/1234 77 5 0x0 " + std::to_string(beat) + "\n");
                std::this_thread::sleep_for(QUICK.beat);
            }
        });
        const bool was_taken = one.take_patiently("far");
        ends = true;
        far_away.join();
        CPPUNIT_ASSERT(!was_taken);
    }

    void many_threads_take_each_part_once()
    {
        // A thread that stands still for long on a busy machine keeps its claims, and
        // lets them go when all have tried all parts.
        auto patient = QUICK;
        patient.patience *= 1000;
        std::atomic<int> taken{ 0 }, ready{ 0 };
        std::vector<std::thread> threads;
        for (int i = 0; i < 4; ++i)
            threads.emplace_back([&] {
                claims own(d_folder, patient);
                for (int part = 0; part < 50; ++part)
                    taken += own.take(std::to_string(part)) ? 1 : 0;
                ++ready;
                while (ready < 4)
                    std::this_thread::yield();
            });
        for (auto& each : threads)
            each.join();
        CPPUNIT_ASSERT_EQUAL(50, taken.load());
    }

private:
    void write(const std::string& part, const std::string& text) const
    {
        std::ofstream(d_folder + "/" + part) << text;
    }

    std::string d_folder;
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_claims);

} // namespace
