/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/in_parts.h"
#include "base/large_pages.h"
#include "exec/executor/upload.h"
#include "plan/roots/convolution.h"
#include "plan/simt/twiddle_layout.h"
#include "plan/tables/pass_table.h"
#include <complex>

namespace gpufft {

namespace {

// Points of a table to round that are worth a thread.
constexpr std::size_t POINTS_WORTH_A_THREAD = 1 << 17;

//! \p table in the precision that kernels compute with.
std::shared_ptr<buffer> upload_rounded(device& on,
                                       const std::vector<std::complex<double>>& table,
                                       precision number)
{
    if (number == precision::float64)
        return upload_now(on, table.data(), table.size() * sizeof(table[0]));
    // Not a vector, which would be zeroed first, by this thread alone.
    const auto bytes = 2 * table.size() * sizeof(float);
    const std::unique_ptr<float[]> rounded(new float[2 * table.size()]);
    ask_for_large_pages(rounded.get(), bytes);
    in_parts(
        table.size(), POINTS_WORTH_A_THREAD, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) {
                rounded[2 * i] = static_cast<float>(table[i].real());
                rounded[2 * i + 1] = static_cast<float>(table[i].imag());
            }
        });
    return upload_now(on, rounded.get(), bytes);
}

} // namespace

std::shared_ptr<buffer> upload_now(device& on, const void* data, std::size_t bytes)
{
    auto result = on.make_buffer(bytes);
    auto q = on.make_queue();
    q->upload(*result, 0, data, bytes);
    q->wait_all();
    return result;
}

std::shared_ptr<buffer>
upload_taps(device& on, const std::vector<double>& taps, precision number)
{
    if (number == precision::float64)
        return upload_now(on, taps.data(), taps.size() * sizeof(taps[0]));
    const std::vector<float> rounded(taps.begin(), taps.end());
    return upload_now(on, rounded.data(), rounded.size() * sizeof(rounded[0]));
}

pass_tables upload_tables(device& on, const pass& p)
{
    pass_tables result;
    result.twiddles = upload_rounded(on, twiddle_table(p), p.number);
    if (p.has_indices()) {
        const auto places = rader_indices(p);
        result.indices = upload_now(on, places.data(), places.size() * sizeof(places[0]));
    }
    return result;
}

} // namespace gpufft
