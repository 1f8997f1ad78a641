/* SPDX-License-Identifier: GPL-3.0-or-later */
// What searches leave for later ones: lines, what is damaged, what is forgotten.
#include "support/faults/damage.h"
#include "tune/timing/timing_file.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <gpufft/error.h>
#include <sys/stat.h>
#include <unistd.h>
#include <boost/filesystem.hpp>
#include <fstream>
#include <random>

using namespace gpufft;

namespace {

timing_record record_of(const std::string& plan, std::vector<double> seconds)
{
    timing_record r;
    r.on = { "opencl", "a \"CPU\"", "a platform", "1.0", "avx", "0.1.0" };
    r.calls = { 1 << 25, 0, true };
    r.plan = plan;
    r.seconds = std::move(seconds);
    r.when_s = 1000;
    return r;
}

const timing_record& timed()
{
    // 0.1 + 0.2 needs all its digits.
    static const auto r =
        record_of("c2c forward 256: pass 2 | 16.16", { 1.25e-5, 0.1 + 0.2 });
    return r;
}

std::string read_text(const std::string& path)
{
    std::ifstream from(path, std::ios::binary);
    return { std::istreambuf_iterator<char>(from), {} };
}

void write_text(const std::string& path, const std::string& text)
{
    std::ofstream(path, std::ios::binary | std::ios::trunc) << text;
}

} // namespace

class qa_timing_file : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_timing_file);
    CPPUNIT_TEST(a_record_is_its_line_again);
    CPPUNIT_TEST(lines_that_are_no_records_say_why);
    CPPUNIT_TEST(a_damaged_line_is_a_record_or_says_why);
    CPPUNIT_TEST(calls_are_told_apart);
    CPPUNIT_TEST(truncated_at_every_byte);
    CPPUNIT_TEST(forgets_what_it_is_told);
    CPPUNIT_TEST(lies_beside_the_wisdom);
    CPPUNIT_TEST(one_that_cannot_be_written_is_not_in_the_way);
    CPPUNIT_TEST(one_that_others_may_write_is_not_known);
    CPPUNIT_TEST(nobody_waits_for_a_fifo);
    CPPUNIT_TEST_SUITE_END();

public:
    void setUp() override
    {
        ::umask(022);
        d_folder = boost::filesystem::temp_directory_path() /
                   boost::filesystem::unique_path("qa_timing_file-%%%%%%%%");
        d_path = (d_folder / "deep" / "timings.jsonl").string();
    }
    void tearDown() override { boost::filesystem::remove_all(d_folder); }

    void a_record_is_its_line_again()
    {
        for (const auto& r :
             { timed(), record_of("r2c forward 8x8: stockham | 8", {}) }) {
            const auto line = to_line(r);
            CPPUNIT_ASSERT_EQUAL(std::string::npos, line.find('\n'));
            const auto again = parse_timing(line);
            CPPUNIT_ASSERT_EQUAL(line, to_line(again));
            CPPUNIT_ASSERT(again.on == r.on && again.calls == r.calls);
            CPPUNIT_ASSERT(again.seconds == r.seconds && again.plan == r.plan);
        }
        CPPUNIT_ASSERT_EQUAL(std::string("c2c forward 256"), timed().transform());
    }

    void lines_that_are_no_records_say_why()
    {
        const auto line = to_line(timed());
        const auto changed = [&](const std::string& from, const std::string& to) {
            auto text = line;
            return text.replace(text.find(from), from.size(), to);
        };
        const std::pair<std::string, const char*> WRONG[] = {
            { "{}", "it is no timing" },
            { "{\"a\":" + std::string(1000000, '['), "nests more than 16" },
            { "not JSON", "it is no JSON, from byte 2 on" },
            { changed("\"gpufft-timing\":1", "\"gpufft-timing\":2"), "another format" },
            { changed("1.25e-05", "-1"), "no time" },
            { changed("1.25e-05", "0"), "no time" },
            { changed("1.25e-05", "\"fast\""), "type must be number" },
            { changed("\"driver\":\"1.0\",", ""), "driver" },
            { changed("\"rows\":0", "\"rows\":4294967296"),
              "rows must be a whole number" },
            { changed("\"input_bytes\":", "\"input_bytes\":-"), "input_bytes must be" },
            { changed("\"when_s\":1000", "\"when_s\":1e300"), "when_s must be a whole" },
            { changed(" | 16.16", "\\n evil | 16.16"),
              "plan holds the control character" },
        };
        for (const auto& [text, why] : WRONG) {
            try {
                parse_timing(text);
                CPPUNIT_FAIL("was taken: " + text);
            } catch (const plan_error& e) {
                CPPUNIT_ASSERT_MESSAGE(
                    e.what(), std::string(e.what()).find(why) != std::string::npos);
            }
        }
    }

    void a_damaged_line_is_a_record_or_says_why()
    {
        const auto seed = std::random_device()();
        fmt::print("timings: damage with seed {}\n", seed);
        testing::line_damage damage(seed);
        int taken = 0, refused = 0;
        for (int i = 0; i < 3000; ++i) {
            const auto line = damage.of(to_line(timed()));
            try {
                const auto again = to_line(parse_timing(line));
                CPPUNIT_ASSERT_EQUAL_MESSAGE(line, again, to_line(parse_timing(again)));
                ++taken;
            } catch (const plan_error&) {
                ++refused; // anything else that is thrown fails
            }
        }
        // Without this count the test might have seen nothing.
        CPPUNIT_ASSERT(taken > 30 && refused > 300);
    }

    void calls_are_told_apart()
    {
        const timed_calls by_bytes{ 4096, 0, false };
        CPPUNIT_ASSERT(!(by_bytes == timed_calls{ 8192, 0, false }));
        CPPUNIT_ASSERT(!(by_bytes == timed_calls{ 4096, 0, true }));
        CPPUNIT_ASSERT(!(by_bytes == timed_calls{ 4096, 3, false }));
        // Rows that are said leave nothing to the bytes.
        CPPUNIT_ASSERT((timed_calls{ 1, 3, false } == timed_calls{ 2, 3, false }));
    }

    void truncated_at_every_byte()
    {
        const timing_file file(d_path);
        const auto other = record_of("c2c forward 8: stockham | 8", { 1 });
        file.append({ timed() });
        const auto text = read_text(d_path);
        for (std::size_t bytes = 0; bytes <= text.size(); ++bytes) {
            write_text(d_path, text.substr(0, bytes));
            file.append({ other });
            const auto found = file.read();
            const std::size_t whole = bytes + 1 >= text.size();
            CPPUNIT_ASSERT_EQUAL(whole + 1, found.size());
            CPPUNIT_ASSERT_EQUAL(other.plan, found.back().plan);
        }
    }

    void forgets_what_it_is_told()
    {
        const timing_file file(d_path);
        CPPUNIT_ASSERT_EQUAL(std::size_t(0),
                             file.keep([](const auto&) { return false; }));
        CPPUNIT_ASSERT(!boost::filesystem::exists(d_path));
        file.append({ timed(), record_of("c2c forward 8: stockham | 8", { 1 }) });
        const auto later = R"({"gpufft-timing":2,"of":"a later version"})";
        write_text(d_path, read_text(d_path) + later + "\n{\"cut");
        CPPUNIT_ASSERT_EQUAL(std::size_t(1), file.keep([](const timing_record& r) {
            return r.transform() == "c2c forward 256";
        }));
        CPPUNIT_ASSERT_EQUAL(to_line(timed()) + '\n' + later + '\n', read_text(d_path));
    }

    void lies_beside_the_wisdom()
    {
        const wisdom_store store((d_folder / "deep" / "wisdom.jsonl").string());
        CPPUNIT_ASSERT_EQUAL(d_path, timing_file(store).path());
        const timing_file none{ wisdom_store("") };
        none.append({ timed() });
        CPPUNIT_ASSERT(none.path().empty() && none.read().empty());
    }

    void one_that_cannot_be_written_is_not_in_the_way()
    {
        boost::filesystem::create_directories(d_path); // a folder where the file would be
        const timing_file file(d_path);
        CPPUNIT_ASSERT_NO_THROW(file.append({ timed() }));
        CPPUNIT_ASSERT(file.read().empty());
    }

    void one_that_others_may_write_is_not_known()
    {
        const timing_file file(d_path);
        file.append({ timed() });
        const auto text = read_text(d_path);
        ::chmod(d_path.c_str(), 0666);
        CPPUNIT_ASSERT(file.read().empty());
        file.append({ timed() });
        CPPUNIT_ASSERT_EQUAL(text, read_text(d_path));
        ::chmod(d_path.c_str(), 0644);
        CPPUNIT_ASSERT_EQUAL(std::size_t(1), file.read().size());
    }

    void nobody_waits_for_a_fifo()
    {
        ::alarm(600); // who waits does so for ever
        boost::filesystem::create_directories(d_folder / "deep");
        CPPUNIT_ASSERT_EQUAL(0, ::mkfifo(d_path.c_str(), 0600));
        const timing_file file(d_path);
        CPPUNIT_ASSERT_NO_THROW(file.append({ timed() }));
        CPPUNIT_ASSERT(file.read().empty());
        ::alarm(0);
    }

private:
    boost::filesystem::path d_folder;
    std::string d_path;
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_timing_file);
