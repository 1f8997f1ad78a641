/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_CORRELATION_MATCHED_FILTER_IMPL_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_CORRELATION_MATCHED_FILTER_IMPL_H

#include "blocks/chains/chain_block.h"
#include "blocks/correlation/correlator_stream.h"
#include "blocks/correlation/peak_finder.h"
#include "blocks/correlation/sample_times.h"
#include "blocks/running/stream_block.h"
#include <gnuradio/gpufft/matched_filter.h>
#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace gr {
namespace gpufft {

class matched_filter_impl final
    : public stream_block<chain_block<matched_filter>, correlator_stream>
{
public:
    matched_filter_impl(const reference_list& references,
                        double threshold,
                        int min_distance,
                        double samp_rate,
                        const std::string& device);

    void set_references(const reference_list& references) override;
    reference_list references() const override { return stream().references(); }
    void set_threshold(double threshold) override;
    double threshold() const override { return d_threshold; }
    void set_min_distance(int samples) override;
    int min_distance() const override { return d_min_distance; }
    void set_samp_rate(double samp_rate) override;
    double samp_rate() const override { return d_samp_rate; }

    std::shared_ptr<::gpufft::device> chain_device() const override
    {
        return stream().chain_device();
    }
    bool keeps_output_there() const override { return may_chain(); }
    bool copies_output_to_host() const override { return has_listeners(); }
    bool needs_host_copy() const override;
    int reads_of_an_item() const override; // one for each reference that somebody wants
    bool bring_to_host() override { return stream().bring_to_host(); }
    void readers_got_on() override { stream().ends().tell_writer(); }
    void save_output() override { stream().ends().save_output(); }

    bool check_topology(int ninputs, int noutputs) override;
    bool start() override;
    bool stop() override;
    void forecast(int noutput_items, gr_vector_int& ninput_items_required) override;
    int general_work(int noutput_items,
                     gr_vector_int& ninput_items,
                     gr_vector_const_void_star& input_items,
                     gr_vector_void_star& output_items) override;

private:
    std::string buffers() const override { return stream().buffers(); }
    //! Somebody takes the messages.
    bool has_listeners() const;
    bool may_chain() const;
    bool input_has_ended() const;
    bool waits_for_next_sample() const;
    void begin_finders(const correlator_stream::found& found);
    void look_at(const correlator_stream::found& found,
                 const gr_complex* in,
                 std::size_t count);
    void look_for_peaks(const correlator_stream::found& found,
                        const gr_complex* in,
                        std::size_t count);
    std::uint64_t distance_of(std::size_t reference) const;
    void publish(const correlation_peak& peak, std::size_t reference);
    void publish_rest();

    const std::size_t d_count; //!< of references
    std::atomic<double> d_threshold;
    std::atomic<int> d_min_distance;
    std::atomic<double> d_samp_rate;
    const pmt::pmt_t d_peaks; //!< the port

    // Only the scheduler's thread touches these while a flowgraph runs.
    bool d_looks = false; //!< for peaks, from start() to stop()
    std::shared_ptr<const reference_list> d_looks_for; //!< by d_finders
    std::vector<std::size_t> d_lengths;                //!< of these references
    std::vector<peak_finder> d_finders;
    sample_times d_times;
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_CORRELATION_MATCHED_FILTER_IMPL_H */
