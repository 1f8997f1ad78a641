/* SPDX-License-Identifier: GPL-3.0-or-later */
// What a search leaves in the cache of compiled kernels, on a CPU device.
#include "device/kernels/kernel_cache.h"
#include "plan/text/plan_text.h"
#include "support/devices/cpu_device.h"
#include "support/own_cache.h"
#include "support/skipped.h"
#include "tune/tuner/tuner.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <boost/filesystem.hpp>
#include <iterator>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

std::ptrdiff_t files_in(const std::string& folder)
{
    boost::system::error_code none;
    return std::distance(boost::filesystem::directory_iterator(folder, none),
                         boost::filesystem::directory_iterator());
}

} // namespace

class qa_kept_kernels : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_kept_kernels);
    CPPUNIT_TEST(a_search_leaves_its_winner);
    CPPUNIT_TEST_SUITE_END();

public:
    void a_search_leaves_its_winner()
    {
        use_own_cache();
        const auto on = cpu_device();
        if (!on)
            skip("there is no CPU device");
        wisdom_store kept("");
        tuning_settings settings;
        settings.budget_s = 1e6; // ends before, whatever else the machine does
        settings.input_bytes = 1 << 16;
        settings.probes_first = true;
        std::size_t timed = 0;
        settings.report = [&](const tuning_progress& p) { timed = p.timed; };
        settings.stop = [&] { return timed > 6; };
        const auto all = tune({ transform(240) }, on, kept, settings);
        CPPUNIT_ASSERT_EQUAL(std::string(), all[0].failure);
        CPPUNIT_ASSERT(all[0].timed > 6);
        const auto passes = parse_plan(all[0].after).passes.size();
        // And that it has passed its self test.
        const auto files = files_in(kernel_cache::default_folder());
        CPPUNIT_ASSERT_MESSAGE(fmt::format("{} files for {}", files, all[0].after),
                               files > 0 && files <= std::ptrdiff_t(passes) + 1);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_kept_kernels);
