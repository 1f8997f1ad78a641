/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_SUPPORT_RUN_ON_H
#define INCLUDED_GPUFFT_TESTS_SUPPORT_RUN_ON_H

#include "exec/executor.h"
#include "support/reference.h"
#include <memory>
#include <vector>

namespace gpufft::testing {

//! Taps that no row of a transform is indifferent to.
inline std::vector<float> uneven_window(std::int64_t length)
{
    std::vector<float> taps(length);
    for (std::int64_t n = 0; n < length; ++n)
        taps[n] = 0.25F + static_cast<float>(n % 7) / 4;
    return taps;
}

//! Real parts where the transform takes reals, else the values themselves.
inline std::vector<float> as_input(const transform& t, const std::vector<complex32>& x)
{
    std::vector<float> floats;
    for (const auto& v : x) {
        floats.push_back(v.real());
        if (t.input == input_format::complex64)
            floats.push_back(v.imag());
    }
    return floats;
}

//! Queues one launch sequence of \p e over device buffers and waits for the output.
inline std::vector<complex32> run_on(const executor& e,
                                     const std::vector<complex32>& x,
                                     const std::vector<float>& window)
{
    const auto& t = e.made_plan().what;
    const auto rows = x.size() / static_cast<std::size_t>(t.length);
    auto& on = *e.on();
    const auto floats = as_input(t, x);
    auto in = upload_now(on, floats.data(), e.input_bytes(rows));
    auto out = t.in_place ? in : on.make_buffer(e.output_bytes(rows));
    std::shared_ptr<buffer> scratch, taps;
    if (e.scratch_bytes(rows))
        scratch = on.make_buffer(e.scratch_bytes(rows));
    if (t.windowed)
        taps = upload_now(on, window.data(), window.size() * sizeof(float));
    auto q = on.make_queue();
    e.enqueue(*q, *in, *out, scratch.get(), taps.get(), static_cast<std::uint32_t>(rows));
    std::vector<complex32> y(x.size());
    q->download(y.data(), *out, 0, e.output_bytes(rows));
    q->wait_all();
    return y;
}

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_SUPPORT_RUN_ON_H */
