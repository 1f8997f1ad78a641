/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/peers/cufft.h"
#include "bench/peers/symbols.h"
#include <dlfcn.h>
#include <fmt/format.h>
#include <gpufft/error.h>
#include <vector>

namespace gpufft::app {

namespace {

// Values of cufft.h and cuda.h.
constexpr int R2C = 0x2a, C2C = 0x29;
constexpr int FORWARD = -1;
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

bool cufft_plan::offers(const transform& request)
{
    return request.kind == transform_kind::c2c || request.kind == transform_kind::r2c;
}

namespace {

void expect_success(const char* call, int status)
{
    if (status != 0)
        throw device_error(fmt::format("{}: status {}", call, status));
}

} // namespace

cufft_plan::cufft_plan(std::shared_ptr<cufft_library> with,
                       const transform& request,
                       std::uint32_t rows,
                       queue& on)
    : d_with(std::move(with)), d_kind(request.kind)
{
    const auto& c = *d_with->d_calls;
    std::vector<long long> lengths;
    for (const auto& d : request.shape)
        lengths.push_back(d.length);
    expect_success("cufftCreate", c.create(&d_handle));
    std::size_t work_bytes = 0;
    const int status = c.make_plan(d_handle,
                                   static_cast<int>(lengths.size()),
                                   lengths.data(),
                                   nullptr,
                                   1,
                                   0,
                                   nullptr,
                                   1,
                                   0,
                                   d_kind == transform_kind::r2c ? R2C : C2C,
                                   rows,
                                   &work_bytes);
    if (status != 0) {
        c.destroy(d_handle);
        throw device_error(fmt::format("cufftMakePlanMany64 of {} rows of {}: status {}",
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
    if (d_kind == transform_kind::r2c)
        expect_success("cufftExecR2C", c.exec_r2c(d_handle, from, to));
    else
        expect_success("cufftExecC2C", c.exec_c2c(d_handle, from, to, FORWARD));
}

} // namespace gpufft::app
