/* SPDX-License-Identifier: GPL-3.0-or-later */
// Files are complete when they are closed, or have stayed the same for a while.
#include "survey/growing/folder_watch.h"
#include <cppunit/extensions/HelperMacros.h>
#include <boost/filesystem.hpp>
#include <fstream>
#include <thread>

namespace fs = boost::filesystem;
using namespace std::chrono_literals;
using gpufft::folder_watch;

class qa_folder_watch : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_folder_watch);
    CPPUNIT_TEST(closed_files_are_complete);
    CPPUNIT_TEST(a_pair_needs_both);
    CPPUNIT_TEST(new_folders_are_watched);
    CPPUNIT_TEST(without_events_they_stay_the_same);
    CPPUNIT_TEST(a_file_that_is_missing_is_waited_for);
    CPPUNIT_TEST(any_file_of_a_folder_may_grow);
    CPPUNIT_TEST_SUITE_END();

    fs::path d_folder;
    std::string path(const char* name) const { return (d_folder / name).string(); }
    void write(const char* name) const { std::ofstream(path(name)) << "samples"; }

public:
    void setUp() override
    {
        d_folder = fs::temp_directory_path() / fs::unique_path();
        fs::create_directory(d_folder);
    }
    void tearDown() override { fs::remove_all(d_folder); }

    void closed_files_are_complete()
    {
        folder_watch watch({ d_folder.string() }, 1000s);
        CPPUNIT_ASSERT(watch.has_events());
        CPPUNIT_ASSERT(!watch.look());
        std::ofstream file(path("a.ci8"));
        file << "more" << std::flush;
        CPPUNIT_ASSERT(watch.look());
        CPPUNIT_ASSERT(!watch.is_complete(path("a.ci8")));
        file.close();
        CPPUNIT_ASSERT(watch.look());
        CPPUNIT_ASSERT(watch.is_complete(path("a.ci8")));
        watch.forget(path("a.ci8"));
        CPPUNIT_ASSERT(!watch.is_complete(path("a.ci8")));
        fs::rename(path("a.ci8"), path("b.ci8"));
        CPPUNIT_ASSERT(watch.look());
        CPPUNIT_ASSERT(watch.is_complete(path("b.ci8")));
    }

    void a_pair_needs_both()
    {
        folder_watch watch({ d_folder.string() }, 1000s);
        write("x.sigmf-meta");
        watch.look();
        CPPUNIT_ASSERT(!watch.is_complete(path("x.sigmf-meta")));
        write("x.sigmf-data");
        watch.look();
        CPPUNIT_ASSERT(watch.is_complete(path("x.sigmf-meta")));
    }

    void new_folders_are_watched()
    {
        folder_watch watch({ d_folder.string() }, 1000s);
        fs::create_directory(d_folder / "new");
        watch.look();
        write("new/a.ci8");
        CPPUNIT_ASSERT(watch.look());
        CPPUNIT_ASSERT(watch.is_complete(path("new/a.ci8")));
    }

    void without_events_they_stay_the_same()
    {
        folder_watch watch({ d_folder.string() }, 200ms, false);
        CPPUNIT_ASSERT(!watch.has_events());
        write("a.ci8");
        CPPUNIT_ASSERT(!watch.look());
        CPPUNIT_ASSERT(!watch.is_complete(path("a.ci8")));
        std::this_thread::sleep_for(250ms);
        std::ofstream(path("a.ci8"), std::ios::app) << "more";
        CPPUNIT_ASSERT(!watch.is_complete(path("a.ci8"))); // begins anew
        std::this_thread::sleep_for(250ms);
        CPPUNIT_ASSERT(watch.is_complete(path("a.ci8")));
    }

    void a_file_that_is_missing_is_waited_for()
    {
        folder_watch watch({ d_folder.string() }, 50ms, false);
        const auto meta = path("x.sigmf-meta");
        const auto settles = [&] {
            watch.is_complete(meta);
            CPPUNIT_ASSERT(watch.is_settling(meta));
            std::this_thread::sleep_for(100ms);
            CPPUNIT_ASSERT(!watch.is_settling(meta));
            return watch.is_complete(meta);
        };
        write("x.sigmf-meta");
        CPPUNIT_ASSERT(!settles());
        write("x.sigmf-data");
        CPPUNIT_ASSERT(settles());
        // Metadata may name the file of samples.
        std::ofstream(meta) << R"({"global": {"core:dataset": "y.dat"}})";
        CPPUNIT_ASSERT(!settles());
        write("y.dat");
        CPPUNIT_ASSERT(settles());
    }

    void any_file_of_a_folder_may_grow()
    {
        fs::create_directories(d_folder / "drf/1");
        fs::create_directories(d_folder / "drf/2");
        write("drf/1/a.h5");
        write("drf/2/a.h5");
        folder_watch watch({ d_folder.string() }, 50ms, false);
        watch.is_complete(path("drf"));
        std::this_thread::sleep_for(100ms);
        CPPUNIT_ASSERT(watch.is_complete(path("drf")));
        std::ofstream(path("drf/1/a.h5"), std::ios::app) << "more";
        CPPUNIT_ASSERT(!watch.is_complete(path("drf")));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_folder_watch);
