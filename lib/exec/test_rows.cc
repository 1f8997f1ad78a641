/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/number_format.h"
#include "exec/test_rows.h"
#include <algorithm>

namespace gpufft {

test_row::test_row(const transform& packed, const side& s, std::size_t bytes)
    : d_axes(side_axes(packed, s)),
      d_rotations(packed.loops.size(), 0),
      d_number(packed.number),
      d_is_real(s.is_real(packed)),
      d_element_bytes(&s == &INPUT_SIDE ? input_element_bytes(packed)
                                        : output_element_bytes(packed)),
      d_planes(packed.*s.layout == complex_layout::planar ? 2 : 1,
               std::vector<unsigned char>(bytes))
{
    for (const auto& d : packed.shape)
        d_rotations.push_back(d.*s.rotation);
    for (const auto& a : d_axes)
        d_size *= a.count;
}

std::vector<std::int64_t> test_row::index_of(std::int64_t i) const
{
    std::vector<std::int64_t> index(d_axes.size());
    for (std::size_t a = d_axes.size(); a-- > 0;) {
        index[a] = i % d_axes[a].count;
        i /= d_axes[a].count;
    }
    return index;
}

std::size_t test_row::place_of(std::int64_t i) const
{
    std::int64_t place = 0;
    for (std::size_t a = d_axes.size(); a-- > 0;) {
        const auto count = d_axes[a].count;
        place += (i % count + d_rotations[a]) % count * d_axes[a].stride;
        i /= count;
    }
    return static_cast<std::size_t>(place) * d_element_bytes;
}

std::complex<double> test_row::get(std::int64_t i) const
{
    const auto at = place_of(i);
    const auto* first = d_planes[0].data() + at;
    const auto* second =
        d_planes.size() > 1 ? d_planes[1].data() + at : first + number_bytes(d_number);
    return { read_number(d_number, first),
             d_is_real ? 0 : read_number(d_number, second) };
}

void test_row::set(std::int64_t i, std::complex<double> value)
{
    const auto at = place_of(i);
    auto* first = d_planes[0].data() + at;
    auto* second =
        d_planes.size() > 1 ? d_planes[1].data() + at : first + number_bytes(d_number);
    write_number(d_number, first, value.real());
    if (!d_is_real)
        write_number(d_number, second, value.imag());
}

test_row empty_input(const executor& e)
{
    const auto t = packed(e.made_plan().what);
    const auto bytes =
        t.in_place ? std::max(e.input_bytes(1), e.output_bytes(1)) : e.input_bytes(1);
    return { t, INPUT_SIDE, bytes };
}

test_row run_row(const executor& e, const test_row& in, const std::vector<double>& taps)
{
    return run_rows(e, { in }, taps).front();
}

std::vector<test_row> run_rows(const executor& e,
                               const std::vector<test_row>& in,
                               const std::vector<double>& taps)
{
    auto& on = *e.on();
    const auto t = packed(e.made_plan().what);
    const auto rows = in.size();
    // Memory of one row is that up to its last element.
    const auto in_row = rows > 1 ? input_row_bytes(t) : 0;
    const auto out_row = rows > 1 ? output_row_bytes(t) : 0;
    std::vector<test_row> out(rows, test_row(t, OUTPUT_SIDE, e.output_bytes(1)));
    std::vector<std::shared_ptr<buffer>> owned;
    const auto keep = [&](std::shared_ptr<buffer> b) {
        owned.push_back(std::move(b));
        return owned.back().get();
    };
    executor_memory memory;
    for (std::size_t i = 0; i < in.front().planes().size(); ++i) {
        std::vector<unsigned char> all(in_row * (rows - 1) +
                                       in.front().planes()[i].size());
        for (std::size_t r = 0; r < rows; ++r)
            std::copy(in[r].planes()[i].begin(),
                      in[r].planes()[i].end(),
                      all.begin() + static_cast<std::ptrdiff_t>(r * in_row));
        memory.in[i] = keep(upload_now(on, all.data(), all.size()));
    }
    for (std::size_t i = 0; i < out.front().planes().size(); ++i)
        memory.out[i] =
            t.in_place ? memory.in[i] : keep(on.make_buffer(e.output_bytes(rows)));
    if (const auto bytes = e.scratch_bytes(rows))
        memory.scratch = keep(on.make_buffer(bytes));
    if (t.windowed)
        memory.window = keep(upload_taps(on, taps, t.number));
    auto q = on.make_queue();
    e.enqueue(*q, memory, static_cast<std::uint32_t>(rows), 1.0);
    for (std::size_t r = 0; r < rows; ++r)
        for (std::size_t i = 0; i < out[r].planes().size(); ++i)
            q->download(out[r].planes()[i].data(),
                        *memory.out[i],
                        r * out_row,
                        e.output_bytes(1));
    q->wait_all();
    return out;
}

} // namespace gpufft
