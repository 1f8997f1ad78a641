/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_BLOCKS_CHAINS_SAMPLE_FEED_H
#define INCLUDED_GPUFFT_TESTS_BLOCKS_CHAINS_SAMPLE_FEED_H

#include "blocks/chains/chain_flowgraph.h"
#include "support/first_wrong.h"
#include <gnuradio/gpufft/fft_filter_ccc.h>
#include <gnuradio/gpufft/vector_source.h>
#include <gnuradio/sync_block.h>
#include <cppunit/TestAssert.h>
#include <fmt/format.h>
#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

//! Where samples of a chain come from, and what may stand before a block that is tested.
namespace gpufft::testing {

//! The block of the host, which no item stays on a device behind.
class host_copy : public gr::sync_block
{
public:
    //! \param samples  of an item
    host_copy(int samples, int ring_items)
        : gr::sync_block("host_copy", one_port(samples), one_port(samples)),
          d_samples(samples)
    {
        set_max_output_buffer(ring_items);
    }
    int work(int count, gr_vector_const_void_star& in, gr_vector_void_star& out) override
    {
        const auto* from = static_cast<const gr_complex*>(in[0]);
        std::copy(from,
                  from + static_cast<std::ptrdiff_t>(count) * d_samples,
                  static_cast<gr_complex*>(out[0]));
        return count;
    }

private:
    static gr::io_signature::sptr one_port(int samples)
    {
        return gr::io_signature::make(
            1, 1, samples * static_cast<int>(sizeof(gr_complex)));
    }
    const int d_samples;
};

//! Gives \p at_once samples at most at a time, and calls \p act once half of them are
//! there.
class acting_source : public gr::sync_block
{
public:
    acting_source(std::vector<gr_complex> data,
                  int ring_samples,
                  int at_once,
                  std::function<void()> act)
        : gr::sync_block("acting_source",
                         gr::io_signature::make(0, 0, 0),
                         gr::io_signature::make(1, 1, sizeof(gr_complex))),
          d_data(std::move(data)),
          d_at_once(at_once),
          d_act(std::move(act))
    {
        set_max_output_buffer(ring_samples);
    }
    int work(int count, gr_vector_const_void_star&, gr_vector_void_star& out) override
    {
        const auto all = static_cast<int>(d_data.size());
        count = std::min({ count, d_at_once, all - d_sent });
        if (count == 0)
            return WORK_DONE;
        std::copy_n(d_data.begin() + d_sent, count, static_cast<gr_complex*>(out[0]));
        d_sent += count;
        if (d_act && d_sent >= all / 2)
            std::exchange(d_act, nullptr)();
        return count;
    }

private:
    const std::vector<gr_complex> d_data;
    const int d_at_once;
    std::function<void()> d_act;
    int d_sent = 0;
};

//! Samples, and the rings that they go through in a test.
struct sample_feed {
    std::vector<gr_complex> samples;
    int ring_samples = 0;
    int at_once = 0; //!< that a source of the host gives

    template <class block>
    std::shared_ptr<block> with_short_ring(std::shared_ptr<block> made) const
    {
        made->set_max_output_buffer(ring_samples);
        return made;
    }
    //! \param act  is called halfway through
    gr::block_sptr from_host(const std::function<void()>& act = nullptr) const
    {
        return gnuradio::make_block_sptr<acting_source>(
            samples, ring_samples, at_once, act);
    }
    gr::block_sptr from_device() const
    {
        return with_short_ring(
            gr::gpufft::vector_source_c::make(samples, false, 1, "fake:0"));
    }
    gr::block_sptr filter() const
    {
        return with_short_ring(gr::gpufft::fft_filter_ccc::make(
            1, { 0.5F, { 0, 0.25F }, -0.125F, 1, 0.0625F }, 0, "fake:0"));
    }
    gr::block_sptr host() const
    {
        return gnuradio::make_block_sptr<host_copy>(1, ring_samples);
    }
};

//! From sample \p begin on.
inline void expect_same(const std::string& why,
                        const std::vector<gr_complex>& want,
                        const std::vector<gr_complex>& got,
                        std::size_t begin = 0)
{
    CPPUNIT_ASSERT_EQUAL_MESSAGE(why, want.size(), got.size());
    float largest = 0;
    for (const auto& each : want)
        largest = std::max(largest, std::abs(each));
    expect_all(why, "output", begin, want.size(), [&](std::size_t i) {
        return std::abs(want[i] - got[i]) < 1e-5F * largest;
    });
}

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_BLOCKS_CHAINS_SAMPLE_FEED_H */
