/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_CORRELATION_CORRELATOR_STREAM_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_CORRELATION_CORRELATOR_STREAM_H

#include "blocks/chains/chained_stream.h"
#include "blocks/correlation/own_outputs.h"
#include "blocks/correlation/references.h"
#include "blocks/scheduler/gpu_use.h"
#include "exec/filters/filter_set.h"
#include <gnuradio/buffer.h>
#include <gnuradio/buffer_reader.h>
#include <gnuradio/gr_complex.h>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace gr {
namespace gpufft {

/*!
 * \brief The samples of a block through a filter for each reference
 *
 * A sample, and its correlation with each reference, is a row of chain_ends. Somebody may
 * look at all correlations, and at the samples that they are of: then the host has both,
 * and those of references that are not connected lie in memory of this one's.
 */
class correlator_stream final : public chained_stream<::gpufft::filter_set>
{
public:
    //! \throws plan_error, device_error, build_error
    correlator_stream(const reference_list& references,
                      const std::string& device,
                      const gr::logger_ptr& logger,
                      const gr::logger_ptr& debug_logger);

    //! As many as before, from the next call of work() on; from any thread.
    void set_references(const reference_list& references);
    reference_list references() const { return references_of(current_taps()); }

    std::string buffers() const { return ends().text(); }

    //! Samples that are worth a call of a block with so many connected \p outputs.
    std::size_t samples_of_a_call(int outputs);

    //! \param is_looked_at  somebody looks at all correlations until stop()
    void
    start(gr::buffer_reader& in, const std::vector<gr::buffer*>& out, bool is_looked_at);
    void stop();

    std::shared_ptr<::gpufft::device> chain_device() const override
    {
        return now()->executor().on();
    }

    //! The part of the stream that the scheduler shows.
    struct view {
        const gr_complex* in = nullptr;
        std::size_t samples = 0;
        std::vector<gr_complex*> out; //!< of the references that are connected
        std::size_t space = 0;        //!< for samples of each
    };
    //! What is found in the samples that were consumed, where somebody looks at them.
    struct found {
        std::shared_ptr<const reference_list> references;
        std::vector<const gr_complex*> correlations; //!< of each reference
        //! The samples before, as many as the longest reference has but one.
        std::vector<gr_complex> before;
    };
    //! Correlates with each reference; some may be in flight since the last call, and
    //! after this one. It never throws.
    chain_progress work(const view& v);
    //! What the last call of work() that has made something has found.
    const found& last_found() const { return d_found; }

private:
    using filters = ::gpufft::filter_set;
    using filter_past = ::gpufft::filter_past;

    std::size_t reach(const filters& by) const override { return by.reach(); }
    std::size_t unit_rows(const filters& by) const override { return by.row_outputs(); }
    std::size_t most_rows(const filters& by) const override
    {
        return by.most_piece_outputs();
    }
    // Whoever looks at samples on the host needs those before them there as well.
    bool leaves_past_there() const override { return !d_is_looked_at; }
    std::size_t
    piece_of(const filters& by, std::size_t rows, std::size_t arrived) const override;
    std::size_t
    submit(filters& by, const filter_past& past, const chain_piece& p) override;
    std::size_t advance(filters& by, filter_past& past, const chain_piece& p) override;
    void compute(filters& by, filter_past& past, const chain_piece& p) override;

    ::gpufft::filter_places
    places_of(const chain_piece& p, std::uint64_t first, std::size_t rows) const;
    std::vector<void*> outputs_of_call(filters& by);
    void make_room_for_unconnected(filters& by, std::size_t streams);
    void note_what_is_found(const std::vector<void*>& out, const filter_past& past);

    gpu_use d_gpu_use;
    bool d_is_looked_at = false;
    std::size_t d_capacity = 0; //!< of the ring of samples

    // Only the block's own thread touches these while a flowgraph runs.
    view d_view; //!< of work()
    found d_found;
    unsigned d_found_for = 0; //!< takes() that its references are of
    own_outputs d_unconnected;
    unsigned d_locked_for = 0; //!< takes() for which they were page-locked
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_CORRELATION_CORRELATOR_STREAM_H */
