/* SPDX-License-Identifier: GPL-3.0-or-later */
// A device whose compiler spoils kernels with vectors computes without them, and the log
// says so once.
#include "base/log.h"
#include "exec/executor/build_with_fallback.h"
#include "exec/executor/executor.h"
#include "exec/rows/stream_executor.h"
#include "exec/self_test/self_test.h"
#include "reference/fake/fake_backend.h"
#include <cppunit/extensions/HelperMacros.h>
#include <gpufft/error.h>
#include <spdlog/sinks/ostream_sink.h>
#include <algorithm>
#include <complex>
#include <sstream>

using namespace gpufft;

namespace {

constexpr std::int64_t LENGTH = 256;

device_info cpu()
{
    device_info info;
    info.product = "Fake CPU";
    info.limits.is_cpu = true;
    info.limits.vector_width = 16;
    info.limits.registers = 512;
    info.limits.compute_units = 2;
    info.type = device_type::cpu;
    return info;
}

bool has_vectors(const plan& p)
{
    return std::any_of(p.passes.begin(), p.passes.end(), [](const pass& each) {
        return each.is_vector();
    });
}

std::shared_ptr<executor> make_one(const std::shared_ptr<device>& on)
{
    auto made = std::make_shared<executor>(transform(LENGTH), on);
    self_test(*made);
    return made;
}

//! The control of the backend that the registry has, "spoiled:0".
fake_control& spoiled()
{
    static const auto control = [] {
        auto made =
            std::make_unique<fake_backend>(std::vector<device_info>{ cpu() }, "spoiled");
        auto kept = made->control();
        add_backend(std::move(made));
        return kept;
    }();
    return *control;
}

} // namespace

class qa_tested : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_tested);
    CPPUNIT_TEST(keeps_the_vectors_that_compute_rightly);
    CPPUNIT_TEST(leaves_vectors_that_do_not);
    CPPUNIT_TEST(streams_compute_rightly_and_the_log_says_why_once);
    CPPUNIT_TEST(what_fails_in_any_form_is_an_error);
    CPPUNIT_TEST_SUITE_END();

public:
    void keeps_the_vectors_that_compute_rightly()
    {
        const auto on = make_fake_device(cpu(), std::make_shared<fake_control>());
        CPPUNIT_ASSERT(has_vectors(build_with_fallback(on, make_one)->made_plan()));
    }

    void leaves_vectors_that_do_not()
    {
        auto info = cpu();
        info.name = "other:0";
        const auto control = std::make_shared<fake_control>();
        control->spoils_vectors = true;
        const auto on = make_fake_device(info, control);
        CPPUNIT_ASSERT_THROW(make_one(on), build_error);
        const auto made = build_with_fallback(on, make_one);
        CPPUNIT_ASSERT(!has_vectors(made->made_plan()));
        CPPUNIT_ASSERT_NO_THROW(self_test(*made));
    }

    void streams_compute_rightly_and_the_log_says_why_once()
    {
        std::ostringstream lines;
        const auto sink = std::make_shared<spdlog::sinks::ostream_sink_mt>(lines);
        log().sinks().push_back(sink);
        spoiled().spoils_vectors = true;
        for (const std::int64_t length : { LENGTH, 2 * LENGTH }) {
            stream_executor stream(transform(length), "spoiled:0");
            std::vector<std::complex<float>> in(length), out(length);
            in[1] = 1;
            stream.submit(in.data(), out.data(), 1);
            stream.wait_oldest();
            const auto quarter = out[length / 4] - std::complex<float>(0, -1);
            CPPUNIT_ASSERT(std::abs(quarter) < 1e-6f);
        }
        spoiled().spoils_vectors = false;
        log().sinks().pop_back();
        const auto text = lines.str();
        CPPUNIT_ASSERT_EQUAL_MESSAGE(
            text, std::ptrdiff_t(1), std::count(text.begin(), text.end(), '\n'));
        CPPUNIT_ASSERT(text.find("spoiled:0 (Fake CPU) computes wrongly with vectors") !=
                       std::string::npos);
        CPPUNIT_ASSERT(text.find("miscompiled") != std::string::npos);
    }

    void what_fails_in_any_form_is_an_error()
    {
        const auto on = make_fake_device(cpu(), std::make_shared<fake_control>());
        int calls = 0;
        const auto fails = [&](const std::shared_ptr<device>&) -> int {
            throw build_error(++calls == 1 ? "with" : "without");
        };
        try {
            build_with_fallback(on, fails);
            CPPUNIT_FAIL("nothing was thrown");
        } catch (const build_error& e) {
            CPPUNIT_ASSERT_EQUAL(std::string("without"), std::string(e.what()));
        }
        CPPUNIT_ASSERT_EQUAL(2, calls);
        CPPUNIT_ASSERT_THROW(build_with_fallback(without_vectors(on), fails),
                             build_error);
        CPPUNIT_ASSERT_EQUAL(3, calls);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_tested);
