/* SPDX-License-Identifier: GPL-3.0-or-later */
// The self test passes whatever is right, and notices what a miscompiled kernel could do:
// plans that fake devices compute, some changed behind the test's back.
#include "exec/self_test/self_test.h"
#include "plan/choice/choose_plan.h"
#include "plan/request/parse_transform.h"
#include "reference/fake/fake_backend.h"
#include "support/transforms/limits.h"
#include "support/transforms/random_transform.h"
#include <cppunit/extensions/HelperMacros.h>
#include <gpufft/error.h>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

using kind = transform_kind;

std::shared_ptr<device> fake(const device_limits& limits = {})
{
    device_info info;
    info.product = "Fake";
    info.limits = limits;
    info.limits.has_float64 = true;
    return make_fake_device(info, std::make_shared<fake_control>());
}

//! What a fault in a kernel would do to the numbers of a kind.
struct fault {
    const char* why;
    kind of;
    void (*damage)(pass& p);
};

const fault FAULTS[] = {
    { "parts exchanged",
      kind::c2c,
      [](pass& p) { p.store.swap_parts = !p.store.swap_parts; } },
    { "outputs one place on",
      kind::c2c,
      [](pass& p) { p.dimensions[0].output_rotation = 1; } },
    { "inputs one place on",
      kind::c2c,
      [](pass& p) { p.dimensions[0].input_rotation = 1; } },
    { "an output weighted like the others",
      kind::dct2,
      [](pass& p) { p.store.orthogonalize = true; } },
    { "an input weighted like the others",
      kind::dct3,
      [](pass& p) { p.load.orthogonalize = true; } },
    { "sines for cosines",
      kind::dct3,
      [](pass& p) { p.load.kind = p.store.kind = kind::dst3; } },
};

} // namespace

class qa_self_test : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_self_test);
    CPPUNIT_TEST(passes_what_is_right);
    CPPUNIT_TEST(passes_rows_that_lie_between_each_other);
    CPPUNIT_TEST(notices_what_is_wrong);
    CPPUNIT_TEST_SUITE_END();

    void passes_what_is_right()
    {
        std::mt19937 random(run_seed("exec.self_test"));
        for (int i = 0; i < 300; ++i) {
            const auto& limits = LIMITS[random() % std::size(LIMITS)].limits;
            const auto t = random_transform(random, {}, 1);
            try {
                self_test(executor(t, fake(limits)));
            } catch (const std::exception& e) {
                CPPUNIT_FAIL(to_string(t) + ": " + e.what());
            }
        }
    }

    //! Columns of a matrix: rows of the transform that share elements with none, with the
    //! next, or with one that lies further on.
    void passes_rows_that_lie_between_each_other()
    {
        for (const auto* text : { "c2c forward 4, input strides 6, input distance 1",
                                  "c2c forward 4, input strides 6, input distance 4",
                                  "c2c forward 8, input strides 2, input distance 3",
                                  "c2c forward 8, input strides 1, input distance 3" }) {
            const executor one(parse_transform(text), fake(LIMITS[0].limits));
            CPPUNIT_ASSERT_NO_THROW_MESSAGE(text, self_test(one));
        }
    }

    void notices_what_is_wrong()
    {
        for (const auto& f : FAULTS) {
            transform t(12);
            t.kind = f.of;
            auto p = choose_plan(t, {});
            CPPUNIT_ASSERT_EQUAL(std::size_t(1), p.passes.size());
            self_test(executor(p, fake()));
            f.damage(p.passes[0]);
            CPPUNIT_ASSERT_THROW_MESSAGE(
                f.why, self_test(executor(p, fake())), build_error);
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_self_test);
