/* SPDX-License-Identifier: GPL-3.0-or-later */
// Searches, wisdom, timings and kept kernels, each allocation, thread and call to the
// file system missing once in turn: an error in words, or a result that is right; files
// are whole, and what comes next works. $GPUFFT_EVERY_FAULT tries each, not a sample.
#include "base/line_file.h"
#include "device/kernels/kernel_cache.h"
#include "plan/request/parse_transform.h"
#include "plan/text/plan_text.h"
#include "reference/fake/fake_backend.h"
#include "support/faults/fault_points.h"
#include "tune/timing/timing_file.h"
#include "tune/tuner/tuner.h"
#include <boost/filesystem.hpp>
#include <algorithm>
#include <set>
#include <stdexcept>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

namespace fs = boost::filesystem;

constexpr asked FILE_CALLS[] = { asked::open, asked::folder, asked::write,
                                 asked::sync, asked::rename, asked::lock };

//! A folder that goes with this.
class own_folder
{
public:
    own_folder() : d_path(fs::temp_directory_path() / fs::unique_path("qa_faults-%%%%%%"))
    {
        fs::create_directories(d_path);
    }
    ~own_folder()
    {
        boost::system::error_code ignored;
        fs::remove_all(d_path, ignored);
    }
    own_folder(const own_folder&) = delete;
    own_folder& operator=(const own_folder&) = delete;

    std::string file(const std::string& name) const { return (d_path / name).string(); }
    //! Names of the files that are in it, but for locks.
    std::vector<std::string> files() const
    {
        std::vector<std::string> all;
        for (const auto& each : fs::directory_iterator(d_path))
            if (each.path().extension() != ".lock")
                all.push_back(each.path().filename().string());
        return all;
    }

private:
    fs::path d_path;
};

//! \return  points that were met
template <typename Work, typename Again>
long fail_each(asked what, const Work& work, const Again& again)
{
    return each_fault(what, missing::once, work, again) +
           each_fault(what, missing::for_good, work, again);
}

//! Where \p work never asks for \p what, nothing was tried: that fails the test.
template <typename Work, typename Again>
void fail_each_met(asked what, const Work& work, const Again& again)
{
    CPPUNIT_ASSERT_MESSAGE(std::string(name_of(what)) + " is not asked for",
                           fail_each(what, work, again) > 0);
}

using file_calls = std::set<asked>;

//! Every call to the file system; \p work makes \p made at least.
template <typename Work, typename Again>
void fail_file_calls(const file_calls& made, const Work& work, const Again& again)
{
    for (const auto what : FILE_CALLS) {
        if (made.count(what))
            fail_each_met(what, work, again);
        else
            fail_each(what, work, again);
    }
}

const file_calls APPENDING = { asked::open, asked::write, asked::lock };

const std::string LINE = "a line that is too long for a string without memory";

void expect_whole_lines(const line_file& file)
{
    for (const auto& line : file.read())
        CPPUNIT_ASSERT_EQUAL(LINE, line);
}

wisdom_entry some_plan()
{
    wisdom_entry p;
    p.on = { "fake", "A fake", "a platform", "1.0", "", "0.1.0" };
    p.transform = "c2c forward 256";
    p.plan = "c2c forward 256: pass 2 | 16.16";
    p.seconds = 1e-6;
    p.before_s = 2e-6;
    p.when_s = 1000;
    return p;
}

timing_record some_timing()
{
    timing_record r;
    r.on = some_plan().on;
    r.calls = { 1 << 25, 0, true };
    r.plan = some_plan().plan;
    r.seconds = { 1e-6, 2e-6 };
    r.when_s = 1000;
    return r;
}

//! A search on a device that \p control has, for wisdom in \p kept.
void search_on(const std::shared_ptr<fake_control>& control, wisdom_store& kept)
{
    device_info info;
    info.name = "fake:0";
    info.product = "A fake";
    const auto on = make_fake_device(info, control);
    tuning_settings s;
    s.budget_s = 0.005;
    s.input_bytes = 1 << 12;
    const auto found = tune({ parse_transform("c2c forward 12") }, on, kept, s);
    if (found.empty() || !found[0].failure.empty())
        throw std::runtime_error(found.empty() ? "nothing" : found[0].failure);
    CPPUNIT_ASSERT_EQUAL(found[0].transform,
                         to_string(parse_plan(found[0].after).request));
}

void search_once(wisdom_store& kept)
{
    search_on(std::make_shared<fake_control>(), kept);
}

} // namespace

class qa_faults : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_faults);
    CPPUNIT_TEST(lines_that_are_added);
    CPPUNIT_TEST(lines_that_are_replaced);
    CPPUNIT_TEST(wisdom_is_known_though_it_cannot_be_written);
    CPPUNIT_TEST(timings_are_not_in_the_way);
    CPPUNIT_TEST(kept_kernels_are_not_in_the_way);
    CPPUNIT_TEST(searches);
    CPPUNIT_TEST(searches_that_keep_nothing);
    CPPUNIT_TEST(searches_on_a_device_that_fails);
    CPPUNIT_TEST_SUITE_END();

public:
    void lines_that_are_added()
    {
        const own_folder folder;
        const line_file file(folder.file("new/lines"));
        const auto add = [&] { file.append({ LINE, LINE }); };
        const auto again = [&] {
            expect_whole_lines(file);
            const auto before = file.read().size();
            add();
            CPPUNIT_ASSERT_EQUAL(before + 2, file.read().size());
        };
        fail_each_met(asked::folder, add, again); // the first time alone makes one
        fail_file_calls(APPENDING, add, again);
        fail_each_met(asked::memory, add, again);
    }

    void lines_that_are_replaced()
    {
        const own_folder folder;
        const line_file file(folder.file("lines"));
        const auto halve = [&] {
            std::size_t number = 0;
            file.keep([&](const std::string&) { return number++ % 2 == 0; });
        };
        const auto again = [&] {
            expect_whole_lines(file);
            CPPUNIT_ASSERT_EQUAL(std::size_t(1), folder.files().size());
            file.append({ LINE, LINE });
            const auto before = file.read().size();
            halve();
            CPPUNIT_ASSERT_EQUAL((before + 1) / 2, file.read().size());
            file.append({ LINE, LINE });
        };
        file.append({ LINE, LINE, LINE });
        fail_file_calls(
            { asked::open, asked::write, asked::sync, asked::rename, asked::lock },
            halve,
            again);
        fail_each_met(asked::memory, halve, again);
    }

    void wisdom_is_known_though_it_cannot_be_written()
    {
        const own_folder folder;
        const auto p = some_plan();
        wisdom_store kept(folder.file("wisdom.jsonl"));
        const auto add = [&] {
            kept.add({ p });
            kept.book();
        };
        const auto again = [&] {
            CPPUNIT_ASSERT(kept.book()->of_device(p.on, p.transform, p.rows));
        };
        fail_file_calls(APPENDING, without_errors(add), again);
    }

    void timings_are_not_in_the_way()
    {
        const own_folder folder;
        const wisdom_store beside(folder.file("wisdom.jsonl"));
        const timing_file file(beside);
        const auto r = some_timing();
        const auto add = [&] {
            file.append({ r });
            file.read();
        };
        const auto again = [&] {
            add();
            for (const auto& each : file.read())
                CPPUNIT_ASSERT_EQUAL(to_line(r), to_line(each));
            CPPUNIT_ASSERT(!file.read().empty());
        };
        fail_file_calls(APPENDING, without_errors(add), again);
    }

    void kept_kernels_are_not_in_the_way()
    {
        const own_folder folder;
        const std::string key(32, 'a');
        const kernel_cache::bytes kernel(1000, 7);
        const kernel_cache cache(folder.file("kernels"));
        const auto store = [&] {
            cache.store(key, kernel);
            const auto found = cache.load(key);
            if (found && *found != kernel) // assertions take memory of their own
                throw std::logic_error("another kernel");
        };
        const auto again = [&] {
            store();
            CPPUNIT_ASSERT(cache.load(key) == kernel);
        };
        fail_file_calls({ asked::open, asked::folder, asked::write, asked::rename },
                        without_errors(store),
                        again);
        fail_each_met(asked::memory, without_errors(store), again);
    }

    void searches()
    {
        const own_folder folder;
        wisdom_store kept(folder.file("wisdom.jsonl"));
        const auto search = [&] { search_once(kept); };
        fail_file_calls(APPENDING, without_errors(search), search);
    }

    void searches_that_keep_nothing()
    {
        wisdom_store kept("");
        const auto search = [&] { search_once(kept); };
        search();
        fail_each_met(asked::thread, search, search);
        CPPUNIT_ASSERT(each_fault(asked::memory, missing::once, search, search) > 0);
        if (tries_every_fault())
            each_fault(asked::memory, missing::for_good, search, search);
    }

    void searches_on_a_device_that_fails()
    {
        for (const char* call : { "make_buffer",
                                  "make_queue",
                                  "build",
                                  "upload",
                                  "launch",
                                  "record",
                                  "wait",
                                  "work" }) {
            long nth = 1;
            while (nth < 30 && fails_or_is_right(call, static_cast<int>(nth)))
                nth = next_point(nth);
            CPPUNIT_ASSERT_MESSAGE(call, nth > 1);
        }
    }

private:
    //! \return whether it came to that
    static bool fails_or_is_right(const char* call, int nth)
    {
        const auto control = std::make_shared<fake_control>();
        wisdom_store kept("");
        control->calls.fail(call, nth);
        const auto number = control->calls.calls(call) + nth;
        std::string said;
        try {
            search_on(control, kept);
        } catch (const std::runtime_error& e) {
            said = e.what();
        }
        const auto what = fmt::format("{}, number {}: {}", call, nth, said);
        const bool has_failed = control->calls.calls(call) >= number;
        CPPUNIT_ASSERT_MESSAGE(what, has_failed || said.empty());
        CPPUNIT_ASSERT_EQUAL_MESSAGE(what, 0, control->live_buffers.load());
        control->calls.clear();
        search_on(control, kept);
        return has_failed;
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_faults);
