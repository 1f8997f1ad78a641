/* SPDX-License-Identifier: GPL-3.0-or-later */
// The file of timings stays small: what goes, what stays, and several processes at it.
#include "tune/timing/newest_timings.h"
#include "tune/timing/timing_file.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>
#include <boost/filesystem.hpp>
#include <map>

using namespace gpufft;

namespace {

timing_record record_of(const std::string& plan, double seconds)
{
    timing_record r;
    r.on = { "opencl", "a CPU", "a platform", "1.0", "avx", "0.1.0" };
    r.calls = { 1 << 25, 0, false };
    r.plan = plan;
    r.seconds = { seconds };
    return r;
}

std::string line_of(const std::string& plan, double seconds)
{
    return to_line(record_of(plan, seconds));
}

using lines = std::vector<std::string>;
constexpr std::size_t ENOUGH = 1 << 20;

} // namespace

class qa_newest_timings : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_newest_timings);
    CPPUNIT_TEST(the_newest_of_each_stays);
    CPPUNIT_TEST(what_is_damaged_goes);
    CPPUNIT_TEST(the_oldest_go_first);
    CPPUNIT_TEST(a_file_stays_small);
    CPPUNIT_TEST(a_small_file_stays_as_it_is);
    CPPUNIT_TEST(nothing_is_lost_between_processes);
    CPPUNIT_TEST_SUITE_END();

public:
    void setUp() override
    {
        d_folder = boost::filesystem::temp_directory_path() /
                   boost::filesystem::unique_path("qa_newest_timings-%%%%%%%%");
        d_path = (d_folder / "timings.jsonl").string();
    }
    void tearDown() override { boost::filesystem::remove_all(d_folder); }

    void the_newest_of_each_stays()
    {
        auto elsewhere = record_of("a", 1);
        elsewhere.on.driver = "2.0";
        auto beside = record_of("a", 1);
        beside.calls.is_shared = true;
        auto three = record_of("a", 1), three_again = record_of("a", 2);
        three.calls = { 100, 3, false };
        three_again.calls = { 200, 3, false }; // rows leave nothing to the bytes
        auto broken = record_of("b", 1);
        broken.seconds.clear();
        const lines all = { line_of("a", 1),     to_line(elsewhere), to_line(broken),
                            line_of("b", 2),     to_line(beside),    to_line(three),
                            to_line(elsewhere),  line_of("a", 3),    to_line(broken),
                            to_line(three_again) };
        const lines want = { to_line(beside),
                             to_line(elsewhere),
                             line_of("a", 3),
                             to_line(broken),
                             to_line(three_again) };
        CPPUNIT_ASSERT(want == newest_timings(all, ENOUGH));
        CPPUNIT_ASSERT(want == newest_timings(want, ENOUGH));
    }

    void what_is_damaged_goes()
    {
        const std::string later = R"({"gpufft-timing":2,"of":"a later version"})";
        const auto whole = line_of("a", 1);
        const lines all = {
            whole.substr(0, 40), later, "not a record", whole.substr(0, 40) + whole, whole
        };
        CPPUNIT_ASSERT((lines{ later, whole } == newest_timings(all, ENOUGH)));
    }

    void the_oldest_go_first()
    {
        lines all;
        for (int i = 0; i < 10; ++i)
            all.push_back(line_of(fmt::format("plan {}", i), 1));
        const auto each = all[0].size() + 1;
        for (const std::size_t count : { 0, 1, 4, 10 }) {
            const lines last(all.end() - static_cast<std::ptrdiff_t>(count), all.end());
            CPPUNIT_ASSERT(last == newest_timings(all, count * each));
            CPPUNIT_ASSERT(last == newest_timings(all, count * each + each - 1));
        }
    }

    void a_file_stays_small()
    {
        constexpr std::size_t MOST = 10000;
        const timing_file file(d_path, MOST);
        for (int i = 0; i < 500; ++i) {
            file.append({ record_of(fmt::format("plan {}", i), 1) });
            CPPUNIT_ASSERT(boost::filesystem::file_size(d_path) <= MOST);
            CPPUNIT_ASSERT_EQUAL(fmt::format("plan {}", i), file.read().back().plan);
        }
        // Half of it is left, so that it is not written anew at each line.
        const auto kept = file.read().size();
        const auto each = boost::filesystem::file_size(d_path) / kept;
        CPPUNIT_ASSERT(kept >= MOST / 2 / each - 1);
    }

    void a_small_file_stays_as_it_is()
    {
        const timing_file file(d_path);
        file.append({ record_of("a", 1), record_of("a", 2) });
        file.append({ record_of("a", 3) });
        CPPUNIT_ASSERT_EQUAL(std::size_t(3), file.read().size());
    }

    // Each says something about its own plans again and again; all of them shorten what
    // the others have just appended to.
    void nothing_is_lost_between_processes()
    {
        constexpr int PROCESSES = 3, PLANS = 8, ROUNDS = 60;
        constexpr std::size_t MOST = 4 * PROCESSES * PLANS * 200; // of some 200 bytes
        const timing_file file(d_path, MOST);
        std::vector<pid_t> children;
        for (int process = 0; process < PROCESSES; ++process) {
            children.push_back(::fork());
            CPPUNIT_ASSERT(children.back() >= 0);
            if (children.back() != 0)
                continue;
            for (int round = 1; round <= ROUNDS; ++round)
                for (int i = 0; i < PLANS; ++i)
                    file.append(
                        { record_of(fmt::format("{} of {}", i, process), round) });
            ::_exit(0);
        }
        for (const auto child : children) {
            int status = 1;
            ::waitpid(child, &status, 0);
            CPPUNIT_ASSERT_EQUAL(0, status);
        }
        std::map<std::string, double> last;
        for (const auto& r : file.read())
            last[r.plan] = r.seconds.at(0);
        CPPUNIT_ASSERT_EQUAL(std::size_t(PROCESSES * PLANS), last.size());
        for (const auto& [plan, seconds] : last)
            CPPUNIT_ASSERT_EQUAL_MESSAGE(plan, double(ROUNDS), seconds);
        CPPUNIT_ASSERT(boost::filesystem::file_size(d_path) <= MOST);
    }

private:
    boost::filesystem::path d_folder;
    std::string d_path;
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_newest_timings);
