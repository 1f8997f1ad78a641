/* SPDX-License-Identifier: GPL-3.0-or-later */
// Searches that go on from what earlier ones timed, on a fake device.
#include "exec/executor/device_key.h"
#include "plan/text/plan_text.h"
#include "reference/fake/fake_backend.h"
#include "tune/timing/timing_file.h"
#include "tune/tuner/tuner.h"
#include <cppunit/extensions/HelperMacros.h>
#include <gpufft/error.h>
#include <boost/filesystem.hpp>
#include <fstream>

using namespace gpufft;

namespace {

const transform WHAT(6);

device_info fake_info(const std::string& driver)
{
    device_info info;
    info.name = "fake:0";
    info.product = "A fake";
    info.driver = driver;
    return info;
}

tuning_settings plenty()
{
    tuning_settings s;
    s.budget_s = 300; // under the sanitizers, too
    s.input_bytes = 1 << 12;
    return s;
}

} // namespace

class qa_resumed : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_resumed);
    CPPUNIT_TEST(nothing_is_timed_twice);
    CPPUNIT_TEST(one_that_was_stopped_goes_on);
    CPPUNIT_TEST(one_that_was_given_up_goes_on);
    CPPUNIT_TEST(one_that_ran_out_of_budget_counts_as_that);
    CPPUNIT_TEST(a_search_that_is_cut_short_undoes_no_whole_one);
    CPPUNIT_TEST(other_drivers_calls_and_neighbours_are_others);
    CPPUNIT_TEST(damaged_lines_are_timed_again);
    CPPUNIT_TEST(fresh_begins_anew);
    CPPUNIT_TEST_SUITE_END();

public:
    void setUp() override
    {
        d_folder = boost::filesystem::temp_directory_path() /
                   boost::filesystem::unique_path("qa_resumed-%%%%%%%%");
        boost::filesystem::create_directories(d_folder);
    }
    void tearDown() override { boost::filesystem::remove_all(d_folder); }

    void nothing_is_timed_twice()
    {
        const auto first = run(plenty());
        CPPUNIT_ASSERT(first.is_complete);
        CPPUNIT_ASSERT_EQUAL(std::size_t(0), first.known);
        CPPUNIT_ASSERT(first.timed > 5);
        const auto lines = timings();
        CPPUNIT_ASSERT_EQUAL(first.timed, lines.size());
        // The final's times are new, so that neighbours of others may be looked at, how
        // many depends on noise; but none is again: each plan has one line.
        const auto second = run(plenty());
        CPPUNIT_ASSERT(second.is_complete);
        CPPUNIT_ASSERT_EQUAL(first.timed, second.known);
        CPPUNIT_ASSERT_EQUAL(first.timed + second.timed, timings().size());
    }

    void one_that_was_stopped_goes_on()
    {
        auto settings = plenty();
        bool stop = false;
        settings.report = [&](const tuning_progress& p) { stop = p.timed > 3; };
        settings.stop = [&] { return stop; };
        const auto first = run(settings);
        CPPUNIT_ASSERT(!first.is_complete && first.failure.empty());
        CPPUNIT_ASSERT(how() < effort::measure);
        stop = false;
        const auto second = run(plenty());
        CPPUNIT_ASSERT(second.is_complete && how() == effort::measure);
        CPPUNIT_ASSERT_EQUAL(first.timed, second.known);
        CPPUNIT_ASSERT_EQUAL(first.timed + second.timed, timings().size());
    }

    void one_that_was_given_up_goes_on()
    {
        auto settings = plenty();
        bool gives_up = false;
        settings.report = [&](const tuning_progress& p) { gives_up = p.timed > 3; };
        settings.give_up = [&] { return gives_up; };
        CPPUNIT_ASSERT_EQUAL(std::string("given up"), run(settings).failure);
        const auto lines = timings();
        CPPUNIT_ASSERT(lines.size() > 3);
        for (const auto& [plan, seconds] : lines) // what was not built did not fail
            CPPUNIT_ASSERT(!seconds.empty());
        CPPUNIT_ASSERT_EQUAL(lines.size(), run(plenty()).known);
    }

    void one_that_ran_out_of_budget_counts_as_that()
    {
        auto settings = plenty();
        settings.budget_s = 0.05;
        std::size_t before = 0;
        for (int n = 0; n < 30 && how() < effort::measure; ++n) {
            settings.budget_s *= 1.5; // soon more than a slow machine plans for
            const auto one = run(settings);
            CPPUNIT_ASSERT_EQUAL(one.is_complete, how() == effort::measure);
            CPPUNIT_ASSERT_EQUAL(before, one.known);
            before = timings().size();
        }
        CPPUNIT_ASSERT(before > 5);
        CPPUNIT_ASSERT(how() == effort::measure);
    }

    void a_search_that_is_cut_short_undoes_no_whole_one()
    {
        run(plenty());
        auto settings = plenty();
        settings.stop = [&, n = 0]() mutable { return n++ > 0; };
        settings.input_bytes *= 2; // other calls: nothing is known
        CPPUNIT_ASSERT(!run(settings).is_complete);
        CPPUNIT_ASSERT(how() == effort::measure);
        // But where what was known is not to be believed.
        settings.fresh = true;
        settings.stop = [&, n = 0]() mutable { return n++ > 0; };
        run(settings);
        CPPUNIT_ASSERT(how() < effort::measure);
    }

    void other_drivers_calls_and_neighbours_are_others()
    {
        run(plenty());
        d_driver = "2.0";
        CPPUNIT_ASSERT_EQUAL(std::size_t(0), run(plenty()).known);
        d_driver = "1.0";
        auto settings = plenty();
        settings.is_shared = true;
        CPPUNIT_ASSERT_EQUAL(std::size_t(0), run(settings).known);
        settings = plenty();
        settings.rows = 3;
        CPPUNIT_ASSERT_EQUAL(std::size_t(0), run(settings).known);
        CPPUNIT_ASSERT(run(plenty()).known > 5);
    }

    void damaged_lines_are_timed_again()
    {
        const auto first = run(plenty());
        const auto path = (d_folder / "timings.jsonl").string();
        std::ifstream from(path);
        std::string text, line;
        for (std::size_t n = 0; std::getline(from, line); ++n)
            text += (n % 2 ? line : line.substr(0, line.size() / 2)) + '\n';
        from.close();
        std::ofstream(path, std::ios::trunc) << text;
        const auto left = timings().size();
        CPPUNIT_ASSERT(left < first.timed && left > 0);
        const auto second = run(plenty());
        CPPUNIT_ASSERT_EQUAL(left, second.known);
        CPPUNIT_ASSERT(second.is_complete && second.timed > 0);
    }

    void fresh_begins_anew()
    {
        const auto first = run(plenty());
        auto settings = plenty();
        settings.fresh = true;
        settings.stop = [&, n = 0]() mutable { return n++ > 0; };
        const auto second = run(settings);
        CPPUNIT_ASSERT_EQUAL(std::size_t(0), second.known);
        CPPUNIT_ASSERT(second.timed > 0 && second.timed < first.timed);
        CPPUNIT_ASSERT_EQUAL(second.timed, timings().size());
    }

private:
    tuned run(const tuning_settings& settings)
    {
        const auto on =
            make_fake_device(fake_info(d_driver), std::make_shared<fake_control>());
        wisdom_store kept((d_folder / "wisdom.jsonl").string());
        const auto all = tune({ WHAT }, on, kept, settings);
        CPPUNIT_ASSERT_EQUAL(std::size_t(1), all.size());
        return all.front();
    }

    //! That the wisdom speaks of; estimate: it knows nothing.
    effort how() const
    {
        wisdom_store kept((d_folder / "wisdom.jsonl").string());
        const auto book = kept.book();
        const auto* known = book->of_device(
            device_key_of(fake_info(d_driver)), to_string(WHAT), call_size::many);
        return known ? known->how : effort::estimate;
    }

    //! By plan line.
    std::map<std::string, std::vector<double>> timings() const
    {
        std::map<std::string, std::vector<double>> all;
        for (const auto& r : timing_file((d_folder / "timings.jsonl").string()).read())
            all[r.plan] = r.seconds;
        return all;
    }

    boost::filesystem::path d_folder;
    std::string d_driver = "1.0";
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_resumed);
