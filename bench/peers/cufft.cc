/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/peers/cufft.h"
#include "bench/peers/plain_rows.h"
#include "bench/peers/symbols.h"
#include <dlfcn.h>
#include <fmt/format.h>
#include <gpufft/error.h>
#include <algorithm>
#include <vector>

namespace gpufft::app {

namespace {

// Values of cufft.h and cuda.h.
constexpr int R2C = 0x2a, C2R = 0x2c, C2C = 0x29;
constexpr int D2Z = 0x6a, Z2D = 0x6c, Z2Z = 0x69;
constexpr int FORWARD = -1, INVERSE = 1;
constexpr int REAL_HALF = 2, COMPLEX_HALF = 6; // cudaDataType
constexpr int POINTER_ATTRIBUTE_CONTEXT = 1;

const char* const FILES[] = { "libcufft.so.12",
                              "libcufft.so.11",
                              "/usr/local/cuda/lib64/libcufft.so.12",
                              "/usr/local/cuda/lib64/libcufft.so.11" };

/*!
 * cuFFT works in the context that is current on the thread, which need not be ours: that
 * of the driver that \p address is of is made so, and stays.
 */
bool enter_context_of(std::uint64_t address)
{
    void* driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    int (*get_attribute)(void*, int, unsigned long long) = nullptr;
    int (*set_current)(void*) = nullptr;
    if (!driver || !find_symbol(driver, "cuPointerGetAttribute", &get_attribute) ||
        !find_symbol(driver, "cuCtxSetCurrent", &set_current))
        return false;
    void* context = nullptr;
    return get_attribute(&context, POINTER_ATTRIBUTE_CONTEXT, address) == 0 &&
           set_current(context) == 0;
}

} // namespace

struct cufft_library::calls {
    int (*create)(int*);
    int (*destroy)(int);
    int (*make_plan)(int,
                     int,
                     long long*,
                     long long*,
                     long long,
                     long long,
                     long long*,
                     long long,
                     long long,
                     int,
                     long long,
                     std::size_t*);
    int (*set_stream)(int, void*);
    int (*exec_c2c)(int, void*, void*, int);
    int (*exec_r2c)(int, void*, void*);
    int (*exec_c2r)(int, void*, void*);
    int (*exec_z2z)(int, void*, void*, int);
    int (*exec_d2z)(int, void*, void*);
    int (*exec_z2d)(int, void*, void*);
    int (*make_plan_of_types)(int,
                              int,
                              long long*,
                              long long*,
                              long long,
                              long long,
                              int,
                              long long*,
                              long long,
                              long long,
                              int,
                              long long,
                              std::size_t*,
                              int);
    int (*exec_of_types)(int, void*, void*, int);
    int (*get_version)(int*);
};

cufft_library::cufft_library() : d_calls(std::make_unique<calls>()) {}

cufft_library::~cufft_library()
{
    // Stays loaded: it has threads and handlers of its own.
}

std::shared_ptr<cufft_library> cufft_library::load(const buffer& any, std::string* reason)
{
    const auto address = any.device_address();
    if (!address) {
        *reason = "the device is none of CUDA";
        return nullptr;
    }
    std::shared_ptr<cufft_library> result(new cufft_library);
    for (const char* file : FILES)
        if (!result->d_handle)
            result->d_handle = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    if (!result->d_handle) {
        *reason = "libcufft.so.12 is not to be found";
        return nullptr;
    }
    auto& c = *result->d_calls;
    void* in = result->d_handle;
    if (!find_symbol(in, "cufftCreate", &c.create) ||
        !find_symbol(in, "cufftDestroy", &c.destroy) ||
        !find_symbol(in, "cufftMakePlanMany64", &c.make_plan) ||
        !find_symbol(in, "cufftSetStream", &c.set_stream) ||
        !find_symbol(in, "cufftExecC2C", &c.exec_c2c) ||
        !find_symbol(in, "cufftExecR2C", &c.exec_r2c) ||
        !find_symbol(in, "cufftExecC2R", &c.exec_c2r) ||
        !find_symbol(in, "cufftExecZ2Z", &c.exec_z2z) ||
        !find_symbol(in, "cufftExecD2Z", &c.exec_d2z) ||
        !find_symbol(in, "cufftExecZ2D", &c.exec_z2d) ||
        !find_symbol(in, "cufftXtMakePlanMany", &c.make_plan_of_types) ||
        !find_symbol(in, "cufftXtExec", &c.exec_of_types) ||
        !find_symbol(in, "cufftGetVersion", &c.get_version)) {
        *reason = "libcufft lacks a function";
        return nullptr;
    }
    if (!enter_context_of(address)) {
        *reason = "the driver does not say whose memory is whose";
        return nullptr;
    }
    return result;
}

int cufft_library::version() const
{
    int found = 0;
    d_calls->get_version(&found);
    return found;
}

namespace {

bool is_power_of_two(std::int64_t n) { return (n & (n - 1)) == 0; }

int type_of(const transform& t)
{
    const bool is_double = t.number == precision::float64;
    switch (t.kind) {
    case transform_kind::r2c:
        return is_double ? D2Z : R2C;
    case transform_kind::c2r:
        return is_double ? Z2D : C2R;
    default:
        return is_double ? Z2Z : C2C;
    }
}

void expect_success(const char* call, int status)
{
    if (status != 0)
        throw device_error(fmt::format("{}: status {}", call, status));
}

} // namespace

bool cufft_plan::offers(const transform& request)
{
    const bool is_fft = request.kind == transform_kind::c2c ||
                        request.kind == transform_kind::r2c ||
                        request.kind == transform_kind::c2r;
    const bool suits_halves =
        request.number != precision::float16 ||
        std::all_of(request.shape.begin(), request.shape.end(), [](const dimension& d) {
            return is_power_of_two(d.length);
        });
    return is_fft && suits_halves && !request.real_input && has_packed_rows(request);
}

bool cufft_plan::computes(const transform& request)
{
    return offers(request) && has_plain_ends(request);
}

cufft_plan::cufft_plan(std::shared_ptr<cufft_library> with,
                       const transform& request,
                       std::uint32_t rows,
                       queue& on)
    : d_with(std::move(with)), d_request(packed(request))
{
    const auto& c = *d_with->d_calls;
    std::vector<long long> lengths;
    for (const auto& d : d_request.shape)
        lengths.push_back(d.length);
    const bool has_real_in = has_real_input(d_request),
               has_real_out = has_real_output(d_request);
    auto in = memory_lengths<long long>(d_request, INPUT_VIEW);
    auto out = memory_lengths<long long>(d_request, OUTPUT_VIEW);
    expect_success("cufftCreate", c.create(&d_handle));
    std::size_t work_bytes = 0;
    const int rank = static_cast<int>(lengths.size());
    int status = 0;
    if (d_request.number == precision::float16)
        status = c.make_plan_of_types(d_handle,
                                      rank,
                                      lengths.data(),
                                      in.data(),
                                      1,
                                      d_request.input_distance,
                                      has_real_in ? REAL_HALF : COMPLEX_HALF,
                                      out.data(),
                                      1,
                                      d_request.output_distance,
                                      has_real_out ? REAL_HALF : COMPLEX_HALF,
                                      rows,
                                      &work_bytes,
                                      COMPLEX_HALF);
    else
        status = c.make_plan(d_handle,
                             rank,
                             lengths.data(),
                             in.data(),
                             1,
                             d_request.input_distance,
                             out.data(),
                             1,
                             d_request.output_distance,
                             type_of(d_request),
                             rows,
                             &work_bytes);
    if (status != 0) {
        c.destroy(d_handle);
        throw device_error(fmt::format("cuFFT has no plan of {} rows of {}: status {}",
                                       rows,
                                       to_string(request),
                                       status));
    }
    expect_success("cufftSetStream", c.set_stream(d_handle, on.native_handle()));
}

cufft_plan::~cufft_plan() { d_with->d_calls->destroy(d_handle); }

void cufft_plan::enqueue(const buffer& in, buffer& out) const
{
    const auto& c = *d_with->d_calls;
    auto* from = reinterpret_cast<void*>(in.device_address());
    auto* to = reinterpret_cast<void*>(out.device_address());
    const bool is_double = d_request.number == precision::float64;
    const int sign =
        d_request.kind == transform_kind::c2r || d_request.dir == direction::inverse
            ? INVERSE
            : FORWARD;
    if (d_request.number == precision::float16)
        expect_success("cufftXtExec", c.exec_of_types(d_handle, from, to, sign));
    else if (d_request.kind == transform_kind::r2c)
        expect_success("cufftExecR2C",
                       (is_double ? c.exec_d2z : c.exec_r2c)(d_handle, from, to));
    else if (d_request.kind == transform_kind::c2r)
        expect_success("cufftExecC2R",
                       (is_double ? c.exec_z2d : c.exec_c2r)(d_handle, from, to));
    else
        expect_success("cufftExecC2C",
                       (is_double ? c.exec_z2z : c.exec_c2c)(d_handle, from, to, sign));
}

} // namespace gpufft::app
