/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "device/kernels/kernel_cache.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <boost/filesystem.hpp>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>

using namespace gpufft;
namespace fs = boost::filesystem;

namespace {

const std::string KEY = "0123456789abcdef0123456789abcdef";
const kernel_cache::bytes SMALL = { 'k', 'e', 'r', 'n', 'e', 'l', 0, 255 };

std::string content_of(const fs::path& file)
{
    std::ifstream in(file.string(), std::ios::binary);
    return { std::istreambuf_iterator<char>(in), {} };
}

void write(const fs::path& file, const std::string& content)
{
    std::ofstream(file.string(), std::ios::binary | std::ios::trunc) << content;
}

unsigned mode_of(const fs::path& path)
{
    struct stat status;
    CPPUNIT_ASSERT_EQUAL(0, ::stat(path.c_str(), &status));
    return status.st_mode & 0777;
}

std::ptrdiff_t files_in(const fs::path& folder)
{
    return std::distance(fs::directory_iterator(folder), fs::directory_iterator());
}

device_info some_device()
{
    device_info info;
    info.product = "product";
    info.platform = "platform";
    info.driver = "driver";
    return info;
}

} // namespace

class qa_kernel_cache : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_kernel_cache);
    CPPUNIT_TEST(gives_back_what_was_stored);
    CPPUNIT_TEST(read_only_it_stores_nothing);
    CPPUNIT_TEST(is_for_its_owner_alone);
    CPPUNIT_TEST(any_truncation_is_as_good_as_none);
    CPPUNIT_TEST(any_flipped_byte_is_as_good_as_none);
    CPPUNIT_TEST(a_longer_file_is_as_good_as_none);
    CPPUNIT_TEST(a_file_under_another_key_is_as_good_as_none);
    CPPUNIT_TEST(a_file_that_others_can_write_is_as_good_as_none);
    CPPUNIT_TEST(a_link_is_as_good_as_none);
    CPPUNIT_TEST(a_fifo_is_as_good_as_none);
    CPPUNIT_TEST(works_without_a_folder_that_can_be_written);
    CPPUNIT_TEST(a_full_disk_leaves_nothing_behind);
    CPPUNIT_TEST(readers_never_see_a_part_while_many_write);
    CPPUNIT_TEST(beyond_the_limit_the_oldest_go);
    CPPUNIT_TEST(those_of_a_time_to_come_are_the_oldest);
    CPPUNIT_TEST(what_is_used_is_of_a_time_to_come_no_more);
    CPPUNIT_TEST(a_limit_holds_while_many_are_stored);
    CPPUNIT_TEST(the_limit_is_the_users);
    CPPUNIT_TEST(what_killed_processes_left_goes);
    CPPUNIT_TEST(the_key_changes_with_all_it_depends_on);
    CPPUNIT_TEST(the_plan_at_the_head_is_no_part_of_the_key);
    CPPUNIT_TEST_SUITE_END();

public:
    void setUp() override
    {
        d_root = fs::temp_directory_path() / fs::unique_path("qa_kernel_cache-%%%%%%%%");
        d_folder = d_root / "gpufft" / "kernels";
    }
    void tearDown() override { fs::remove_all(d_root); }

    void gives_back_what_was_stored()
    {
        const kernel_cache cache(d_folder.string());
        CPPUNIT_ASSERT(!cache.load(KEY));
        for (const auto& stored : { SMALL, kernel_cache::bytes(1 << 20, 7), SMALL }) {
            cache.store(KEY, stored);
            CPPUNIT_ASSERT(stored == cache.load(KEY).value());
        }
        CPPUNIT_ASSERT(!cache.load("another"));
        CPPUNIT_ASSERT_EQUAL(std::ptrdiff_t(1), files_in(d_folder));
    }

    void read_only_it_stores_nothing()
    {
        const kernel_cache cache(d_folder.string());
        const auto other = cache.read_only();
        CPPUNIT_ASSERT(cache.takes_more() && !other.takes_more() && other.is_on());
        other.store(KEY, SMALL);
        CPPUNIT_ASSERT(!cache.load(KEY));
        cache.store(KEY, SMALL);
        CPPUNIT_ASSERT(SMALL == other.load(KEY).value());
    }

    void is_for_its_owner_alone()
    {
        const auto mask = ::umask(0);
        kernel_cache(d_folder.string()).store(KEY, SMALL);
        ::umask(mask);
        CPPUNIT_ASSERT_EQUAL(0700u, mode_of(d_folder));
        CPPUNIT_ASSERT_EQUAL(0600u, mode_of(d_folder / KEY));
    }

    void any_truncation_is_as_good_as_none()
    {
        const auto whole = stored_file();
        for (std::size_t length = 0; length < whole.size(); ++length)
            assert_rebuilt(fmt::format("{} bytes", length), whole.substr(0, length));
    }

    void any_flipped_byte_is_as_good_as_none()
    {
        const auto whole = stored_file();
        for (std::size_t i = 0; i < whole.size(); ++i) {
            auto flipped = whole;
            flipped[i] = static_cast<char>(flipped[i] ^ 1);
            assert_rebuilt(fmt::format("byte {}", i), flipped);
        }
    }

    void a_longer_file_is_as_good_as_none()
    {
        assert_rebuilt("one byte more", stored_file() + "x");
    }

    void a_file_under_another_key_is_as_good_as_none()
    {
        stored_file();
        fs::rename(d_folder / KEY, d_folder / "another");
        CPPUNIT_ASSERT(!kernel_cache(d_folder.string()).load("another"));
    }

    void a_file_that_others_can_write_is_as_good_as_none()
    {
        for (const unsigned mode : { 0620u, 0602u }) {
            stored_file();
            ::chmod((d_folder / KEY).c_str(), mode);
            CPPUNIT_ASSERT(!kernel_cache(d_folder.string()).load(KEY));
        }
    }

    void a_link_is_as_good_as_none()
    {
        stored_file();
        fs::rename(d_folder / KEY, d_root / KEY);
        fs::create_symlink(d_root / KEY, d_folder / KEY);
        CPPUNIT_ASSERT(!kernel_cache(d_folder.string()).load(KEY));
        assert_stores("over a link");
    }

    void a_fifo_is_as_good_as_none()
    {
        fs::create_directories(d_folder);
        CPPUNIT_ASSERT_EQUAL(0, ::mkfifo((d_folder / KEY).c_str(), 0600));
        ::alarm(600); // who waits does so for ever
        CPPUNIT_ASSERT(!kernel_cache(d_folder.string()).load(KEY));
        ::alarm(0);
        assert_stores("over a FIFO");
    }

    void works_without_a_folder_that_can_be_written()
    {
        fs::create_directories(d_root);
        write(d_root / "file", "");
        for (const std::string& folder :
             { std::string(), (d_root / "file" / "kernels").string() }) {
            const kernel_cache cache(folder);
            cache.store(KEY, SMALL); // a warning at most
            CPPUNIT_ASSERT(!cache.load(KEY));
        }
    }

    void a_full_disk_leaves_nothing_behind()
    {
        // A file-size limit of one block fails like a full disk, in a process of its own.
        fs::create_directories(d_folder);
        const int status = in_child([&] {
            ::signal(SIGXFSZ, SIG_IGN);
            const rlimit limit = { 4096, 4096 };
            ::setrlimit(RLIMIT_FSIZE, &limit);
            kernel_cache(d_folder.string()).store(KEY, kernel_cache::bytes(100000, 1));
            return 0;
        });
        CPPUNIT_ASSERT_EQUAL(0, status);
        CPPUNIT_ASSERT_EQUAL(std::ptrdiff_t(0), files_in(d_folder));
    }

    void readers_never_see_a_part_while_many_write()
    {
        std::vector<pid_t> writers;
        for (int i = 0; i < 8; ++i) {
            writers.push_back(::fork());
            if (writers.back() == 0) {
                const kernel_cache cache(d_folder.string());
                for (int turn = 0; turn < 100; ++turn)
                    cache.store(KEY, kernel_cache::bytes(100000 + i, char(i)));
                ::_exit(0);
            }
        }
        const kernel_cache cache(d_folder.string());
        while (!cache.load(KEY))
            std::this_thread::yield();
        bool is_whole = true;
        for (const auto writer : writers) {
            while (::waitpid(writer, nullptr, WNOHANG) == 0) {
                const auto seen = cache.load(KEY);
                is_whole = is_whole && seen && seen->size() == 100000u + seen->front();
            }
        }
        CPPUNIT_ASSERT(is_whole);
        CPPUNIT_ASSERT_EQUAL(std::ptrdiff_t(1), files_in(d_folder));
    }

    // What was used lately stays, though it was stored long ago.
    void beyond_the_limit_the_oldest_go()
    {
        constexpr int COUNT = 16;
        const kernel_cache roomy(d_folder.string(), COUNT * LARGE * 2);
        for (int i = 0; i < COUNT; ++i) {
            roomy.store(key(i), kernel_cache::bytes(LARGE, 1));
            set_age(d_folder / key(i), 3600 * (100 - i));
        }
        CPPUNIT_ASSERT(roomy.load(key(0)));
        write(d_folder / "somebody's", std::string(LARGE, 'x'));
        kernel_cache(d_folder.string(), COUNT * LARGE / 2)
            .store(key(COUNT), kernel_cache::bytes(LARGE, 1));
        CPPUNIT_ASSERT(fs::exists(d_folder / "somebody's"));
        const auto left = files_in(d_folder) - 1;
        CPPUNIT_ASSERT(left >= COUNT / 4 && left <= COUNT / 2);
        CPPUNIT_ASSERT(roomy.load(key(0)));
        CPPUNIT_ASSERT(roomy.load(key(COUNT)));
        for (int i = 1; i < COUNT; ++i)
            CPPUNIT_ASSERT_EQUAL(i >= COUNT + 2 - left, roomy.load(key(i)).has_value());
    }

    // A clock that was wrong has left them: they would stay until that time.
    void those_of_a_time_to_come_are_the_oldest()
    {
        constexpr int COUNT = 16;
        const kernel_cache roomy(d_folder.string(), COUNT * LARGE * 2);
        for (int i = 0; i < COUNT; ++i) {
            roomy.store(key(i), kernel_cache::bytes(LARGE, 1));
            set_age(d_folder / key(i), i < COUNT / 2 ? -A_YEAR : 3600 * 100);
        }
        kernel_cache(d_folder.string(), COUNT * LARGE)
            .store(key(COUNT), kernel_cache::bytes(LARGE, 1));
        CPPUNIT_ASSERT(files_in(d_folder) < COUNT);
        CPPUNIT_ASSERT(fs::exists(d_folder / key(COUNT)));
        for (int i = COUNT / 2; i < COUNT; ++i)
            CPPUNIT_ASSERT(fs::exists(d_folder / key(i)));
    }

    void what_is_used_is_of_a_time_to_come_no_more()
    {
        stored_file();
        set_age(d_folder / KEY, -A_YEAR);
        CPPUNIT_ASSERT(kernel_cache(d_folder.string()).load(KEY));
        CPPUNIT_ASSERT(fs::last_write_time(d_folder / KEY) <= std::time(nullptr));
    }

    void a_limit_holds_while_many_are_stored()
    {
        constexpr int MOST = 20;
        const kernel_cache cache(d_folder.string(), MOST * LARGE);
        for (int i = 0; i < 5 * MOST; ++i) {
            cache.store(key(i), kernel_cache::bytes(LARGE, 1));
            CPPUNIT_ASSERT(files_in(d_folder) <= MOST + 2);
        }
        CPPUNIT_ASSERT(files_in(d_folder) >= MOST / 2);
        CPPUNIT_ASSERT(cache.load(key(5 * MOST - 1)));
    }

    void the_limit_is_the_users()
    {
        constexpr std::uintmax_t MIB = 1 << 20;
        ::unsetenv("GPUFFT_KERNEL_CACHE_MIB");
        CPPUNIT_ASSERT_EQUAL(512 * MIB, kernel_cache::default_most_bytes());
        CPPUNIT_ASSERT(!kernel_cache::default_folder().empty());
        ::setenv("GPUFFT_KERNEL_CACHE_MIB", "3", 1);
        CPPUNIT_ASSERT_EQUAL(3 * MIB, kernel_cache::default_most_bytes());
        ::setenv("GPUFFT_KERNEL_CACHE_MIB", "0", 1);
        CPPUNIT_ASSERT_EQUAL(std::string(), kernel_cache::default_folder());
        ::unsetenv("GPUFFT_KERNEL_CACHE_MIB");
    }

    void what_killed_processes_left_goes()
    {
        fs::create_directories(d_folder);
        const auto old = d_folder / (KEY + ".new-aB3xyz");
        const auto young = d_folder / (KEY + ".new-zzzzzz");
        for (const auto& left : { old, young })
            write(left, "a part");
        set_age(old, 2 * 3600);
        kernel_cache(d_folder.string()).store(KEY, SMALL); // the first there
        CPPUNIT_ASSERT(!fs::exists(old));
        CPPUNIT_ASSERT(fs::exists(young)); // somebody may be writing it
    }

    void the_key_changes_with_all_it_depends_on()
    {
        auto product = some_device(), platform = some_device(), driver = some_device(),
             compiler = some_device();
        product.product += "2";
        platform.platform += "2";
        driver.driver += "2";
        compiler.compiler += "2";
        const std::vector<std::string> keys = {
            kernel_cache::key_of("text", some_device(), "options"),
            kernel_cache::key_of("text2", some_device(), "options"),
            kernel_cache::key_of("text", some_device(), "options2"),
            kernel_cache::key_of("text", product, "options"),
            kernel_cache::key_of("text", platform, "options"),
            kernel_cache::key_of("text", driver, "options"),
            kernel_cache::key_of("text", compiler, "options"),
        };
        for (std::size_t i = 0; i < keys.size(); ++i)
            for (std::size_t j = 0; j < keys.size(); ++j)
                CPPUNIT_ASSERT_EQUAL(i == j, keys[i] == keys[j]);
        CPPUNIT_ASSERT_EQUAL(keys[0],
                             kernel_cache::key_of("text", some_device(), "options"));
    }

    void the_plan_at_the_head_is_no_part_of_the_key()
    {
        const auto key_of = [](const char* text) {
            return kernel_cache::key_of(text, some_device(), "options");
        };
        CPPUNIT_ASSERT_EQUAL(key_of("text // one\n"),
                             key_of("// a\n// b\ntext // one\n"));
        CPPUNIT_ASSERT(key_of("text // one\n") != key_of("text // two\n"));
        CPPUNIT_ASSERT(key_of("// just this") != key_of(""));
    }

private:
    static constexpr std::size_t LARGE = 16000; // whole blocks with the header

    static constexpr std::time_t A_YEAR = 365 * 86400;

    static std::string key(int number) { return fmt::format("{:032x}", number); }

    static void set_age(const fs::path& file, std::time_t seconds)
    {
        fs::last_write_time(file, std::time(nullptr) - seconds);
    }

    std::string stored_file()
    {
        fs::remove_all(d_folder);
        kernel_cache(d_folder.string()).store(KEY, SMALL);
        return content_of(d_folder / KEY);
    }

    void assert_stores(const std::string& why)
    {
        const kernel_cache cache(d_folder.string());
        cache.store(KEY, SMALL);
        CPPUNIT_ASSERT_MESSAGE(why, SMALL == cache.load(KEY).value());
    }

    void assert_rebuilt(const std::string& why, const std::string& damaged)
    {
        write(d_folder / KEY, damaged);
        CPPUNIT_ASSERT_MESSAGE(why, !kernel_cache(d_folder.string()).load(KEY));
        assert_stores(why);
    }

    template <typename Body>
    static int in_child(Body body)
    {
        const pid_t child = ::fork();
        if (child == 0)
            ::_exit(body());
        int status = -1;
        ::waitpid(child, &status, 0);
        return status;
    }

    fs::path d_root, d_folder;
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_kernel_cache);
