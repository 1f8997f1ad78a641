/* SPDX-License-Identifier: GPL-3.0-or-later */
// The kernels around the inverse transforms of receivers, on a real device and on the
// fake one: their self test passes what is right and finds kernels that are wrong.
#include "device/interface/registry.h"
#include "exec/executor/wrong_values.h"
#include "exec/receivers/receiver_kernels_test.h"
#include "support/devices/changed_device.h"
#include "support/devices/power_launch.h"
#include <cppunit/extensions/HelperMacros.h>
#include <string>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

const mutation MUTATIONS[] = {
    { "halves are cut elsewhere", "points - points / 2", "points / 2" },
    { "bins do not follow around the end",
      "bin -= bin < length ? 0 : length",
      "bin = 0" },
    { "a bin has another weight", "channel * points + k]", "channel * points]" },
    { "a bin is of another block", "block * length + bin]", "bin]" },
    { "a channel has another centre", "centres[channel]", "centres[0]" },
    { "a product has another sign", "x.x * weight.x - x.y", "x.x * weight.x + x.y" },
    { "other points are left out", "(points - outputs) + o", "o" },
    { "a row has another drift", "drifts[row / blocks]", "drifts[row % blocks / 2]" },
    { "outputs turn forwards", "-2.0f", "2.0f" },
    { "rows begin alike", "begins[row]", "begins[0]" },
    { "outputs begin elsewhere", "out[out_at + i]", "out[i]" },
};

} // namespace

class qa_receiver_kernels : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_receiver_kernels);
    CPPUNIT_TEST(the_self_test_passes_what_is_right);
    CPPUNIT_TEST(the_self_test_notices_what_is_wrong);
    CPPUNIT_TEST_SUITE_END();

    const std::shared_ptr<device> d_real = open_device("auto");

    void the_self_test_passes_what_is_right()
    {
        for (const auto& on : { d_real, fake_device_of(device_limits()) })
            self_test(receiver_kernels::build(*on), *on);
    }

    void the_self_test_notices_what_is_wrong()
    {
        for (const auto& each : MUTATIONS) {
            const auto on = std::make_shared<changed_device>(d_real, each.of_kernels());
            const auto kernels = receiver_kernels::build(*on);
            CPPUNIT_ASSERT_MESSAGE(each.why, on->is_changed());
            CPPUNIT_ASSERT_THROW_MESSAGE(each.why, self_test(kernels, *on), wrong_values);
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_receiver_kernels);
