/* SPDX-License-Identifier: GPL-3.0-or-later */
// Records in files: what is damaged, who writes at once, who is killed on the way.
#include "plan/wisdom/wisdom_file.h"
#include "plan/wisdom/wisdom_store.h"
#include "support/faults/damage.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <gpufft/error.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <boost/filesystem.hpp>
#include <atomic>
#include <chrono>
#include <csignal>
#include <fstream>
#include <future>
#include <random>
#include <set>
#include <sstream>
#include <thread>

using namespace gpufft;

namespace {

device_key some_device(const std::string& driver = "1.0")
{
    return { "cuda", "a \"GPU\"", "a platform", driver, "sm_90", "0.1.0" };
}

wisdom_entry plan_of(const std::string& transform, std::int64_t when_s = 1000)
{
    wisdom_entry p;
    p.on = some_device();
    p.transform = transform;
    p.plan = transform + ": stockham | 16.16";
    p.seconds = 1.25e-5;
    p.before_s = 0.1 + 0.2; // needs all its digits
    p.batch = 1 << 20;
    p.how = effort::exhaustive;
    p.when_s = when_s;
    return p;
}

probe_record probe()
{
    return { some_device(), { { "launch_us", 2.5 }, { "copy_gb_per_s", 4000 } }, 77 };
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

std::set<std::string> transforms_of(const wisdom_content& c)
{
    std::set<std::string> all;
    for (const auto& r : c.records)
        all.insert(std::get<wisdom_entry>(r).transform);
    return all;
}

} // namespace

class qa_wisdom : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_wisdom);
    CPPUNIT_TEST(a_record_is_its_line_again);
    CPPUNIT_TEST(lines_that_are_no_records_say_why);
    CPPUNIT_TEST(a_damaged_line_is_a_record_or_says_why);
    CPPUNIT_TEST(a_file_that_is_not_there_is_empty);
    CPPUNIT_TEST(damage_is_skipped);
    CPPUNIT_TEST(truncated_at_every_byte);
    CPPUNIT_TEST(forgets_what_it_is_told);
    CPPUNIT_TEST(eight_processes_append_at_once);
    CPPUNIT_TEST(killed_processes_leave_whole_lines_to_the_others);
    CPPUNIT_TEST(a_store_sees_what_others_append);
    CPPUNIT_TEST(what_is_to_come_does_not_count_for_ever);
    CPPUNIT_TEST(nobody_waits_for_who_waits_to_write);
    CPPUNIT_TEST(a_store_that_cannot_write_keeps_it);
    CPPUNIT_TEST(a_file_that_others_may_write_is_not_known);
    CPPUNIT_TEST(a_link_is_not_followed);
    CPPUNIT_TEST(nobody_waits_for_a_fifo);
    CPPUNIT_TEST_SUITE_END();

public:
    void setUp() override
    {
        ::umask(022);
        d_folder = boost::filesystem::temp_directory_path() /
                   boost::filesystem::unique_path("qa_wisdom-%%%%%%%%");
        d_path = (d_folder / "deep" / "wisdom.jsonl").string();
    }
    void tearDown() override { boost::filesystem::remove_all(d_folder); }

    void a_record_is_its_line_again()
    {
        const auto few = [] {
            auto p = plan_of("c2c forward 256");
            p.rows = call_size::few;
            return p;
        }();
        for (const wisdom_record& r : { wisdom_record(plan_of("r2c forward 16x16")),
                                        wisdom_record(few),
                                        wisdom_record(probe()) }) {
            const auto line = to_line(r);
            CPPUNIT_ASSERT_EQUAL(std::string::npos, line.find('\n'));
            const auto again = parse_wisdom(line);
            CPPUNIT_ASSERT_EQUAL(line, to_line(again));
            CPPUNIT_ASSERT(on_of(again) == some_device());
        }
        const auto p = std::get<wisdom_entry>(parse_wisdom(to_line(few)));
        CPPUNIT_ASSERT_EQUAL(few.before_s, p.before_s);
        CPPUNIT_ASSERT(p.rows == call_size::few && p.how == effort::exhaustive);
        const auto q = std::get<probe_record>(parse_wisdom(to_line(probe())));
        CPPUNIT_ASSERT_EQUAL(2.5, q.numbers.at("launch_us"));
    }

    void lines_that_are_no_records_say_why()
    {
        const auto line = to_line(plan_of("c2c forward 256"));
        const auto changed = [&](const std::string& from, const std::string& to) {
            auto text = line;
            return text.replace(text.find(from), from.size(), to);
        };
        const auto deep = std::string(1000000, '[') + std::string(1000000, ']');
        const std::pair<std::string, const char*> WRONG[] = {
            { "{}", "it is no wisdom" },
            { "[1]", "it is no wisdom" },
            { "fftw-3.3.10", "it is no JSON, from byte 2 on" },
            { changed("\"gpufft-wisdom\":1", "\"gpufft-wisdom\":2"), "another format" },
            { changed("\"record\":\"plan\"", "\"record\":\"poem\""), "poem" },
            { changed("\"many\"", "\"some\""), "some" },
            { changed("exhaustive", "heroic"), "heroic" },
            { changed("1.25e-05", "-1"), "no time" },
            { changed("1.25e-05", "\"fast\""), "type must be number" },
            { changed("\"driver\":\"1.0\",", ""), "driver" },
            { changed("\"when_s\":1000", "\"when_s\":-1"), "when_s must be a whole" },
            { changed("\"when_s\":1000", "\"when_s\":" + deep), "nests more than 16" },
            { deep, "nests more than 16" },
            { "[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]", "it is no wisdom" }, // 16
            { R"({"a\\":"[[[[[[[[[[[[[[[[[\"[["})", "it is no wisdom" },
            { changed("\"record\":\"plan\"", "\"record\":" + deep),
              "nests more than 16" },
            { changed("\"when_s\":1000", "\"when_s\":1e300"), "when_s must be a whole" },
            { changed("\"when_s\":1000", "\"when_s\":253402300800"), "when_s must be" },
            { changed("\"batch\":1048576", "\"batch\":-1"), "batch must be a whole" },
            { changed("\"batch\":1048576", "\"batch\":true"), "got true" },
            { changed(" | 16.16", "\\n evil | 16.16"),
              "plan holds the control character" },
            { changed("c2c forward 256\"", "c2c\\u001b[2J\""), "transform holds the" },
        };
        for (const auto& [text, why] : WRONG) {
            try {
                parse_wisdom(text);
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
        fmt::print("wisdom: damage with seed {}\n", seed);
        testing::line_damage damage(seed);
        int taken = 0, refused = 0;
        for (int i = 0; i < 3000; ++i) {
            const auto line =
                damage.of(i % 2 ? to_line(plan_of("c2c forward 256")) : to_line(probe()));
            try {
                const auto again = to_line(parse_wisdom(line));
                CPPUNIT_ASSERT_EQUAL_MESSAGE(line, again, to_line(parse_wisdom(again)));
                ++taken;
                parse_sent_wisdom(line);
            } catch (const plan_error&) {
                ++refused; // anything else that is thrown fails
            }
        }
        // Without this count the test might have seen nothing.
        CPPUNIT_ASSERT(taken > 30 && refused > 300);
    }

    void a_file_that_is_not_there_is_empty()
    {
        CPPUNIT_ASSERT(wisdom_file(d_path).read().records.empty());
    }

    void damage_is_skipped()
    {
        const wisdom_file file(d_path);
        file.append({ plan_of("c2c forward 2"), plan_of("c2c forward 3") });
        auto text = read_text(d_path);
        write_text(d_path,
                   "(fftw-3.3.10 fftwf_wisdom #x1)\n" + text +
                       std::string("\0\xff\n\n", 4) + text.substr(0, 40));
        file.append({ plan_of("c2c forward 5") });
        const auto found = file.read();
        CPPUNIT_ASSERT_EQUAL(std::size_t(3), found.skipped);
        CPPUNIT_ASSERT(
            (transforms_of(found) ==
             std::set<std::string>{ "c2c forward 2", "c2c forward 3", "c2c forward 5" }));
    }

    // Whole lines stay, and a line that is appended next is whole, wherever the file was
    // cut.
    void truncated_at_every_byte()
    {
        const wisdom_file file(d_path);
        file.append({ plan_of("c2c forward 2"), probe() });
        const auto text = read_text(d_path);
        const auto first = text.find('\n');
        for (std::size_t bytes = 0; bytes <= text.size(); ++bytes) {
            write_text(d_path, text.substr(0, bytes));
            file.append({ plan_of("c2c forward 3") });
            const auto found = file.read();
            const std::size_t whole = (bytes >= first) + (bytes + 1 >= text.size());
            CPPUNIT_ASSERT_EQUAL_MESSAGE(
                fmt::format("{} bytes", bytes), whole + 1, found.records.size());
            CPPUNIT_ASSERT_EQUAL(std::string("c2c forward 3"),
                                 std::get<wisdom_entry>(found.records.back()).transform);
            const bool is_cut = bytes > 0 && bytes != first && bytes != first + 1 &&
                                bytes + 1 < text.size();
            CPPUNIT_ASSERT_EQUAL(std::size_t(is_cut), found.skipped);
        }
    }

    void forgets_what_it_is_told()
    {
        const wisdom_file file(d_path);
        file.append(
            { plan_of("c2c forward 2", 10), plan_of("c2c forward 3", 20), probe() });
        const auto later = R"({"gpufft-wisdom":2,"of":"a later version"})";
        write_text(d_path, read_text(d_path) + later + "\n{\"cut");
        const auto left_out =
            file.keep([](const wisdom_record& r) { return when_of(r) >= 20; });
        CPPUNIT_ASSERT_EQUAL(std::size_t(1), left_out);
        CPPUNIT_ASSERT_EQUAL(to_line(plan_of("c2c forward 3", 20)) + '\n' +
                                 to_line(probe()) + '\n' + later + '\n',
                             read_text(d_path));
    }

    void eight_processes_append_at_once()
    {
        constexpr int EACH = 50;
        std::vector<pid_t> all;
        for (int p = 0; p < 8; ++p)
            all.push_back(in_process([&] {
                for (int i = 0; i < EACH; ++i)
                    wisdom_file(d_path).append(
                        { plan_of(fmt::format("{} of {}", i, p)) });
            }));
        for (const auto p : all)
            CPPUNIT_ASSERT_EQUAL(0, wait_for(p));
        const auto found = wisdom_file(d_path).read();
        CPPUNIT_ASSERT_EQUAL(std::size_t(0), found.skipped);
        CPPUNIT_ASSERT_EQUAL(std::size_t(8 * EACH), transforms_of(found).size());
    }

    // Some processes write forever and are killed; the lines of the one that is not are
    // all there.
    void killed_processes_leave_whole_lines_to_the_others()
    {
        std::mt19937 random(1);
        const auto endless = [&] {
            for (int i = 0;; ++i) {
                wisdom_file file(d_path);
                file.append({ plan_of("killed"), plan_of("killed"), probe() });
                if (i % 50 == 49)
                    file.keep([](const wisdom_record& r) {
                        const auto* p = std::get_if<wisdom_entry>(&r);
                        return p && p->transform != "killed";
                    });
            }
        };
        std::vector<pid_t> all;
        for (int p = 0; p < 7; ++p)
            all.push_back(in_process(endless));
        std::set<std::string> written;
        for (int i = 0; i < 60; ++i) {
            written.insert(fmt::format("line {}", i));
            wisdom_file(d_path).append({ plan_of(fmt::format("line {}", i)) });
            if (i % 3 == 0) {
                auto& one = all[random() % all.size()];
                ::kill(one, SIGKILL);
                wait_for(one);
                one = in_process(endless);
            }
        }
        for (const auto p : all) {
            ::kill(p, SIGKILL);
            wait_for(p);
        }
        std::set<std::string> found;
        for (const auto& r : wisdom_file(d_path).read().records) {
            if (const auto* p = std::get_if<wisdom_entry>(&r);
                p && p->transform != "killed")
                found.insert(p->transform);
        }
        CPPUNIT_ASSERT(written == found);
    }

    void a_store_sees_what_others_append()
    {
        wisdom_store store(d_path);
        const auto before = store.book();
        wisdom_file(d_path).append({ plan_of("c2c forward 2") });
        const auto after = store.book();
        CPPUNIT_ASSERT(after->of_device(some_device(), "c2c forward 2", call_size::many));
        CPPUNIT_ASSERT(before->records().empty());
        CPPUNIT_ASSERT(after == store.book());
        store.add({ probe() });
        CPPUNIT_ASSERT(store.book()->probe_of(some_device()));
        CPPUNIT_ASSERT(!store.book()->probe_of(some_device("2.0")));
        CPPUNIT_ASSERT_EQUAL(std::size_t(2), wisdom_file(d_path).read().records.size());
    }

    // A time far ahead is that of a machine whose clock is wrong; a clock that is a
    // little fast is no such fault.
    void what_is_to_come_does_not_count_for_ever()
    {
        const std::int64_t now_s = 1000000, years_later_s = now_s + 300000000;
        const auto at = [](std::int64_t when_s, const std::string& driver) {
            auto p = plan_of("c2c forward 2", when_s);
            p.on.driver = driver;
            p.on.product = "GPU of " + driver;
            return p;
        };
        const auto asked = some_device();
        const auto found_s = [&](const std::vector<wisdom_entry>& all) {
            wisdom_index book(now_s);
            for (const auto& p : all)
                book.add(p);
            return book.of_architecture(asked, "c2c forward 2", call_size::many)->when_s;
        };
        // Two plans, in either order: both for one device; for two devices of one
        // architecture.
        for (const auto* other : { "1", "2" }) {
            for (const auto later_s : { years_later_s, now_s + 90000 }) {
                const auto newest = at(now_s, "1"), later = at(later_s, other);
                CPPUNIT_ASSERT_EQUAL(now_s, found_s({ later, newest }));
                CPPUNIT_ASSERT_EQUAL(now_s, found_s({ newest, later }));
            }
            const auto newest = at(now_s, "1"), soon = at(now_s + 80000, other);
            CPPUNIT_ASSERT_EQUAL(soon.when_s, found_s({ newest, soon }));
            CPPUNIT_ASSERT_EQUAL(soon.when_s, found_s({ soon, newest }));
        }
        // A plan of a time to come counts where there is no other.
        CPPUNIT_ASSERT_EQUAL(years_later_s, found_s({ at(years_later_s, "1") }));
        wisdom_index book(now_s);
        book.add(at(years_later_s, "1"));
        book.add(at(now_s, "2"));
        const auto hints = book.hints(asked, "c2c forward 2", call_size::many);
        CPPUNIT_ASSERT_EQUAL(now_s, hints.front()->when_s);
    }

    void nobody_waits_for_who_waits_to_write()
    {
        wisdom_store store(d_path);
        store.add({ probe() });
        const int lock = ::open((d_path + ".lock").c_str(), O_RDWR);
        CPPUNIT_ASSERT_EQUAL(0, ::flock(lock, LOCK_EX)); // as another process
        std::atomic<bool> has_begun{ false };
        auto added = std::async(std::launch::async, [&] {
            has_begun = true;
            store.add({ plan_of("c2c forward 2") });
        });
        while (!has_begun)
            std::this_thread::yield();
        // The other thread waits for the lock by then; were it not, nothing would be
        // wrong.
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        auto seen = std::async(std::launch::async, [&] { return store.book(); });
        const auto found = seen.wait_for(std::chrono::seconds(20));
        ::close(lock);
        added.get();
        CPPUNIT_ASSERT(found == std::future_status::ready);
        CPPUNIT_ASSERT(seen.get()->probe_of(some_device()));
        CPPUNIT_ASSERT_EQUAL(std::size_t(1), plans_of(store));
    }

    static std::size_t plans_of(wisdom_store& store)
    {
        return store.book()->records().size() - 1; // and a probe
    }

    void a_store_that_cannot_write_keeps_it()
    {
        boost::filesystem::create_directories(d_path); // a folder where the file would be
        for (const auto& path : { std::string(), d_path }) {
            wisdom_store store(path);
            store.add({ plan_of("c2c forward 2") });
            CPPUNIT_ASSERT_EQUAL(std::size_t(1), store.book()->records().size());
        }
    }

    void a_file_that_others_may_write_is_not_known()
    {
        wisdom_file(d_path).append({ plan_of("c2c forward 2") });
        for (const auto& path : { d_path, d_path + ".lock" }) {
            ::chmod(path.c_str(), 0666);
            const auto text = read_text(d_path);
            assert_keeps_it_for_this_process();
            CPPUNIT_ASSERT_EQUAL(text, read_text(d_path));
            ::chmod(path.c_str(), 0600);
        }
        ::chmod(d_path.c_str(), 0666);
        CPPUNIT_ASSERT(wisdom_store(d_path).book()->records().empty());
        ::chmod(d_path.c_str(), 0644); // others may read it
        CPPUNIT_ASSERT_EQUAL(std::size_t(1),
                             wisdom_store(d_path).book()->records().size());
    }

    void a_link_is_not_followed()
    {
        const auto other = (d_folder / "other").string();
        wisdom_file(other).append({ plan_of("c2c forward 2") });
        const auto text = read_text(other);
        boost::filesystem::create_directories(d_folder / "deep");
        boost::filesystem::create_symlink(other, d_path);
        CPPUNIT_ASSERT(wisdom_store(d_path).book()->records().empty());
        assert_keeps_it_for_this_process();
        CPPUNIT_ASSERT_EQUAL(text, read_text(other));
    }

    void nobody_waits_for_a_fifo()
    {
        ::alarm(600); // who waits does so for ever
        boost::filesystem::create_directories(d_folder / "deep");
        CPPUNIT_ASSERT_EQUAL(0, ::mkfifo(d_path.c_str(), 0600));
        assert_keeps_it_for_this_process();
        ::alarm(0);
    }

private:
    void assert_keeps_it_for_this_process() const
    {
        wisdom_store store(d_path);
        store.add({ plan_of("c2c forward 3") });
        const auto book = store.book();
        CPPUNIT_ASSERT(book->of_device(some_device(), "c2c forward 3", call_size::many));
    }

    template <typename Work>
    static pid_t in_process(Work work)
    {
        const auto child = ::fork();
        CPPUNIT_ASSERT(child >= 0);
        if (child == 0) {
            try {
                work();
            } catch (...) {
                ::_exit(1);
            }
            ::_exit(0);
        }
        return child;
    }

    static int wait_for(pid_t child)
    {
        int status = 0;
        ::waitpid(child, &status, 0);
        return status;
    }

    boost::filesystem::path d_folder;
    std::string d_path;
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_wisdom);
