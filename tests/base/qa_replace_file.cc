/* SPDX-License-Identifier: GPL-3.0-or-later */
// A file that is replaced is what it was or what it is then, and nothing lies beside it.
#include "base/line_file.h"
#include "base/replace_file.h"
#include <cppunit/extensions/HelperMacros.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>
#include <boost/filesystem.hpp>
#include <algorithm>
#include <chrono>
#include <csignal>
#include <ctime>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

using namespace gpufft;
namespace fs = boost::filesystem;

namespace {

constexpr std::chrono::seconds AT_ONCE(0), AN_HOUR(3600);

std::string read_text(const fs::path& path)
{
    std::ifstream from(path.string(), std::ios::binary);
    return { std::istreambuf_iterator<char>(from), {} };
}

void write_text(const fs::path& path, const std::string& text)
{
    std::ofstream(path.string(), std::ios::binary | std::ios::trunc) << text;
}

std::vector<std::string> names_in(const fs::path& folder)
{
    std::vector<std::string> names;
    for (fs::directory_iterator entry(folder), end; entry != end; ++entry)
        names.push_back(entry->path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
}

using names = std::vector<std::string>;

} // namespace

class qa_replace_file : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_replace_file);
    CPPUNIT_TEST(makes_and_replaces);
    CPPUNIT_TEST(a_link_is_replaced_and_not_followed);
    CPPUNIT_TEST(a_file_that_somebody_put_beside_it_is_not_written);
    CPPUNIT_TEST(a_full_disk_leaves_what_was_there);
    CPPUNIT_TEST(a_name_that_is_a_folders_leaves_nothing_behind);
    CPPUNIT_TEST(leftovers_go_and_nothing_else);
    CPPUNIT_TEST(young_leftovers_stay);
    CPPUNIT_TEST(a_file_of_lines_sweeps_its_own);
    CPPUNIT_TEST_SUITE_END();

public:
    void setUp() override
    {
        ::umask(022);
        d_folder = fs::temp_directory_path() / fs::unique_path("qa_replace-%%%%%%%%");
        fs::create_directories(d_folder);
        d_path = (d_folder / "file").string();
    }
    void tearDown() override { fs::remove_all(d_folder); }

    void makes_and_replaces()
    {
        for (const auto how : { durability::checked, durability::synced }) {
            replace_file(d_path, { "one ", "two" }, how);
            CPPUNIT_ASSERT_EQUAL(std::string("one two"), read_text(d_path));
            replace_file(d_path, { "three" }, how);
            CPPUNIT_ASSERT_EQUAL(std::string("three"), read_text(d_path));
            CPPUNIT_ASSERT(names_in(d_folder) == names{ "file" });
        }
        struct stat made = {};
        ::stat(d_path.c_str(), &made);
        CPPUNIT_ASSERT_EQUAL(0600u, made.st_mode & 07777);
    }

    void a_link_is_replaced_and_not_followed()
    {
        write_text(d_folder / "other", "theirs");
        fs::create_symlink(d_folder / "other", d_path);
        replace_file(d_path, { "ours" }, durability::synced);
        CPPUNIT_ASSERT_EQUAL(std::string("ours"), read_text(d_path));
        CPPUNIT_ASSERT_EQUAL(std::string("theirs"), read_text(d_folder / "other"));
    }

    // A name that can be told beforehand could be a link to what this user may write.
    void a_file_that_somebody_put_beside_it_is_not_written()
    {
        write_text(d_folder / "other", "theirs");
        fs::create_symlink(d_folder / "other", d_path + ".new");
        line_file(d_path).append({ "a", "b" });
        line_file(d_path).keep([](const std::string& line) { return line == "b"; });
        CPPUNIT_ASSERT_EQUAL(std::string("b\n"), read_text(d_path));
        CPPUNIT_ASSERT_EQUAL(std::string("theirs"), read_text(d_folder / "other"));
    }

    void a_full_disk_leaves_what_was_there()
    {
        line_file(d_path).append({ std::string(8000, 'a'), "b" });
        const auto before = names_in(d_folder);
        const auto child = ::fork();
        if (child == 0)
            ::_exit(is_refused_where_the_disk_is_full() ? 0 : 1);
        int status = -1;
        ::waitpid(child, &status, 0);
        CPPUNIT_ASSERT_EQUAL(0, status);
        CPPUNIT_ASSERT_EQUAL(std::size_t(8003), read_text(d_path).size());
        CPPUNIT_ASSERT(names_in(d_folder) == before);
    }

    void a_name_that_is_a_folders_leaves_nothing_behind()
    {
        fs::create_directories(d_path);
        for (const auto how : { durability::checked, durability::synced })
            CPPUNIT_ASSERT_THROW(replace_file(d_path, { "text" }, how),
                                 std::system_error);
        CPPUNIT_ASSERT(names_in(d_folder) == names{ "file" });
        CPPUNIT_ASSERT_THROW(replace_file(d_path + "2/x", { "" }, durability::synced),
                             std::system_error);
    }

    void leftovers_go_and_nothing_else()
    {
        const names stay = { "file.backup",
                             "file.new",
                             "file.new-1234",
                             "file.new-1.3456",
                             "file2.new-ABCD12" };
        for (const auto& name : stay)
            write_text(d_folder / name, "");
        write_text(d_folder / "file.new-aB3456", "");
        remove_leftovers(d_folder.string(), "file", AT_ONCE);
        auto left = names_in(d_folder);
        CPPUNIT_ASSERT(
            std::is_permutation(left.begin(), left.end(), stay.begin(), stay.end()));
        // An empty name removes leftovers of any file.
        remove_leftovers(d_folder.string(), "", AT_ONCE);
        left = names_in(d_folder);
        CPPUNIT_ASSERT(
            std::is_permutation(left.begin(), left.end(), stay.begin(), stay.end() - 1));
        CPPUNIT_ASSERT_NO_THROW(remove_leftovers(d_path + "/none", "", AT_ONCE));
    }

    void young_leftovers_stay()
    {
        write_text(d_folder / "a.new-111111", "");
        write_text(d_folder / "a.new-222222", "");
        fs::last_write_time(d_folder / "a.new-111111", std::time(nullptr) - 7200);
        // A time to come is that of a clock that was wrong: nobody is writing the file.
        write_text(d_folder / "a.new-333333", "");
        fs::last_write_time(d_folder / "a.new-333333", std::time(nullptr) + 7200);
        remove_leftovers(d_folder.string(), "", AN_HOUR);
        CPPUNIT_ASSERT(names_in(d_folder) == names{ "a.new-222222" });
    }

    void a_file_of_lines_sweeps_its_own()
    {
        const line_file file(d_path);
        file.append({ "a", "b" });
        write_text(d_path + ".new-abc123", "of a process that was killed");
        file.keep([](const std::string& line) { return line == "b"; });
        CPPUNIT_ASSERT((names_in(d_folder) == names{ "file", "file.lock" }));
    }

private:
    //! A limit of the size of files fails like a full disk.
    bool is_refused_where_the_disk_is_full() const
    {
        ::signal(SIGXFSZ, SIG_IGN);
        const rlimit limit = { 4096, 4096 };
        ::setrlimit(RLIMIT_FSIZE, &limit);
        try {
            line_file(d_path).keep([](const std::string&) { return true; });
        } catch (const std::system_error&) {
            return true;
        }
        return false;
    }

    fs::path d_folder;
    std::string d_path;
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_replace_file);
