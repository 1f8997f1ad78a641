/* SPDX-License-Identifier: GPL-3.0-or-later */
// The forms of support/transforms/vector_forms.h on a CPU device, PoCL where there is no
// other, and as the plan is read.
#include "exec/self_test/self_test.h"
#include "plan/text/plan_text.h"
#include "reference/fake/fake_backend.h"
#include "support/devices/cpu_device.h"
#include "support/devices/portable_device.h"
#include "support/run_on.h"
#include "support/skipped.h"
#include "support/some_of.h"
#include "support/transforms/vector_forms.h"
#include <cppunit/extensions/HelperMacros.h>
#include <gpufft/error.h>
#include <cstring>

using namespace gpufft;
using namespace gpufft::testing;

class qa_vector_forms : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_vector_forms);
    CPPUNIT_TEST(match_the_reference);
    CPPUNIT_TEST(pass_their_self_test);
    CPPUNIT_TEST(match_it_from_any_address);
    CPPUNIT_TEST(match_it_in_portable_vectors);
    CPPUNIT_TEST(match_it_as_the_plan_is_read);
    CPPUNIT_TEST(nonsense_is_refused);
    CPPUNIT_TEST_SUITE_END();

    static std::shared_ptr<executor> made(const form& f, std::shared_ptr<device> on)
    {
        const auto p = parse_plan(f.line);
        CPPUNIT_ASSERT_EQUAL(std::string(f.line), plan_text(p));
        return std::make_shared<executor>(p, std::move(on));
    }

    //! The error may be so many times the bound of the transform's accuracy.
    static void check(const form& f, std::shared_ptr<device> on, double most = 1)
    {
        if (!takes(f, *on))
            return;
        const auto v = run_noise(made(f, std::move(on)), f.rows);
        CPPUNIT_ASSERT_MESSAGE(std::string(f.why) + ": " + text_of(v),
                               v.ratio <= most && v.has_kept_gaps);
    }

    static bool takes(const form& f, const device& on)
    {
        return parse_plan(f.line).request.number != precision::float64 ||
               on.info().limits.has_float64;
    }

    void match_the_reference()
    {
        const auto on = cpu_device();
        if (!on)
            skip("there is no CPU device");
        for (const auto& f : some_of(every_form()))
            check(f, on);
    }

    void pass_their_self_test()
    {
        const auto on = cpu_device();
        if (!on)
            skip("there is no CPU device");
        for (const auto& f : some_of(every_form()))
            if (takes(f, *on))
                CPPUNIT_ASSERT_NO_THROW_MESSAGE(f.why, self_test(*made(f, on)));
    }

    //! One element into an array, so that no row begins at a cache line but by its
    //! distance.
    void match_it_from_any_address()
    {
        const auto on = cpu_device();
        if (!on)
            skip("there is no CPU device");
        for (const auto& f : some_of(every_form())) {
            if (!takes(f, *on))
                continue;
            const auto e = made(f, on);
            const auto& what = e->made_plan().request;
            if (what.input_layout == complex_layout::planar ||
                what.output_layout == complex_layout::planar)
                continue; // two arrays each
            std::mt19937 random(2);
            host_rows data(what, f.rows);
            data.fill(random);
            const auto bytes = e->input_bytes(f.rows);
            const auto made_bytes = e->output_bytes(f.rows);
            // rows of an odd count of reals end within an element
            std::vector<complex32> in(bytes / sizeof(complex32) + 2),
                out(made_bytes / sizeof(complex32) + 2);
            std::memcpy(in.data() + 1, data.in(), bytes);
            std::memcpy(out.data() + 1, data.out(), made_bytes); // gaps that are kept
            auto* to = data.request().in_place ? in.data() : out.data();
            const locked_memory none(on);
            slot one(on, none);
            row_places places;
            places.host = { { in.data() + 1 }, { to + 1 } };
            one.start(e, window_on(*on, what), places, f.rows);
            one.finish();
            std::memcpy(data.out(), to + 1, made_bytes);
            const auto v = judge(data);
            CPPUNIT_ASSERT_MESSAGE(std::string(f.why) + ": " + text_of(v), v.is_good());
        }
    }

    //! Every other of them: double precision takes the compiler three times as long.
    void match_it_in_portable_vectors()
    {
        const auto real = cpu_device();
        if (!real)
            skip("there is no CPU device");
        const auto on = std::make_shared<portable_device>(real);
        const auto forms = some_of(every_form());
        for (std::size_t i = 0; i < forms.size(); i += 2)
            check(forms[i], on);
    }

    //! A fake device computes what the pass says, in doubles, and checks every access.
    void match_it_as_the_plan_is_read()
    {
        device_info info;
        info.limits.has_float64 = true;
        for (const auto& f : every_form()) {
            const bool is_double =
                parse_plan(f.line).request.number == precision::float64;
            check(f,
                  make_fake_device(info, std::make_shared<fake_control>()),
                  is_double ? 16 : 1);
        }
    }

    void nonsense_is_refused()
    {
        for (const auto* line : REFUSED)
            CPPUNIT_ASSERT_THROW_MESSAGE(line, parse_plan(line), plan_error);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_vector_forms);
