/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/expression/expression_text.h"
#include "plan/request/refuse.h"
#include <gpufft/device_fft.h>
#include <gpufft/fft.h>
#include <gpufft/gpufft.h>
#include <algorithm>
#include <array>
#include <new>
#include <optional>
#include <string>

struct gpufft_plan {
    std::optional<gpufft::fft> host;
    std::optional<gpufft::device_fft> device;
    gpufft::transform request;
    std::string device_name, line;
};

struct gpufft_event {
    gpufft::device_event end;
};

namespace gpufft {

namespace {

//! What the last failure on this thread was. Fixed: there may be no memory for a text.
struct last_error {
    std::array<char, 2048> text = {};

    void note(const char* message)
    {
        const auto length =
            std::min(std::char_traits<char>::length(message), text.size() - 1);
        std::copy_n(message, length, text.begin());
        text[length] = '\0';
    }
};

last_error& error_of_thread()
{
    static thread_local last_error error;
    return error;
}

gpufft_status noted(gpufft_status status, const char* message)
{
    error_of_thread().note(message);
    return status;
}

//! Does \p call; no exception crosses into C.
template <typename Call>
gpufft_status guarded(Call&& call) noexcept
try {
    call();
    return GPUFFT_SUCCESS;
} catch (const plan_error& e) {
    return noted(GPUFFT_PLAN_ERROR, e.what());
} catch (const device_error& e) {
    return noted(GPUFFT_DEVICE_ERROR, e.what());
} catch (const build_error& e) {
    return noted(GPUFFT_BUILD_ERROR, e.what());
} catch (const std::bad_alloc&) {
    return noted(GPUFFT_NO_MEMORY, "the host has no memory left");
} catch (const std::exception& e) {
    return noted(GPUFFT_OTHER_ERROR, e.what());
} catch (...) {
    return noted(GPUFFT_OTHER_ERROR, "something failed that has no text");
}

template <typename T>
T& expected(T* given, const char* name)
{
    if (!given)
        refuse("the {} is a null pointer", name);
    return *given;
}

template <typename T>
const T& expected_struct(const T* given, const char* name)
{
    const auto& found = expected(given, name);
    if (found.struct_bytes != sizeof(T))
        refuse(
            "{}.struct_bytes is {} and should be {}: initialize it by its function, and "
            "compile with the header of this library",
            name,
            found.struct_bytes,
            sizeof(T));
    return found;
}

//! The value of C++'s enumeration that has \p value's number, of those up to \p last.
template <typename Enumeration>
Enumeration checked_value(int value, Enumeration last, const char* name)
{
    if (value < 0 || value > static_cast<int>(last))
        refuse("{} is {}; 0 to {} are known", name, value, static_cast<int>(last));
    return static_cast<Enumeration>(value);
}

std::size_t checked_count(std::size_t count, const char* name)
{
    if (count > GPUFFT_MAX_RANK)
        refuse("{} is {}; at most {} work", name, count, GPUFFT_MAX_RANK);
    return count;
}

void add_axes(transform& result, const gpufft_transform& c)
{
    result.shape.clear();
    for (std::size_t i = 0; i < checked_count(c.rank, "rank"); ++i) {
        const auto& d = c.shape[i];
        result.shape.push_back({ d.length,
                                 d.input_stride,
                                 d.output_stride,
                                 d.input_rotation,
                                 d.output_rotation });
    }
    for (std::size_t i = 0; i < checked_count(c.loop_count, "loop_count"); ++i)
        result.loops.push_back(
            { c.loops[i].count, c.loops[i].input_stride, c.loops[i].output_stride });
}

transform transform_of(const gpufft_transform& c)
{
    transform result;
    add_axes(result, c);
    result.kind = checked_value(c.kind, transform_kind::dst4, "kind");
    result.dir = checked_value(c.direction, direction::inverse, "direction");
    result.norm =
        checked_value(c.normalization, normalization::orthonormal, "normalization");
    result.number = checked_value(c.precision, precision::float16, "precision");
    result.input_layout =
        checked_value(c.input_layout, complex_layout::planar, "input_layout");
    result.output_layout =
        checked_value(c.output_layout, complex_layout::planar, "output_layout");
    result.scale = c.scale;
    result.input_distance = c.input_distance;
    result.output_distance = c.output_distance;
    result.real_input = c.real_input != 0;
    result.in_place = c.in_place != 0;
    result.windowed = c.windowed != 0;
    result.orthogonalize = c.orthogonalize != 0;
    result.real_output = c.real_output != 0;
    result.load = c.load ? c.load : "";
    result.store = c.store ? c.store : "";
    result.arguments = parse_arguments(c.arguments ? c.arguments : "");
    if (c.convolved)
        result.convolved = { c.first_output, c.output_count, c.output_step };
    return result;
}

effort effort_of(const gpufft_settings& s)
{
    if (s.effort == GPUFFT_DEFAULT_EFFORT)
        return default_effort();
    return checked_value(s.effort - GPUFFT_ESTIMATE, effort::exhaustive, "effort - 1");
}

device_fft make_device_fft(const transform& request, const gpufft_settings& s)
{
    device_fft_settings settings;
    settings.rows = s.rows;
    settings.how = effort_of(s);
    settings.has_workspace = s.has_workspace != 0;
    settings.replays = s.replays != 0;
    switch (s.context) {
    case GPUFFT_OWN_CONTEXT:
        return device_fft(request, s.device ? s.device : "auto", settings);
    case GPUFFT_CUDA_CONTEXT:
        return device_fft(request, native_context::cuda(s.native_context), settings);
    case GPUFFT_OPENCL_CONTEXT:
        return device_fft(
            request, native_context::opencl(s.native_context, s.native_device), settings);
    }
    refuse("context is {}; 0 to 2 are known", static_cast<int>(s.context));
}

//! What a plan of either memory says of itself; the caller keeps the texts' addresses.
template <class Fft>
void describe(gpufft_plan& plan, const Fft& on)
{
    plan.device_name = on.device_name();
    plan.line = on.plan_line();
    plan.request = on.request();
}

std::unique_ptr<gpufft_plan> make_plan(const gpufft_transform& c,
                                       const gpufft_settings& s)
{
    auto result = std::make_unique<gpufft_plan>();
    const auto request = transform_of(c);
    if (s.memory == GPUFFT_DEVICE_MEMORY) {
        describe(*result, result->device.emplace(make_device_fft(request, s)));
        return result;
    }
    if (s.memory != GPUFFT_HOST_MEMORY)
        refuse("memory is {}; 0 and 1 are known", static_cast<int>(s.memory));
    describe(*result,
             result->host.emplace(request, s.device ? s.device : "auto", effort_of(s)));
    return result;
}

device_fft& on_device(gpufft_plan* plan)
{
    auto& found = expected(plan, "plan");
    if (!found.device)
        refuse("the plan is for memory of the host; make one whose settings say "
               "GPUFFT_DEVICE_MEMORY");
    return *found.device;
}

fft& on_host(gpufft_plan* plan)
{
    auto& found = expected(plan, "plan");
    if (!found.host)
        refuse("the plan is for memory of the device; make one whose settings say "
               "GPUFFT_HOST_MEMORY");
    return *found.host;
}

//! Bytes of an array of \p rows rows, whose elements \p extent and \p element_bytes
//! count.
std::uint64_t array_bytes(const transform& request,
                          std::size_t rows,
                          std::int64_t (*extent)(const transform&, std::int64_t),
                          std::size_t (*element_bytes)(const transform&))
{
    if (rows == 0)
        return 0;
    const auto elements = extent(request, static_cast<std::int64_t>(rows));
    return static_cast<std::uint64_t>(elements) * element_bytes(request);
}

device_memory memory_of(const gpufft_array& array)
{
    device_memory result(array.memory);
    result.offset = array.offset;
    result.is_cl_mem = array.is_cl_mem != 0;
    return result;
}

device_arrays arrays_of(const gpufft_arrays& c)
{
    device_arrays result{ memory_of(c.in),           memory_of(c.out),
                          memory_of(c.in_imaginary), memory_of(c.out_imaginary),
                          memory_of(c.workspace),    c.workspace_bytes };
    for (std::size_t i = 0; i < c.buffer_count; ++i)
        result.buffers.push_back(
            memory_of((&expected(c.buffers, "array of buffers"))[i]));
    if (c.number_count)
        result.numbers.assign(&expected(c.numbers, "array of numbers"),
                              c.numbers + c.number_count);
    return result;
}

} // namespace

} // namespace gpufft

using namespace gpufft;

extern "C" {

const char* gpufft_version(void) { return GPUFFT_VERSION; }

const char* gpufft_error_text(void) { return error_of_thread().text.data(); }

void gpufft_init_transform(gpufft_transform* request, int64_t length)
{
    *request = {};
    request->struct_bytes = sizeof(*request);
    request->scale = 1;
    request->output_step = 1;
    request->rank = 1;
    request->shape[0].length = length;
}

void gpufft_init_settings(gpufft_settings* settings)
{
    *settings = {};
    settings->struct_bytes = sizeof(*settings);
    settings->device = "auto";
    settings->rows = 1;
    settings->has_workspace = 1;
}

void gpufft_init_arrays(gpufft_arrays* arrays) { *arrays = {}; }

gpufft_status gpufft_make_plan(gpufft_plan** plan,
                               const gpufft_transform* request,
                               const gpufft_settings* settings)
{
    return guarded([&] {
        expected(plan, "place for the plan") = nullptr;
        gpufft_settings by_default;
        gpufft_init_settings(&by_default);
        const auto& s = expected_struct(settings ? settings : &by_default, "settings");
        *plan = make_plan(expected_struct(request, "transform"), s).release();
    });
}

void gpufft_destroy_plan(gpufft_plan* plan) { delete plan; }

gpufft_status gpufft_input_bytes(const gpufft_plan* plan, size_t rows, uint64_t* bytes)
{
    return guarded([&] {
        const auto& request = expected(plan, "plan").request;
        expected(bytes, "place for the bytes") =
            array_bytes(request, rows, input_extent, input_element_bytes);
    });
}

gpufft_status gpufft_output_bytes(const gpufft_plan* plan, size_t rows, uint64_t* bytes)
{
    return guarded([&] {
        const auto& request = expected(plan, "plan").request;
        expected(bytes, "place for the bytes") =
            array_bytes(request, rows, output_extent, output_element_bytes);
    });
}

gpufft_status
gpufft_workspace_bytes(const gpufft_plan* plan, size_t rows, uint64_t* bytes)
{
    return guarded([&] {
        const auto& found = expected(plan, "plan");
        expected(bytes, "place for the bytes") = found.device
                                                     ? found.device->workspace_bytes(rows)
                                                     : found.host->workspace_bytes(rows);
    });
}

gpufft_status gpufft_set_window(gpufft_plan* plan, const double* taps, size_t count)
{
    return guarded([&] {
        auto& found = expected(plan, "plan");
        const auto* first = &expected(taps, "array of taps");
        const window_taps values(std::vector<double>(first, first + count));
        if (found.device)
            found.device->set_window(values);
        else
            found.host->set_window(values);
    });
}

gpufft_status gpufft_set_buffer(gpufft_plan* plan, const char* name, const void* values)
{
    return guarded([&] { on_host(plan).set_buffer(&expected(name, "name"), values); });
}

gpufft_status gpufft_set_number(gpufft_plan* plan, const char* name, double value)
{
    return guarded([&] { on_host(plan).set_number(&expected(name, "name"), value); });
}

gpufft_status gpufft_set_spectrum(gpufft_plan* plan, const double* spectrum, size_t count)
{
    return guarded([&] {
        auto& found = expected(plan, "plan");
        const auto* parts = &expected(spectrum, "array of the spectrum");
        std::vector<std::complex<double>> values;
        for (size_t k = 0; k < count; ++k)
            values.emplace_back(parts[2 * k], parts[2 * k + 1]);
        if (found.device)
            found.device->set_spectrum(values);
        else
            found.host->set_spectrum(values);
    });
}

const char* gpufft_device_name(const gpufft_plan* plan)
{
    return plan ? plan->device_name.c_str() : "";
}

const char* gpufft_plan_line(const gpufft_plan* plan)
{
    return plan ? plan->line.c_str() : "";
}

gpufft_status gpufft_run(gpufft_plan* plan,
                         const void* in,
                         const void* in_imaginary,
                         void* out,
                         void* out_imaginary,
                         size_t rows)
{
    return guarded(
        [&] { on_host(plan).run(in, in_imaginary, out, out_imaginary, rows); });
}

gpufft_status
gpufft_enqueue(gpufft_plan* plan, void* queue, const gpufft_arrays* arrays, size_t rows)
{
    return guarded([&] {
        on_device(plan).enqueue(queue, arrays_of(expected(arrays, "arrays")), rows);
    });
}

gpufft_status gpufft_start(gpufft_plan* plan,
                           const gpufft_arrays* arrays,
                           size_t rows,
                           gpufft_event** end)
{
    return guarded([&] {
        if (end)
            *end = nullptr;
        auto& on = on_device(plan);
        auto call = on.start(arrays_of(expected(arrays, "arrays")), rows);
        if (!end)
            call.wait();
        else
            *end = new gpufft_event{ std::move(call) };
    });
}

gpufft_status gpufft_wait(gpufft_event* end)
{
    return guarded([&] { expected(end, "event").end.wait(); });
}

gpufft_status gpufft_is_done(const gpufft_event* end, int* is_done)
{
    return guarded([&] {
        expected(is_done, "place for the answer") = expected(end, "event").end.is_done();
    });
}

void* gpufft_native_event(const gpufft_event* end)
{
    return end ? end->end.native_handle() : nullptr;
}

void gpufft_destroy_event(gpufft_event* end) { delete end; }

} // extern "C"
