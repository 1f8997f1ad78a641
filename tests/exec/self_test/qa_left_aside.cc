/* SPDX-License-Identifier: GPL-3.0-or-later */
// A plan of wisdom that does not build, computes wrongly or throws whatever else is left
// aside: for good where the plan is to blame, else in this process alone. Nothing else is
// blamed: neither the compiler nor vectors nor the device.
#include "base/log.h"
#include "device/kernels/kernel_cache.h"
#include "exec/executor/build_with_fallback.h"
#include "exec/executor/left_aside.h"
#include "exec/frames/histograms/persistence_executor.h"
#include "exec/frames/spectra/spectrum_executor.h"
#include "exec/rows/stream_executor.h"
#include "exec/self_test/self_test.h"
#include "plan/text/plan_text.h"
#include "reference/fake/fake_backend.h"
#include "support/devices/fake_devices.h"
#include "support/judges/reference.h"
#include "support/own_cache.h"
#include "support/transforms/wisdom_entries.h"
#include <cppunit/extensions/HelperMacros.h>
#include <gpufft/error.h>
#include <spdlog/sinks/ostream_sink.h>
#include <boost/filesystem.hpp>
#include <algorithm>
#include <complex>
#include <sstream>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

const char RIGHT[] = "c2c forward 1024: stockham | 4.16.16 padding=1";
// A line that is as well formed, but has the parts of its input exchanged.
const char WRONG[] = "c2c forward 1024: stockham | 4.16.16 load=c2c.swap padding=1";

window_taps ones(std::size_t count) { return std::vector<double>(count, 1); }

//! Takes down what the log says meanwhile.
class listener
{
public:
    listener() : d_sink(std::make_shared<spdlog::sinks::ostream_sink_mt>(d_text))
    {
        log().sinks().push_back(d_sink);
    }
    ~listener()
    {
        auto& all = log().sinks();
        all.erase(std::find(all.begin(), all.end(), d_sink));
    }
    std::string text() const { return d_text.str(); }
    bool heard(const std::string& word) const
    {
        return text().find(word) != std::string::npos;
    }

private:
    std::ostringstream d_text;
    spdlog::sink_ptr d_sink;
};

//! Each device is another product: a plan that one test leaves aside another may try.
device_info fresh(device_info info)
{
    static int count = 0;
    info.name = "fake:0";
    info.product += fmt::format(" {}", ++count);
    info.platform = "fakes"; // whose verdicts are kept
    info.driver = "1";
    return info;
}

struct fake {
    std::shared_ptr<fake_control> control = std::make_shared<fake_control>();
    std::shared_ptr<device> on;

    explicit fake(const device_info& info) : on(make_fake_device(info, control)) {}
    const device_info& info() const { return on->info(); }

    std::shared_ptr<executor> tested(const transform& request = transform(1024)) const
    {
        return build_with_fallback(on, [&](const std::shared_ptr<device>& in_form) {
            const auto how = in_form == on ? effort::wisdom : effort::estimate;
            return std::make_shared<executor>(request, in_form, how, self_test_of);
        });
    }
    std::string planned() const
    {
        return plan_text(
            executor::planned(transform(1024), on, effort::wisdom).made_plan());
    }
};

std::string line_of(const executor& e) { return plan_text(e.made_plan()); }

bool has_vectors(const executor& e)
{
    const auto& all = e.made_plan().passes;
    return std::any_of(
        all.begin(), all.end(), [](const pass& p) { return p.is_vector(); });
}

//! The registry's devices: "fake:0" is a GPU, "fake:1" a CPU.
fake_control& registered()
{
    static const auto control = add_fake_devices({ fake_gpu(), fake_cpu() });
    forget_orders(*control);
    return *control;
}

} // namespace

class qa_left_aside : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_left_aside);
    CPPUNIT_TEST(what_is_right_is_taken);
    CPPUNIT_TEST(what_computes_wrongly_is_left_aside);
    CPPUNIT_TEST(what_does_not_build_is_left_aside);
    CPPUNIT_TEST(what_throws_anything_is_left_aside);
    CPPUNIT_TEST(other_processes_do_not_try_it);
    CPPUNIT_TEST(other_processes_try_what_the_device_failed);
    CPPUNIT_TEST(other_devices_and_drivers_do);
    CPPUNIT_TEST(what_is_planned_is_what_runs);
    CPPUNIT_TEST(small_batches_do_without_theirs);
    CPPUNIT_TEST(vectors_stay);
    CPPUNIT_TEST(nothing_is_noted_where_nothing_is_right);
    CPPUNIT_TEST(a_stream_stays_on_its_gpu);
    CPPUNIT_TEST(spectra_do_without_as_well);
    CPPUNIT_TEST(histograms_do_without_as_well);
    CPPUNIT_TEST_SUITE_END();

public:
    void setUp() override
    {
        use_own_cache();
        boost::filesystem::remove(wisdom_store::of_user().file().path());
        boost::filesystem::remove_all(kernel_cache::default_folder());
    }

    void what_is_right_is_taken()
    {
        const fake one(fresh(fake_gpu()));
        know(one.info(), RIGHT);
        CPPUNIT_ASSERT_EQUAL(std::string(RIGHT), line_of(*one.tested()));
        CPPUNIT_ASSERT(!is_left_aside(RIGHT, one.info()));
    }

    void what_computes_wrongly_is_left_aside()
    {
        const fake one(fresh(fake_gpu()));
        know(one.info(), WRONG);
        const listener first;
        const auto made = one.tested();
        CPPUNIT_ASSERT_EQUAL(std::string("the model"), made->plan_origin());
        CPPUNIT_ASSERT_NO_THROW(self_test(*made));
        CPPUNIT_ASSERT_MESSAGE(first.text(), first.heard("wisdom of this device"));
        CPPUNIT_ASSERT_MESSAGE(first.text(), first.heard("wrong values"));
        CPPUNIT_ASSERT_MESSAGE(first.text(), !first.heard("compiler"));
        CPPUNIT_ASSERT(is_left_aside(WRONG, one.info()));
        const listener second; // it is not even built
        CPPUNIT_ASSERT_EQUAL(std::string("the model"), one.tested()->plan_origin());
        CPPUNIT_ASSERT_EQUAL(std::string(), second.text());
    }

    void what_does_not_build_is_left_aside()
    {
        const fake one(fresh(fake_gpu()));
        know(one.info(), RIGHT);
        one.control->refused_text = RIGHT;
        CPPUNIT_ASSERT_EQUAL(std::string("the model"), one.tested()->plan_origin());
        one.control->refused_text.clear();
        CPPUNIT_ASSERT_EQUAL(std::string("the model"), one.tested()->plan_origin());
        CPPUNIT_ASSERT(is_left_aside(RIGHT, one.info()));
    }

    void what_throws_anything_is_left_aside()
    {
        for (const char* call : { "build", "make_buffer", "launch", "wait", "work" }) {
            const fake one(fresh(fake_gpu()));
            know(one.info(), RIGHT);
            one.control->calls.fail(call);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(
                call, std::string("the model"), one.tested()->plan_origin());
            CPPUNIT_ASSERT_MESSAGE(call, is_left_aside(RIGHT, one.info()));
        }
    }

    //! Under another number the device is new to this process, and so stands for one in
    //! the next process.
    void other_processes_do_not_try_it()
    {
        const fake one(fresh(fake_gpu()));
        know(one.info(), WRONG);
        one.tested();
        auto same = one.info();
        same.name = "fake:1";
        CPPUNIT_ASSERT(is_left_aside(WRONG, same));
        const listener silent;
        CPPUNIT_ASSERT_EQUAL(std::string("the model"),
                             fake(same).tested()->plan_origin());
        CPPUNIT_ASSERT_EQUAL(std::string(), silent.text());
    }

    //! A device that had no memory once may have it the next time.
    void other_processes_try_what_the_device_failed()
    {
        for (const char* call : { "make_buffer", "launch", "wait" }) {
            const fake one(fresh(fake_gpu()));
            know(one.info(), RIGHT);
            one.control->calls.fail(call);
            one.tested();
            CPPUNIT_ASSERT_MESSAGE(call, is_left_aside(RIGHT, one.info()));
            auto same = one.info();
            same.name = "fake:1";
            CPPUNIT_ASSERT_MESSAGE(call, !is_left_aside(RIGHT, same));
            CPPUNIT_ASSERT_EQUAL_MESSAGE(
                call, std::string(RIGHT), line_of(*fake(same).tested()));
        }
    }

    void other_devices_and_drivers_do()
    {
        const fake one(fresh(fake_gpu()));
        leave_aside({ { RIGHT } }, one.info());
        auto other = one.info();
        other.name = "fake:1";
        other.driver = "2";
        CPPUNIT_ASSERT(!is_left_aside(RIGHT, other));
        CPPUNIT_ASSERT(!is_left_aside(RIGHT, fresh(fake_gpu())));
        CPPUNIT_ASSERT(!is_left_aside(WRONG, one.info()));
    }

    void what_is_planned_is_what_runs()
    {
        const fake one(fresh(fake_gpu()));
        know(one.info(), WRONG);
        CPPUNIT_ASSERT_EQUAL(std::string(WRONG), one.planned());
        const auto made = one.tested();
        CPPUNIT_ASSERT_EQUAL(line_of(*made), one.planned());
    }

    void small_batches_do_without_theirs()
    {
        const fake one(fresh(fake_gpu()));
        auto few = wise(one.info(), WRONG);
        few.rows = call_size::few;
        few.batch = 4;
        wisdom_store::of_user().add({ few });
        CPPUNIT_ASSERT_EQUAL(std::string(WRONG),
                             plan_text(executor(transform(1024), one.on).made_plan(4)));
        const auto made = one.tested();
        CPPUNIT_ASSERT_EQUAL(line_of(*made), plan_text(made->made_plan(4)));
        CPPUNIT_ASSERT(is_left_aside(WRONG, one.info()));
    }

    void vectors_stay()
    {
        const fake one(fresh(fake_cpu()));
        CPPUNIT_ASSERT(has_vectors(*one.tested()));
        know(one.info(), WRONG);
        const listener log_lines;
        CPPUNIT_ASSERT(has_vectors(*one.tested()));
        CPPUNIT_ASSERT(is_left_aside(WRONG, one.info()));
        CPPUNIT_ASSERT(!log_lines.heard("without"));
    }

    //! The compiler is to blame then, and who knows what it does to the plan elsewhere.
    void nothing_is_noted_where_nothing_is_right()
    {
        const fake one(fresh(fake_cpu()));
        const auto usual = line_of(*one.tested());
        auto other = usual;
        other += " prefetch=0";
        know(one.info(), other);
        CPPUNIT_ASSERT_EQUAL(other, line_of(*one.tested()));

        const fake spoiled(fresh(fake_cpu()));
        know(spoiled.info(), other);
        spoiled.control->spoils_vectors = true;
        const listener log_lines;
        CPPUNIT_ASSERT(!has_vectors(*spoiled.tested()));
        CPPUNIT_ASSERT(log_lines.heard("compiler"));
        CPPUNIT_ASSERT(!is_left_aside(other, spoiled.info()));
    }

    //! An executor computes as "auto" would have it: no exception, so no other device.
    void a_stream_stays_on_its_gpu()
    {
        registered();
        auto info = open_device("fake:0")->info();
        know(info, WRONG);
        stream_executor stream(transform(1024), "fake:0");
        std::vector<std::complex<float>> in(1024), out(1024);
        in[1] = 1;
        stream.submit(in.data(), out.data(), 1);
        stream.wait_oldest();
        CPPUNIT_ASSERT(std::abs(out[256] - std::complex<float>(0, -1)) < 1e-6f);
        CPPUNIT_ASSERT(is_left_aside(WRONG, info));
        const auto builds = registered().calls.calls("build");
        CPPUNIT_ASSERT(!stream.plan_switch());
        CPPUNIT_ASSERT_EQUAL(builds, registered().calls.calls("build"));
    }

    //! What \p make makes takes \p settings from the wisdom in \p line. Kernels that have
    //! them are compiled wrongly: the planner's plan is used instead.
    template <class Make>
    static void
    expect_the_planners(const char* line, const char* settings, const Make& make)
    {
        auto& control = registered();
        know(open_device("fake:0")->info(), line);
        control.spoiled_text = settings;
        const listener first;
        CPPUNIT_ASSERT_EQUAL(std::string("the planner"), make()->plan_origin());
        CPPUNIT_ASSERT_MESSAGE(first.text(), first.heard("wisdom of this device"));
        CPPUNIT_ASSERT_MESSAGE(first.text(), !first.heard("compiler"));
        control.spoiled_text.clear();
        const listener second;
        const auto made = make();
        CPPUNIT_ASSERT_EQUAL(std::string("the planner"), made->plan_origin());
        CPPUNIT_ASSERT(!made->is_outdated());
        CPPUNIT_ASSERT_EQUAL(std::string(), second.text());
    }

    void spectra_do_without_as_well()
    {
        expect_the_planners(RIGHT, "4.16.16", [] {
            return std::make_unique<spectrum_executor>(
                spectrum_request(), ones(1024), average::mean, "fake:0");
        });
    }

    void histograms_do_without_as_well()
    {
        persistence_request request;
        request.length = request.hop = 512;
        const char line[] = "c2c forward 512: stockham | 4.8.16 padding=1";
        expect_the_planners(line, "4.8.16", [&] {
            return std::make_unique<persistence_executor>(request, ones(512), "fake:0");
        });
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_left_aside);
