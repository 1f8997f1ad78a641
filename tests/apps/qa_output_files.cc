/* SPDX-License-Identifier: GPL-3.0-or-later */
// What the program writes: whole or not at all, and where it was told to alone.
#include "apps/files/output_files.h"
#include "base/trusted_file.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <boost/filesystem.hpp>
#include <csignal>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

using namespace gpufft::app;
namespace fs = boost::filesystem;

namespace {

std::string read_text(const fs::path& path)
{
    std::ifstream from(path.string(), std::ios::binary);
    return { std::istreambuf_iterator<char>(from), {} };
}

std::ptrdiff_t files_in(const fs::path& folder)
{
    return std::distance(fs::directory_iterator(folder), fs::directory_iterator());
}

} // namespace

class qa_output_files : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_output_files);
    CPPUNIT_TEST(writes_and_replaces);
    CPPUNIT_TEST(a_link_that_somebody_put_there_is_not_followed);
    CPPUNIT_TEST(a_fifo_takes_it_and_stays_one);
    CPPUNIT_TEST(a_device_takes_it_and_stays_one);
    CPPUNIT_TEST(what_is_open_takes_it);
    CPPUNIT_TEST(a_full_disk_leaves_what_was_there);
    CPPUNIT_TEST_SUITE_END();

public:
    void setUp() override
    {
        d_folder = fs::temp_directory_path() / fs::unique_path("qa_output-%%%%%%%%");
        fs::create_directories(d_folder);
        d_path = (d_folder / "file").string();
    }
    void tearDown() override { fs::remove_all(d_folder); }

    void writes_and_replaces()
    {
        const auto mask = ::umask(027);
        for (const char* text : { "one", "", "three" }) {
            write_whole_file(d_path, text);
            CPPUNIT_ASSERT_EQUAL(std::string(text), read_text(d_path));
        }
        ::umask(mask);
        CPPUNIT_ASSERT_EQUAL(std::ptrdiff_t(1), files_in(d_folder));
        struct stat made = {};
        ::stat(d_path.c_str(), &made);
        CPPUNIT_ASSERT_EQUAL(0640u, made.st_mode & 07777);
    }

    // In a folder that others write to, by the name that this process would take.
    void a_link_that_somebody_put_there_is_not_followed()
    {
        const auto other = (d_folder / "other").string();
        write_whole_file(other, "theirs");
        fs::create_symlink(other, fmt::format("{}.{}.part", d_path, ::getpid()));
        write_whole_file(d_path, "ours");
        CPPUNIT_ASSERT_EQUAL(std::string("theirs"), read_text(other));
        CPPUNIT_ASSERT_EQUAL(std::string("ours"), read_text(d_path));
        CPPUNIT_ASSERT(!fs::is_symlink(d_path));
    }

    void a_fifo_takes_it_and_stays_one()
    {
        CPPUNIT_ASSERT_EQUAL(0, ::mkfifo(d_path.c_str(), 0600));
        const gpufft::file_handle reader(::open(d_path.c_str(), O_RDONLY | O_NONBLOCK));
        write_whole_file(d_path, "text");
        char read[8] = {};
        CPPUNIT_ASSERT_EQUAL(ssize_t(4), ::read(reader.get(), read, sizeof read));
        CPPUNIT_ASSERT_EQUAL(std::string("text"), std::string(read));
        CPPUNIT_ASSERT_EQUAL(fs::fifo_file, fs::status(d_path).type());
        CPPUNIT_ASSERT_EQUAL(std::ptrdiff_t(1), files_in(d_folder));
    }

    // By a link, since root could replace the device itself.
    void a_device_takes_it_and_stays_one()
    {
        fs::create_symlink("/dev/full", d_path);
        try {
            write_whole_file(d_path, "text");
            CPPUNIT_FAIL("/dev/full has room");
        } catch (const std::runtime_error& e) {
            CPPUNIT_ASSERT_EQUAL("cannot write " + d_path + ": No space left on device",
                                 std::string(e.what()));
        }
        fs::remove(d_path);
        fs::create_symlink("/dev/null", d_path);
        write_whole_file(d_path, "text");
        CPPUNIT_ASSERT(fs::is_symlink(d_path));
        CPPUNIT_ASSERT_EQUAL(std::ptrdiff_t(1), files_in(d_folder));
    }

    // As of `gpufft wisdom export /dev/stdout >> file`.
    void what_is_open_takes_it()
    {
        const gpufft::file_handle open(
            ::open(d_path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
        for (const char* text : { "some", " more" })
            write_whole_file(fmt::format("/dev/fd/{}", open.get()), text);
        CPPUNIT_ASSERT_EQUAL(std::string("some more"), read_text(d_path));
    }

    void a_full_disk_leaves_what_was_there()
    {
        write_whole_file(d_path, "before");
        const auto child = ::fork();
        if (child == 0)
            ::_exit(is_refused_where_the_disk_is_full() ? 0 : 1);
        int status = -1;
        ::waitpid(child, &status, 0);
        CPPUNIT_ASSERT_EQUAL(0, status);
        CPPUNIT_ASSERT_EQUAL(std::string("before"), read_text(d_path));
        CPPUNIT_ASSERT_EQUAL(std::ptrdiff_t(1), files_in(d_folder));
    }

private:
    //! A limit of the size of files fails like a full disk.
    bool is_refused_where_the_disk_is_full() const
    {
        ::signal(SIGXFSZ, SIG_IGN);
        const rlimit limit = { 4096, 4096 };
        ::setrlimit(RLIMIT_FSIZE, &limit);
        try {
            write_whole_file(d_path, std::string(100000, 'x'));
        } catch (const std::runtime_error& e) {
            return std::string(e.what()) == "cannot write " + d_path + ": File too large";
        }
        return false;
    }

    fs::path d_folder;
    std::string d_path;
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_output_files);
