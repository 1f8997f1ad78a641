/* SPDX-License-Identifier: GPL-3.0-or-later */
// What is done with items on the device, beside the host's: with rings on both sides,
// whose ends are crossed at any place. Runs on the device that $GPUFFT_DEVICE names.
#include "device/interface/registry.h"
#include "exec/items/host_items.h"
#include "exec/items/item_executor.h"
#include "support/devices/fake_devices.h"
#include "support/skipped.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <gpufft/error.h>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstring>
#include <memory>
#include <random>
#include <thread>
#include <vector>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

struct row {
    const char* why;
    item_operation request;
    std::size_t ring_in, ring_out; // bytes; of inputs in proportion
};

const std::vector<expression_argument> GIVEN = {
    { "s", argument_kind::number, 0 },
    { "h", argument_kind::complex_buffer, 5 },
    { "w", argument_kind::real_buffer, 3 },
};

item_operation of(const char* text,
                  const std::string& inputs,
                  const std::string& output,
                  std::size_t length = 1,
                  const std::vector<expression_argument>& arguments = {})
{
    return item_operation::of(make_item_expression(text,
                                                   parse_item_types(inputs, "inputs"),
                                                   parse_item_types(output, "output")[0],
                                                   length,
                                                   arguments));
}

item_arguments_pointer given()
{
    item_arguments all;
    all.values = { { 0.75F },
                   { { 1, 2 }, { -1, 0.5F }, { 0, 1 }, { 3, 0 }, { 1, -1 } },
                   { 2, 0.5F, -4 } };
    return std::make_shared<const item_arguments>(all);
}

std::vector<row> rows()
{
    return {
        { "squares", of("norm(x)", "c", "f"), 8 * 1000, 4 * 1000 },
        { "vectors, rings of other lengths", of("norm(x)", "c", "f", 7), 8 * 900, 4000 },
        { "a product of three", of("x0*conj(x1)*x2", "ccf", "c"), 8 * 500, 8 * 400 },
        { "all that is computed",
          of("select(n>1,exp(i*x1)/(x0+3),complex(sin(x1),cos(real(x0)))-s)"
             "*h[row%5]+w[n]*sqrt(abs(x0))+min(x1,log(norm(x0)+1))-log10(2)",
             "cf",
             "c",
             3,
             GIVEN),
          24 * 100,
          24 * 90 },
        { "whole numbers", of("x0*x1+x2-0.25", "isb", "f"), 4 * 300, 4 * 200 },
        { "to shorts", of("x*20000", "f", "s"), 4 * 300, 2 * 200 },
        { "to bytes", of("x*64", "f", "b"), 4 * 300, 200 },
        { "to integers", of("x*1e9", "f", "i"), 4 * 300, 4 * 200 },
        { "one of two", item_operation::keep(16, 8, 0), 16 * 300, 8 * 299 },
        { "the second of two", item_operation::keep(16, 8, 8), 16 * 300, 8 * 299 },
        { "3 of 7 words, rows across the ends",
          item_operation::keep(28, 12, 8),
          4 * 1000,
          4 * 501 },
        { "all", item_operation::keep(20, 20, 0), 4000, 2000 },
    };
}

std::vector<char> noise_bytes(std::size_t bytes)
{
    std::mt19937 random(1);
    std::normal_distribution<float> level;
    std::vector<char> all(bytes);
    for (std::size_t i = 0; i + 4 <= bytes; i += 4) {
        const float x = level(random);
        std::memcpy(&all[i], &x, 4);
    }
    return all;
}

//! The largest difference of values, relative to those above 1.
template <class value>
double largest_difference(const std::vector<char>& a, const std::vector<char>& b)
{
    double most = 0;
    for (std::size_t i = 0; i + sizeof(value) <= a.size(); i += sizeof(value)) {
        value x, y;
        std::memcpy(&x, &a[i], sizeof(value));
        std::memcpy(&y, &b[i], sizeof(value));
        const double apart = std::abs(static_cast<double>(x) - static_cast<double>(y));
        most = std::max(most, apart / (1 + std::abs(static_cast<double>(y))));
    }
    return most;
}

//! Parts of samples, and pieces of them, come out the same but for their rounding.
double difference(const item_operation& of,
                  const std::vector<char>& a,
                  const std::vector<char>& b)
{
    switch (of.expression ? of.expression->output : item_type::int8) {
    case item_type::int32:
        return largest_difference<std::int32_t>(a, b);
    case item_type::int16:
        return largest_difference<std::int16_t>(a, b);
    case item_type::int8:
        return largest_difference<std::int8_t>(a, b);
    default:
        return largest_difference<float>(a, b);
    }
}

class qa_item_executor : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_item_executor);
    CPPUNIT_TEST(does_what_the_host_does);
    CPPUNIT_TEST(memory_is_there_as_long_as_the_queue);
    CPPUNIT_TEST_SUITE_END();

public:
    void does_what_the_host_does()
    {
        const auto on = open_device("auto");
        for (const auto& r : rows()) {
            item_executor runs(r.request, on);
            const auto& in_bytes = r.request.in_bytes;
            std::vector<std::unique_ptr<ring_mirror>> in;
            for (const auto each : in_bytes)
                in.push_back(
                    std::make_unique<ring_mirror>(on, r.ring_in / in_bytes[0] * each));
            in[0] = std::make_unique<ring_mirror>(on, r.ring_in);
            ring_mirror out(on, r.ring_out);
            const auto rows =
                std::min(r.ring_in / in_bytes[0], r.ring_out / r.request.out_bytes) / 2;
            std::uint64_t first = 0;
            for (int lap = 0; lap < 7; ++lap, first += rows)
                check(r, runs, in, out, first, rows, lap);
        }
    }

    // Also where the queue cannot be asked when it has ended. "record" twice: the second
    // is for whoever wants to wait.
    void memory_is_there_as_long_as_the_queue()
    {
        const auto request = of("x*h[0]*w[0]*s", "f", "c", 1, GIVEN);
        const auto control = std::make_shared<fake_control>();
        const auto on = make_fake_device(fake_gpu(), control);
        ring_mirror in(on, 4000), out(on, 8000);
        item_rows next;
        next.in = { { { &in, { 0, 40 }, nullptr }, nullptr } };
        next.out = { &out, { 0, 80 }, nullptr };
        next.count = 10;
        next.given = given();
        std::atomic<int> works{ 0 }, needed{ 0 }, early{ 0 };
        control->before_work = [&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
            ++works;
            early += control->live_buffers < needed;
        };
        for (const std::string call : { "make_buffer", "upload", "record" }) {
            works = 0;
            needed = 4; // two rings, two arguments
            auto runs = std::make_unique<item_executor>(request, on);
            control->calls.fail(call, call == "record" ? 1 : 2);
            control->calls.fail("record", 2);
            CPPUNIT_ASSERT_THROW(runs->submit(next), device_error);
            runs.reset();
            control->calls.clear();
            CPPUNIT_ASSERT_EQUAL_MESSAGE(call, 0, early.load());
            CPPUNIT_ASSERT_EQUAL_MESSAGE(call, call == "make_buffer", works == 0);
        }
        for (const std::string call : { "record", "wait" }) {
            needed = 4;
            auto runs = std::make_unique<item_executor>(request, on);
            for (int i = 0; i < 2; ++i) {
                next.given = given();
                runs->submit(next);
            }
            needed = 6;
            control->calls.fail(call);
            if (call == "wait")
                CPPUNIT_ASSERT_THROW(runs->wait_oldest(), device_error);
            runs.reset();
            control->calls.clear();
            CPPUNIT_ASSERT_EQUAL_MESSAGE(call, 0, early.load());
        }
    }

private:
    // In some laps the host keeps an input, or wants the output.
    static void check(const row& r,
                      item_executor& runs,
                      const std::vector<std::unique_ptr<ring_mirror>>& in,
                      ring_mirror& out,
                      std::uint64_t first,
                      std::size_t rows,
                      int lap)
    {
        const auto q = out.on()->make_queue();
        const bool keeps = lap % 2 == 0;
        const auto bytes_of = [&](std::size_t row_bytes) {
            return stretch{ first * row_bytes, (first + rows) * row_bytes };
        };
        item_rows next;
        next.count = rows;
        next.first = first;
        if (r.request.expression && !r.request.expression->arguments.empty())
            next.given = given();
        std::vector<std::vector<char>> items;
        std::vector<const void*> shown;
        for (std::size_t i = 0; i < in.size(); ++i) {
            const auto row_bytes = r.request.in_bytes[i];
            items.push_back(noise_bytes(rows * row_bytes));
            const bool is_there = i + 1 < in.size() || lap % 3 != 2;
            mirror_place from{ is_there ? in[i].get() : nullptr,
                               bytes_of(row_bytes),
                               items.back().data() };
            next.in.push_back({ from, items.back().data() });
        }
        for (const auto& each : items)
            shown.push_back(each.data());
        std::vector<char> want(rows * r.request.out_bytes), got(want.size());
        host_items(r.request).compute(shown, want.data(), rows, first, next.given.get());
        next.out = { keeps ? &out : nullptr, bytes_of(r.request.out_bytes), nullptr };
        next.on_host = keeps ? nullptr : got.data();
        runs.submit(next);
        CPPUNIT_ASSERT_EQUAL(rows, runs.wait_oldest());
        if (keeps) {
            out.before_reading(*q, next.out.bytes);
            out.download(*q, got.data(), next.out.bytes);
            q->wait_all();
        }
        const auto request = fmt::format("{}: rows from {} on", r.why, first);
        if (!r.request.expression)
            CPPUNIT_ASSERT_MESSAGE(request, want == got);
        else
            CPPUNIT_ASSERT_MESSAGE(request, difference(r.request, got, want) < 2e-5);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_item_executor);

} // namespace
