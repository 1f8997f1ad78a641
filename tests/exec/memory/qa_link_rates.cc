/* SPDX-License-Identifier: GPL-3.0-or-later */
// How large the pieces of a stream are, from rates of the link.
#include "exec/memory/link_rates.h"
#include "reference/fake/fake_backend.h"
#include <cppunit/extensions/HelperMacros.h>
#include <gpufft/error.h>

using namespace gpufft;

namespace {

constexpr std::size_t KIB = 1024;

struct choice {
    const char* why; // this row is in the table
    std::vector<link_rate> rates;
    std::size_t piece_bytes;
};

const choice CHOICES[] = {
    { "PCIe 5: launches cost until 2 MiB",
      { { 512 * KIB, 35e9 },
        { 1024 * KIB, 41e9 },
        { 2048 * KIB, 44e9 },
        { 4096 * KIB, 44e9 } },
      2048 * KIB },
    { "PCIe 3: the smallest does",
      { { 512 * KIB, 11.9e9 }, { 4096 * KIB, 12e9 } },
      512 * KIB },
    { "within 2 %, the smaller", { { 512 * KIB, 9.85 }, { 1024 * KIB, 10 } }, 512 * KIB },
    { "not within 2 %", { { 512 * KIB, 9.75 }, { 1024 * KIB, 10 } }, 1024 * KIB },
    { "the best in the middle: other users of the link",
      { { 512 * KIB, 5 }, { 1024 * KIB, 10 }, { 2048 * KIB, 8 } },
      1024 * KIB },
    { "no rates", {}, 77 },
};

device_info gpu(const char* name)
{
    device_info info;
    info.name = name;
    info.type = device_type::gpu;
    return info;
}

class qa_link_rates : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_link_rates);
    CPPUNIT_TEST(takes_the_smallest_useful_piece);
    CPPUNIT_TEST(measures_a_device_once);
    CPPUNIT_TEST(a_failure_is_measured_again);
    CPPUNIT_TEST(leaves_small_devices_alone);
    CPPUNIT_TEST_SUITE_END();

public:
    void takes_the_smallest_useful_piece()
    {
        for (const auto& c : CHOICES)
            CPPUNIT_ASSERT_EQUAL_MESSAGE(
                c.why, c.piece_bytes, useful_piece_bytes(c.rates, 77));
    }

    void measures_a_device_once()
    {
        const auto control = std::make_shared<fake_control>();
        const auto on = make_fake_device(gpu("fake:once"), control);
        const auto rates = link_rates_of(*on);
        const int uploads = control->calls.calls("upload");
        CPPUNIT_ASSERT(uploads > 0);
        CPPUNIT_ASSERT_EQUAL(std::size_t(4), rates.size());
        for (std::size_t i = 0; i < rates.size(); ++i) {
            CPPUNIT_ASSERT(rates[i].bytes_per_second > 0);
            CPPUNIT_ASSERT(i == 0 || rates[i].piece_bytes > rates[i - 1].piece_bytes);
        }
        CPPUNIT_ASSERT_EQUAL(rates[2].bytes_per_second,
                             link_rates_of(*on)[2].bytes_per_second);
        CPPUNIT_ASSERT_EQUAL(uploads, control->calls.calls("upload"));
        CPPUNIT_ASSERT_EQUAL(0, control->live_buffers.load());
    }

    void a_failure_is_measured_again()
    {
        const auto control = std::make_shared<fake_control>();
        const auto on = make_fake_device(gpu("fake:failing"), control);
        for (const char* call :
             { "make_buffer", "make_host_buffer", "make_queue", "upload", "wait" }) {
            control->calls.fail(call, 3);
            CPPUNIT_ASSERT_THROW(link_rates_of(*on), device_error);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(call, 0, control->live_buffers.load());
        }
        CPPUNIT_ASSERT_EQUAL(std::size_t(4), link_rates_of(*on).size());
    }

    void leaves_small_devices_alone()
    {
        const auto control = std::make_shared<fake_control>();
        auto info = gpu("fake:small");
        info.limits.global_memory_bytes = 64 << 20;
        CPPUNIT_ASSERT(link_rates_of(*make_fake_device(info, control)).empty());
        CPPUNIT_ASSERT_EQUAL(0, control->calls.calls("make_buffer"));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_link_rates);

} // namespace
