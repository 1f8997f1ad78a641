/* SPDX-License-Identifier: GPL-3.0-or-later */
// Convolutions in one call, in both forms and over several passes, beside direct sums of
// few taps; outputs that are not asked for stay as they were.
#include "device/interface/registry.h"
#include "exec/executor/executor.h"
#include "exec/executor/given_memory.h"
#include "exec/executor/upload.h"
#include "plan/choice/choose_plan.h"
#include "plan/planner/model_plan.h"
#include "plan/request/parse_transform.h"
#include "plan/request/taps.h"
#include "plan/text/plan_summary.h"
#include "plan/text/plan_text.h"
#include "reference/fake/fake_backend.h"
#include "support/judges/reference.h"
#include "support/some_of.h"
#include "support/transforms/limits.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <cmath>
#include <random>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

using complex = std::complex<double>;

enum class on_device { own, short_stack, gpu, tiny_gpu };

struct sample {
    const char* why;
    const char* what;
    std::size_t rows;
    on_device limits;
    const char* plan; //!< what its summary contains, or the row tests something else
};

const sample SAMPLES[] = {
    { "all points, in lanes",
      "c2c forward 256, convolved",
      3,
      on_device::own,
      "convolved vectors" },
    { "a multiple of lanes, no power of two",
      "c2c forward 768, convolved",
      5,
      on_device::own,
      "convolved vectors" },
    { "the last tile of columns overlaps",
      "c2c forward 480, convolved",
      2,
      on_device::own,
      "convolved vectors" },
    { "outputs begin within a vector",
      "c2c forward 512, convolved, outputs from 31",
      4,
      on_device::own,
      "convolved vectors" },
    { "and end within one",
      "c2c forward 512, convolved, outputs from 255, outputs 130",
      4,
      on_device::own,
      "convolved vectors" },
    { "one output",
      "c2c forward 256, convolved, outputs from 200, outputs 1",
      2,
      on_device::own,
      "convolved vectors" },
    { "rows overlap, as those of a stream",
      "c2c forward 1024, convolved, outputs from 255, outputs 768, input distance 768",
      9,
      on_device::own,
      "convolved vectors" },
    { "half of the points, folded",
      "c2c forward 1024, convolved, outputs from 256, output step 2",
      3,
      on_device::own,
      "convolved vectors" },
    { "every eighth point, folded",
      "c2c forward 4096, convolved, outputs from 1024, output step 8, input distance "
      "3072",
      3,
      on_device::own,
      "convolved vectors" },
    { "a step that is folded in part",
      "c2c forward 2048, convolved, outputs from 32, output step 32",
      3,
      on_device::own,
      "convolved vectors" },
    { "a step that no stage has",
      "c2c forward 1024, convolved, outputs from 35, output step 7",
      3,
      on_device::own,
      "convolved vectors" },
    { "an odd step that is folded",
      "c2c forward 1280, convolved, outputs from 320, output step 5",
      3,
      on_device::own,
      "convolved vectors" },
    { "planes of rows that overlap",
      "c2c forward 512, convolved, outputs from 64, outputs 448, planar input, planar "
      "output",
      3,
      on_device::own,
      "convolved vectors" },
    { "interleaved from planes",
      "c2c forward 512, convolved, outputs from 65, planar input",
      3,
      on_device::own,
      "convolved vectors" },
    { "doubles",
      "c2c forward 512, float64, convolved, outputs from 31",
      3,
      on_device::own,
      "convolved vectors" },
    { "scaled",
      "c2c forward 512, convolved, outputs from 31, scaled by 0.25",
      3,
      on_device::own,
      "convolved vectors" },
    { "three passes, all points",
      "c2c forward 16384, convolved",
      2,
      on_device::short_stack,
      "convolved vector passes" },
    { "three passes, some points",
      "c2c forward 16384, convolved, outputs from 8191, outputs 8193",
      2,
      on_device::short_stack,
      "convolved vector passes" },
    { "three passes, planes and steps",
      "c2c forward 16384, convolved, outputs from 24, output step 8, planar output",
      1,
      on_device::short_stack,
      "convolved vector passes" },
    { "no vectors take so few",
      "c2c forward 12, convolved, outputs from 3",
      7,
      on_device::own,
      "convolved 12" },
    { "a workgroup, all points",
      "c2c forward 512, convolved",
      3,
      on_device::gpu,
      "and back" },
    { "a workgroup of several rows",
      "c2c forward 60, convolved, outputs from 7, outputs 50",
      17,
      on_device::gpu,
      "and back" },
    { "a workgroup, an overlap",
      "c2c forward 1024, convolved, outputs from 255, outputs 768, input distance 768",
      5,
      on_device::gpu,
      "and back" },
    { "a workgroup, every eighth point",
      "c2c forward 1024, convolved, outputs from 256, output step 8",
      5,
      on_device::gpu,
      "and back" },
    { "a workgroup, planes, doubles",
      "c2c forward 256, float64, convolved, outputs from 31, planar input, planar output",
      3,
      on_device::gpu,
      "and back" },
    { "one stage there and back",
      "c2c forward 8, convolved, outputs from 2",
      9,
      on_device::gpu,
      "and back" },
    { "a workgroup, each output turned by its index and its row",
      "c2c forward 1024, convolved, outputs from 255, outputs 768, input distance 768, "
      "store y*h[k]*w[row], arguments complex h[768]; complex w[8]",
      5,
      on_device::gpu,
      "and back" },
    { "several rows in a workgroup, every third point, turned",
      "c2c forward 96, convolved, outputs from 6, output step 3, scaled by 2, store "
      "y*h[k]*w[row], arguments complex h[30]; complex w[32]",
      17,
      on_device::gpu,
      "and back" },
    { "several passes, planes, turned",
      "c2c forward 16384, convolved, outputs from 100, outputs 16000, planar output, "
      "store y*h[k]*w[row], arguments complex h[16000]; complex w[2]",
      2,
      on_device::tiny_gpu,
      "3 passes" },
    { "on a CPU device, work-items turn outputs",
      "c2c forward 512, convolved, outputs from 31, store y*h[k]*w[row], arguments "
      "complex h[481]; complex w[3]",
      3,
      on_device::own,
      "" },
    { "several passes of workgroups",
      "c2c forward 16384, convolved, outputs from 100, outputs 16000",
      2,
      on_device::tiny_gpu,
      "3 passes" },
    { "several passes, scaled, in steps",
      "c2c forward 16384, convolved, outputs from 96, output step 3, scaled by 2",
      2,
      on_device::tiny_gpu,
      "3 passes" },
};

device_limits limits_of(const sample& s, const device& on)
{
    if (s.limits == on_device::own || s.limits == on_device::short_stack) {
        auto limits = on.info().limits;
        if (s.limits == on_device::short_stack)
            limits.row_stack_bytes = 64 * 1024;
        return limits;
    }
    auto limits = s.limits == on_device::gpu ? make_limits(false, 32, 256, 128)
                                             : make_limits(false, 8, 128, 64);
    limits.has_float64 = true;
    limits.global_memory_bytes = limits.max_allocation_bytes = std::int64_t(1) << 30;
    return limits;
}

//! Few taps, at places up to the end, so that points wrap around.
struct sparse_taps {
    std::vector<std::int64_t> places;
    std::vector<complex> values;
};

sparse_taps random_taps(std::int64_t length, std::mt19937& random)
{
    sparse_taps taps;
    std::uniform_int_distribution<std::int64_t> any(0, length - 1);
    std::uniform_real_distribution<double> part(-1, 1);
    for (int i = 0; i < 5; ++i) {
        taps.places.push_back(i == 0 ? 0 : i == 1 ? length - 1 : any(random));
        const double real = part(random);
        taps.values.emplace_back(real, part(random));
    }
    return taps;
}

std::vector<complex> spectrum_of(const sparse_taps& taps, std::int64_t length)
{
    const double turn = -2 * std::acos(-1.0) / static_cast<double>(length);
    std::vector<complex> spectrum;
    for (std::int64_t k = 0; k < length; ++k) {
        complex sum = 0;
        for (std::size_t i = 0; i < taps.places.size(); ++i)
            sum +=
                taps.values[i] *
                std::polar(1.0, turn * static_cast<double>(k * taps.places[i] % length));
        spectrum.push_back(sum);
    }
    return spectrum;
}

//! Numbers of one side in the precision of the transform, planes behind one another.
class side_memory
{
public:
    side_memory(const transform& t, bool is_output, std::size_t rows)
        : d_is_double(t.number == precision::float64),
          d_is_planar((is_output ? t.output_layout : t.input_layout) ==
                      complex_layout::planar),
          d_elements(static_cast<std::size_t>(
              is_output ? output_extent(t, static_cast<std::int64_t>(rows))
                        : input_extent(t, static_cast<std::int64_t>(rows)))),
          d_bytes(2 * d_elements * number_bytes(), 0xff) // NaN
    {
    }

    std::size_t elements() const { return d_elements; }
    std::size_t planes() const { return d_is_planar ? 2 : 1; }
    unsigned char* plane(std::size_t i) { return d_bytes.data() + i * plane_bytes(); }
    std::size_t plane_bytes() const { return d_bytes.size() / planes(); }
    complex get(std::size_t i) { return { number(i, 0), number(i, 1) }; }
    void set(std::size_t i, complex value)
    {
        put(i, 0, value.real());
        put(i, 1, value.imag());
    }

private:
    std::size_t number_bytes() const { return d_is_double ? 8 : 4; }
    std::size_t place(std::size_t i, std::size_t part) const
    {
        return d_is_planar ? part * d_elements + i : 2 * i + part;
    }
    double number(std::size_t i, std::size_t part)
    {
        const auto at = place(i, part);
        return d_is_double ? reinterpret_cast<double*>(d_bytes.data())[at]
                           : reinterpret_cast<float*>(d_bytes.data())[at];
    }
    void put(std::size_t i, std::size_t part, double value)
    {
        const auto at = place(i, part);
        if (d_is_double)
            reinterpret_cast<double*>(d_bytes.data())[at] = value;
        else
            reinterpret_cast<float*>(d_bytes.data())[at] = static_cast<float>(value);
    }

    bool d_is_double, d_is_planar;
    std::size_t d_elements;
    std::vector<unsigned char> d_bytes;
};

//! Factors on the unit circle, for the expressions of rows that have one.
argument_values random_turns(const transform& t, std::mt19937& random)
{
    argument_values all;
    std::uniform_real_distribution<double> angle(-3, 3);
    for (const auto& each : t.arguments) {
        all.emplace_back();
        for (std::int64_t i = 0; i < each.length; ++i)
            all.back().push_back(std::polar(1.0, angle(random)));
    }
    return all;
}

void run(const plan& p,
         const std::shared_ptr<device>& on,
         const std::vector<complex>& spectrum,
         const argument_values& turns,
         side_memory& in,
         side_memory& out,
         std::size_t rows)
{
    const executor e(p, on);
    const auto table =
        upload_taps(*on, taps_of_spectrum(p.request, spectrum), p.request.number);
    executor_memory memory;
    std::vector<std::shared_ptr<buffer>> kept;
    for (std::size_t i = 0; i < in.planes(); ++i) {
        kept.push_back(upload_now(*on, in.plane(i), in.plane_bytes()));
        memory.in[i] = kept.back().get();
    }
    for (std::size_t i = 0; i < out.planes(); ++i) {
        kept.push_back(upload_now(*on, out.plane(i), out.plane_bytes()));
        memory.out[i] = kept.back().get();
    }
    if (const auto bytes = e.workspace_bytes(rows)) {
        kept.push_back(on->make_buffer(bytes));
        memory.workspace = kept.back().get();
    }
    memory.window = table.get();
    const auto given =
        turns.empty() ? given_memory() : upload_given(*on, p.request, turns);
    given.put_into(memory);
    auto q = on->make_queue();
    e.enqueue(*q, memory, static_cast<std::uint32_t>(rows));
    for (std::size_t i = 0; i < out.planes(); ++i)
        q->download(out.plane(i), *memory.out[i], 0, out.plane_bytes());
    q->wait_all();
}

} // namespace

class qa_convolved : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_convolved);
    CPPUNIT_TEST(convolves_in_every_form);
    CPPUNIT_TEST(convolves_as_the_plan_is_read);
    CPPUNIT_TEST_SUITE_END();

    //! \param planned_for  whose limits the plan suits where the row does not say others
    static void
    check(const sample& s, const std::shared_ptr<device>& on, const device& planned_for)
    {
        const auto t = parse_transform(s.what);
        const auto p = model_plan(t, limits_of(s, planned_for));
        const auto summary = to_string(p);
        const auto label = fmt::format("{}: {}", s.why, summary);
        CPPUNIT_ASSERT_MESSAGE(label, summary.find(s.plan) != std::string::npos);
        const auto line = plan_text(p);
        CPPUNIT_ASSERT_EQUAL_MESSAGE(label, line, plan_text(parse_plan(line)));

        std::mt19937 random(static_cast<unsigned>(t.points()));
        std::uniform_real_distribution<double> part(-1, 1);
        side_memory in(t, false, s.rows), out(t, true, s.rows);
        for (std::size_t i = 0; i < in.elements(); ++i) {
            const double real = part(random);
            in.set(i, { real, part(random) });
        }
        const auto taps = random_taps(t.points(), random);
        const auto turns = random_turns(t, random);
        run(p, on, spectrum_of(taps, t.points()), turns, in, out, s.rows);

        const auto& which = *t.convolved;
        const double bound = (t.number == precision::float64 ? 1e-12 : 1e-5) *
                             std::log2(static_cast<double>(t.points()) + 1);
        for (std::size_t row = 0; row < s.rows; ++row) {
            for (std::int64_t m = 0; m < which.count; ++m) {
                complex sum = 0;
                for (std::size_t i = 0; i < taps.places.size(); ++i) {
                    const auto n = which.first + m * which.step - taps.places[i];
                    const auto at = static_cast<std::int64_t>(row) * t.input_distance +
                                    (n % t.points() + t.points()) % t.points();
                    sum += taps.values[i] * in.get(static_cast<std::size_t>(at));
                }
                sum *= t.scale;
                if (!turns.empty())
                    sum *= turns[0][static_cast<std::size_t>(m)] * turns[1][row];
                const auto got = out.get(static_cast<std::size_t>(
                    static_cast<std::int64_t>(row) * t.output_distance + m));
                if (!(std::abs(got - sum) <= bound))
                    CPPUNIT_FAIL(fmt::format("{}: row {} output {}: {}{:+}i should be "
                                             "{}{:+}i",
                                             label,
                                             row,
                                             m,
                                             got.real(),
                                             got.imag(),
                                             sum.real(),
                                             sum.imag()));
            }
        }
    }

    static void check_all(const std::shared_ptr<device>& on, const device& planned_for)
    {
        std::string failed;
        const bool is_cpu = planned_for.info().limits.is_cpu;
        for (const auto& s : some_of(SAMPLES)) {
            const bool has_vectors =
                s.limits == on_device::own || s.limits == on_device::short_stack;
            if (has_vectors && !is_cpu)
                continue;
            try {
                check(s, on, planned_for);
            } catch (const CppUnit::Exception& e) {
                failed += std::string("\n") + e.what();
            } catch (const std::exception& e) {
                failed += fmt::format("\n{}: {}", s.why, e.what());
            }
        }
        CPPUNIT_ASSERT_MESSAGE(failed, failed.empty());
    }

    void convolves_in_every_form()
    {
        const auto on = open_device("auto");
        check_all(on, *on);
    }

    //! A fake device computes what the pass says, in doubles, and checks every access.
    void convolves_as_the_plan_is_read()
    {
        device_info info;
        info.limits = make_limits(true, 64, 256, 512);
        info.limits.has_float64 = true;
        check_all(make_fake_device(info, std::make_shared<fake_control>()),
                  *make_fake_device(info, std::make_shared<fake_control>()));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_convolved);
