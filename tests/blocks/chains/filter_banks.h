/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_BLOCKS_CHAINS_FILTER_BANKS_H
#define INCLUDED_GPUFFT_TESTS_BLOCKS_CHAINS_FILTER_BANKS_H

#include "blocks/chains/sample_chain.h"
#include "support/first_wrong.h"
#include <gnuradio/gpufft/fft_filter_ccc.h>
#include <gnuradio/gpufft/pfb_channelizer_vccf.h>
#include <cmath>

//! Banks of filters on the device between other blocks, beside banks between blocks of
//! the host.
namespace gpufft::testing {

inline std::vector<float> prototype(int count)
{
    std::vector<float> taps;
    for (int i = 0; i < count; ++i)
        taps.push_back(std::cos(0.2F * static_cast<float>(i)) /
                       static_cast<float>(1 + i % 7));
    return taps;
}

inline gr::gpufft::fft_filter_ccc::sptr make_filter(int taps)
{
    return with_short_ring(
        gr::gpufft::fft_filter_ccc::make(1, decaying(taps, 0.1F), 0, "fake:0"));
}

inline gr::gpufft::pfb_channelizer_vccf::sptr
make_channelizer(int channels, int hop, int taps, const std::vector<int>& map = {})
{
    const auto result = gr::gpufft::pfb_channelizer_vccf::make(
        static_cast<unsigned>(channels),
        prototype(taps),
        static_cast<float>(channels) / static_cast<float>(hop),
        map,
        1,
        "fake:0");
    result->set_max_output_buffer(RING_SAMPLES / channels);
    return result;
}

inline gr::block_sptr make_fft_of(int length)
{
    const auto result = gr::gpufft::fft_vcc::make(length, true, {}, false, 1, "fake:0");
    result->set_max_output_buffer(RING_SAMPLES / length);
    return result;
}

//! What a user may connect in a row.
struct bank_row {
    const char* why;
    std::function<blocks()> make;
};

inline void expect_same_outputs(const bank_row& r)
{
    const auto want = run(r.make(), host_source(), true).samples;
    CPPUNIT_ASSERT_MESSAGE(r.why, want.size() > SAMPLES / 10);
    expect_same(r.why, want, run(r.make(), host_source()).samples);
    expect_same(r.why, want, run(r.make(), device_source()).samples);
}

/*!
 * Runs \p changed on the device, and has \p change change it halfway through. Items of
 * \p length samples before some one are those of \p before, the rest is that of \p after,
 * both between blocks of the host.
 * \param settle  items behind the change that may be neither
 */
template <class action>
void change_halfway(const std::string& why,
                    int length,
                    const blocks& before,
                    const blocks& after,
                    const blocks& changed,
                    const action& change,
                    std::size_t settle = 0)
{
    const auto first = run(before, host_source(), true).samples;
    const auto second = run(after, host_source(), true).samples;
    const auto source = feed().from_host([=] { change(); });
    const auto got = run(changed, source).samples;
    CPPUNIT_ASSERT_EQUAL_MESSAGE(why, first.size(), got.size());
    const auto is_item_of = [&](const std::vector<gr_complex>& of, std::size_t item) {
        const auto begin = item * static_cast<std::size_t>(length);
        for (auto i = begin; i < begin + static_cast<std::size_t>(length); ++i)
            if (std::abs(of[i] - got[i]) > 2e-3F)
                return false;
        return true;
    };
    const auto items = got.size() / static_cast<std::size_t>(length);
    const auto at =
        first_wrong(0, items, [&](std::size_t i) { return is_item_of(first, i); });
    CPPUNIT_ASSERT_MESSAGE(why, at > 0 && at < items);
    expect_all(fmt::format("{}, change at {}", why, at),
               "item",
               at + settle,
               items,
               [&](std::size_t i) { return is_item_of(second, i); });
}

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_BLOCKS_CHAINS_FILTER_BANKS_H */
