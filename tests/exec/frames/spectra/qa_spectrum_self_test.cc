/* SPDX-License-Identifier: GPL-3.0-or-later */
// The self test of averaged spectra lets pass what is right and notices what is not.
#include "exec/frames/spectra/spectrum_self_test.h"
#include "support/devices/fake_spectra.h"
#include <gpufft/error.h>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

//! Each with a length of its own: what has passed is not tested again.
spectrum_request request(std::int64_t length)
{
    spectrum_request r;
    r.length = length;
    r.hop = length / 2;
    return r;
}

std::string verdict(const spectrum_kernels& kernels, average how)
{
    try {
        self_test(kernels, how);
    } catch (const build_error& e) {
        return e.what();
    }
    return "passed";
}

bool has_failed(const spectrum_kernels& kernels, average how)
{
    return verdict(kernels, how).find("compute wrong values") != std::string::npos;
}

} // namespace

class qa_spectrum_self_test : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_spectrum_self_test);
    CPPUNIT_TEST(passes_what_is_right);
    CPPUNIT_TEST(notices_another_front);
    CPPUNIT_TEST(notices_another_combination);
    CPPUNIT_TEST(says_what_is_wrong);
    CPPUNIT_TEST(tests_once);
    CPPUNIT_TEST_SUITE_END();

public:
    void setUp() override
    {
        control();
        d_on = open_device("fake:0");
    }

private:
    void passes_what_is_right()
    {
        for (const std::int64_t length : { 2, 3, 16, 101 }) {
            for (int kind = 0; kind < 5; ++kind) {
                auto what = request(length);
                what.samples = static_cast<sample_kind>(kind);
                for (const auto how : EVERY_KIND)
                    CPPUNIT_ASSERT_EQUAL(
                        std::string("passed"),
                        verdict(build_spectrum_kernels(what, how, d_on), how));
            }
        }
    }

    void notices_another_front()
    {
        auto lowest = build_spectrum_kernels(request(40), average::lowest, d_on);
        lowest.front = build_spectrum_kernels(request(40), average::highest, d_on).front;
        CPPUNIT_ASSERT(has_failed(lowest, average::lowest));
    }

    void notices_another_combination()
    {
        auto mean = build_spectrum_kernels(request(50), average::mean, d_on);
        const auto highest = build_spectrum_kernels(request(50), average::highest, d_on);
        mean.combine = highest.combine;
        CPPUNIT_ASSERT(has_failed(mean, average::mean));
    }

    void says_what_is_wrong()
    {
        auto mean = build_spectrum_kernels(request(60), average::mean, d_on);
        mean.combine = build_spectrum_kernels(request(60), average::lowest, d_on).combine;
        const auto text = verdict(mean, average::mean);
        for (const char* part : { "spectra of 60 points compute wrong values on fake:0",
                                  "a bin should be ",
                                  "Choose another device" })
            CPPUNIT_ASSERT_MESSAGE(text, text.find(part) != std::string::npos);
    }

    void tests_once()
    {
        const auto kernels = build_spectrum_kernels(request(70), average::mean, d_on);
        self_test(kernels, average::mean);
        const int launches = control()->calls.calls("launch");
        self_test(kernels, average::mean);
        CPPUNIT_ASSERT_EQUAL(launches, control()->calls.calls("launch"));
    }

    std::shared_ptr<device> d_on;
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_spectrum_self_test);
