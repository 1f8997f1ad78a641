/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_FILTERS_STREAM_FILTER_H
#define INCLUDED_GPUFFT_LIB_EXEC_FILTERS_STREAM_FILTER_H

#include "exec/filters/filter_places.h"
#include "exec/filters/filter_shape.h"
#include "exec/filters/output_turns.h"
#include "exec/filters/past_samples.h"
#include "exec/memory/page_memory.h"
#include "exec/rows/stream_executor.h"
#include <gpufft/effort.h>
#include <gpufft/startup.h>
#include <complex>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace gpufft {

/*!
 * \brief A FIR filter of a stream on a device: y[m] = sum over k of h[k] x[m D - k]
 *
 * Of a request that is mixed, x[n] is multiplied by exp(-2 pi i c n) first, c the center:
 * taps turn, and so do outputs, in the kernel of a GPU, else on the host. Where the
 * center changes, turns go on from where they were.
 *
 * Samples and outputs are std::complex<float>, or float where the filter is real. Whole
 * numbers become floats as kernels of GPUs load them, unless they are mixed; else, and
 * where rows reach into the past, as the host puts them in rows. The past has floats.
 * Calls follow one another; the samples before a call's first are the caller's
 * past_samples, so that another filter can go on where this one has ended. run() is
 * called by one thread at a time, change_to() from any.
 */
class stream_filter
{
public:
    using request_type = filter_request;
    using past_type = filter_past;

    //! Plans and builds as stream_executor() does. \throws plan_error, device_error,
    //! build_error
    stream_filter(const filter_request& request,
                  const std::string& device,
                  effort how,
                  startup begins);

    //! Other taps, and another center, from the next run() on, where the length of the
    //! transform suits them. \return false, and nothing has changed, where it does not:
    //! there are more of them, or so few that shorter rows are faster
    bool change_to(const filter_request& request);

    /*!
     * Makes \p outputs outputs of outputs * decimation samples, and waits for them. Whole
     * rows, and a part of one where there are fewer samples than a row wants.
     * \param past  the samples before; those of this call are appended to it in the end
     * \param on_device  where the device has complex samples, or is to have outputs, too:
     *                   whole rows of samples are taken from there, and all where the
     *                   host has none
     * \throws device_error, build_error  \p past is as it was, outputs are in part
     * written
     */
    void run(const void* in,
             void* out,
             std::size_t outputs,
             filter_past& past,
             const filter_places& on_device = {});

    /*!
     * Makes outputs as run() does, but a GPU may have more of them in flight when it
     * returns: copies each way and kernels then work on from call to call. The next call
     * begins with the sample behind those of the outputs returned, and with the output
     * behind them; all that was given stays valid until its outputs were returned.
     * \param piece_outputs  outputs that are worth a piece while others are in flight
     * \return outputs that are done, from the first on; 1 or more
     * \throws device_error, build_error  nothing is in flight then
     */
    std::size_t advance(const void* in,
                        void* out,
                        std::size_t outputs,
                        filter_past& past,
                        std::size_t piece_outputs,
                        const filter_places& on_device = {});
    /*!
     * advance() in three parts, for filters that take the same samples and return outputs
     * together. The first sends what is worth it, the second waits until some outputs are
     * done, and the last returns \p outputs of these: the next call begins behind them.
     * Who calls it appends their samples to the past, once all filters have returned
     * them. Of a GPU, and not for a request that is mixed.
     * \throws device_error, build_error  nothing is in flight then
     */
    void send_pieces(const void* in,
                     void* out,
                     std::size_t outputs,
                     const filter_past& past,
                     std::size_t piece_outputs,
                     const filter_places& on_device);
    //! \return outputs that are done and were not returned; 0 where none were sent
    std::size_t finish_pieces();
    //! \param reads_host  the host has samples, where somebody may then write
    void give_outputs(std::size_t outputs, bool reads_host);

    //! No piece is in flight, and all outputs that are done were returned.
    bool is_idle() const { return d_ahead + d_waiting == 0; }

    //! Waits for what advance() has left in flight, and forgets it: the next call begins
    //! with the first output that was not returned. Before change_to().
    void abandon() noexcept;

    //! As run() does, of samples that another filter takes as well: who calls it appends
    //! them to the past when all have them. Not for a request that is mixed.
    void compute(const void* in,
                 void* out,
                 std::size_t outputs,
                 const filter_past& past,
                 const filter_places& on_device = {});

    /*!
     * Queues a piece for outputs that stay on the device: whole rows, or a part of one
     * where there are fewer samples. finish_oldest() waits for it. Complex samples.
     * \param in       the sample of the first output, where the host has it
     * \param ahead    outputs from that one on that were sent before
     * \param outputs  at most, behind those
     * \param past     the samples before \p in, where the host has them
     * \param turns    of the first output behind those that are ahead
     * \return its outputs
     * \throws device_error, build_error
     */
    std::size_t submit(const void* in,
                       std::size_t ahead,
                       std::size_t outputs,
                       const filter_past& past,
                       const filter_places& on_device,
                       double turns);
    //! Waits for the oldest piece. \return its outputs
    std::size_t finish_oldest();
    //! Waits until the device has looked at the host's samples before those of the oldest
    //! piece in flight: somebody may then write there.
    void wait_for_past();
    //! Turns of an output, more than the one before.
    double turns_of_an_output() const { return d_turns.each(); }
    std::size_t linked_rows() const; //!< most rows of a piece of submit()

    //! Outputs of whole rows that are worth a call.
    std::size_t outputs_of_a_call() const;
    //! Samples of the shortest piece with which a GPU is busy; 0: what comes is enough.
    std::size_t piece_samples() const;

    //! Samples before a call that longer taps to come find.
    std::size_t past_to_keep() const;

    //! Whole numbers go to the device as they are.
    bool sends_whole_numbers() const { return d_kernels_take_samples; }

    const filter_shape& shape() const { return d_shape; }
    stream_executor& executor() { return d_rows; }
    const stream_executor& executor() const { return d_rows; }

private:
    //! What run() or advance() was called with, and how far it is.
    struct call {
        const unsigned char* from;
        unsigned char* to;
        std::size_t outputs;
        std::size_t piece_rows = 0;    //!< most rows of a piece
        bool leaves_in_flight = false; //!< what it sends may go on behind it
        std::size_t lead = 0;          //!< outputs before the first at a whole line
        std::size_t sent = 0;          //!< outputs
        std::size_t skipped = 0;       //!< outputs before the one that `to` is for
        filter_places on_device = {};
        double turns = 0; //!< of the first output
    };

    //! The rows of a submission, and memory for those that devices do not take where they
    //! lie.
    struct piece {
        page_array in, out;
        std::size_t rows = 0; //!< of samples; a real transform has two in each of its own
        std::size_t outputs = 0; //!< that are wanted
        const unsigned char* from = nullptr;
        unsigned char* to = nullptr;
        double turns = 0;    //!< of its first output
        row_places mirrored; //!< where its samples are on the device, if they are
        bool is_whole_numbers = false; //!< kernels make floats of its samples
    };

    std::size_t sample_bytes() const; //!< of a row, and of an output
    std::size_t input_bytes() const;  //!< of a sample that comes in
    bool has_whole_numbers() const
    {
        return d_shape.samples != sample_kind::complex_float;
    }
    void
    keep_past(const unsigned char* from, std::size_t outputs, filter_past& past) const;
    bool is_cpu() const;
    std::size_t most_rows() const;
    std::size_t lead_of(const call& c) const;
    bool may_lie(const unsigned char* at) const;
    void choose_where_they_lie(piece& p, const call& c, std::size_t whole) const;
    bool may_be_mirrored(const call& c) const;
    void choose(piece& p, const call& c) const;
    void assemble(piece& p, const call& c, const filter_past& past) const;
    void mirror(piece& p, const call& c, const filter_past& past) const;
    void send(piece& p, bool tells_when_read);
    void finish(piece& p) const;
    call call_of(const void* in,
                 void* out,
                 std::size_t outputs,
                 const filter_past& past,
                 const filter_places& on_device) const;
    void send_next(call& c, const filter_past& past);
    void place_outputs(piece& p, const call& c) const;
    void have_made(const call& c, std::size_t outputs, filter_past& past) const;
    void take_taps(const filter_request& request);
    bool turns_on_device() const { return !d_rows.request().store.empty(); }

    filter_shape d_shape;
    std::size_t d_taps; //!< that it was made with
    stream_executor d_rows;
    bool d_kernels_take_samples = false; //!< of whole numbers
    std::vector<piece> d_pieces;         //!< used in turn
    std::size_t d_next = 0, d_oldest = 0;
    std::size_t d_ahead = 0;   //!< outputs in flight
    std::size_t d_waiting = 0; //!< outputs that are done and were not returned
    output_turns d_turns;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_FILTERS_STREAM_FILTER_H */
