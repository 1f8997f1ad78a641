/* SPDX-License-Identifier: GPL-3.0-or-later */
// Files that the library keeps: whose they must be, and what waits for nobody.
#include "base/trusted_file.h"
#include "support/in_thread.h"
#include "support/skipped.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>
#include <boost/filesystem.hpp>
#include <functional>
#include <stdexcept>
#include <string>

using namespace gpufft;
namespace fs = boost::filesystem;

namespace {

constexpr uid_t ANOTHER_USER = 12345;

//! What is thrown where \p path is opened; "" where nothing is.
std::string refusal_of(const std::string& path, int flags = O_RDONLY)
{
    try {
        open_trusted(path, flags);
    } catch (const std::runtime_error& e) {
        return e.what();
    }
    return "";
}

bool is_in(const std::string& part, const std::string& text)
{
    return text.find(part) != std::string::npos;
}

int in_child(const std::function<int()>& body)
{
    const auto child = ::fork();
    if (child == 0)
        ::_exit(body());
    int status = -1;
    ::waitpid(child, &status, 0);
    return status;
}

} // namespace

class qa_trusted_file : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_trusted_file);
    CPPUNIT_TEST(reads_what_was_written);
    CPPUNIT_TEST(reads_on_a_small_stack);
    CPPUNIT_TEST(a_file_that_is_not_there_is_none);
    CPPUNIT_TEST(makes_files_for_their_owner_alone);
    CPPUNIT_TEST(what_others_may_write_is_refused);
    CPPUNIT_TEST(a_file_of_another_user_is_refused);
    CPPUNIT_TEST(a_file_of_root_is_taken);
    CPPUNIT_TEST(a_link_is_refused);
    CPPUNIT_TEST(a_link_is_followed_where_the_user_names_it);
    CPPUNIT_TEST(nobody_waits_for_a_fifo);
    CPPUNIT_TEST(folders_and_devices_are_refused);
    CPPUNIT_TEST_SUITE_END();

public:
    void setUp() override
    {
        ::umask(022);
        d_folder = fs::temp_directory_path() / fs::unique_path("qa_trusted-%%%%%%%%");
        fs::create_directories(d_folder);
        d_path = (d_folder / "file").string();
    }
    void tearDown() override { fs::remove_all(d_folder); }

    void reads_what_was_written()
    {
        const std::string text(100000, 'x');
        write_all(open_trusted(d_path, O_WRONLY | O_CREAT), text, d_path);
        CPPUNIT_ASSERT(read_all(open_trusted(d_path, O_RDONLY), d_path) == text);
        CPPUNIT_ASSERT(read_all(open_regular(d_path, O_RDONLY), d_path) == text);
    }

    // As threads of musl have, and of programs that start many.
    void reads_on_a_small_stack()
    {
        constexpr std::size_t STACK_BYTES = 64 * 1024;
        const std::string text(1000000, 'x');
        write_all(open_trusted(d_path, O_WRONLY | O_CREAT), text, d_path);
        std::string read;
        testing::in_thread(STACK_BYTES, [&] {
            read = read_all(open_trusted(d_path, O_RDONLY), d_path);
        });
        CPPUNIT_ASSERT(read == text);
    }

    void a_file_that_is_not_there_is_none()
    {
        CPPUNIT_ASSERT(!open_trusted(d_path, O_RDONLY));
        CPPUNIT_ASSERT(!open_regular(d_path, O_RDONLY));
        CPPUNIT_ASSERT_THROW(open_trusted(d_path + "/no/folder", O_WRONLY | O_CREAT),
                             std::system_error);
    }

    void makes_files_for_their_owner_alone()
    {
        const auto mask = ::umask(0);
        open_trusted(d_path, O_WRONLY | O_CREAT);
        ::umask(mask);
        struct stat made = {};
        ::stat(d_path.c_str(), &made);
        CPPUNIT_ASSERT_EQUAL(0600u, made.st_mode & 07777);
    }

    void what_others_may_write_is_refused()
    {
        make_file();
        for (const unsigned mode : { 0600u, 0644u, 0400u }) {
            ::chmod(d_path.c_str(), mode);
            CPPUNIT_ASSERT_EQUAL(std::string(), refusal_of(d_path));
        }
        for (const unsigned mode : { 0620u, 0602u, 0666u }) {
            ::chmod(d_path.c_str(), mode);
            for (const int flags : { O_RDONLY, O_RDWR | O_CREAT | O_APPEND }) {
                const auto said = refusal_of(d_path, flags);
                CPPUNIT_ASSERT_MESSAGE(said,
                                       is_in(fmt::format("(mode {:04o})", mode), said));
            }
        }
    }

    void a_file_of_another_user_is_refused()
    {
        if (::geteuid() != 0)
            testing::skip("root alone gives files away");
        make_file();
        CPPUNIT_ASSERT_EQUAL(0, ::chown(d_path.c_str(), ANOTHER_USER, 0));
        CPPUNIT_ASSERT(is_in("belongs to another user (12345)", refusal_of(d_path)));
        CPPUNIT_ASSERT(open_regular(d_path, O_RDONLY));
    }

    void a_file_of_root_is_taken()
    {
        if (::geteuid() != 0)
            testing::skip("root alone gives files away");
        make_file();
        fs::permissions(d_folder, fs::add_perms | fs::others_read | fs::others_exe);
        const int status = in_child([&] {
            return ::setuid(ANOTHER_USER) == 0 && refusal_of(d_path).empty() ? 0 : 1;
        });
        CPPUNIT_ASSERT_EQUAL(0, status);
    }

    void a_link_is_refused()
    {
        make_file();
        const auto to_file = link_to(d_path), to_nothing = link_to(d_path + "2");
        CPPUNIT_ASSERT(is_in("is a link", refusal_of(to_file)));
        CPPUNIT_ASSERT(is_in("is a link", refusal_of(to_nothing, O_WRONLY | O_CREAT)));
        CPPUNIT_ASSERT(!fs::exists(d_path + "2"));
    }

    void a_link_is_followed_where_the_user_names_it()
    {
        make_file();
        CPPUNIT_ASSERT(open_regular(link_to(d_path), O_RDONLY));
    }

    void nobody_waits_for_a_fifo()
    {
        CPPUNIT_ASSERT_EQUAL(0, ::mkfifo(d_path.c_str(), 0600));
        ::alarm(600); // who waits does so for ever
        CPPUNIT_ASSERT(is_in("no regular file", refusal_of(d_path)));
        CPPUNIT_ASSERT(is_in("no regular file", refusal_of(d_path, O_RDWR | O_CREAT)));
        CPPUNIT_ASSERT_THROW(open_regular(d_path, O_RDONLY), std::runtime_error);
        ::alarm(0);
    }

    void folders_and_devices_are_refused()
    {
        for (const auto& path : { d_folder.string(), std::string("/dev/zero") })
            CPPUNIT_ASSERT_EQUAL(path + " is no regular file", refusal_of(path));
    }

private:
    void make_file()
    {
        write_all(open_trusted(d_path, O_WRONLY | O_CREAT), "text", d_path);
        ::chmod(d_path.c_str(), 0644);
    }

    std::string link_to(const std::string& path)
    {
        const auto made = d_folder / fs::unique_path("link-%%%%");
        fs::create_symlink(path, made);
        return made.string();
    }

    fs::path d_folder;
    std::string d_path;
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_trusted_file);
