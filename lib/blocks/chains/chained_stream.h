/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_CHAINS_CHAINED_STREAM_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_CHAINS_CHAINED_STREAM_H

#include "blocks/chains/chain_block.h"
#include "blocks/chains/setting_history.h"
#include "blocks/running/device_stream.h"
#include "exec/filters/filter_places.h"
#include "exec/filters/past_samples.h"
#include <gnuradio/buffer.h>
#include <gnuradio/buffer_reader.h>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace gr {
namespace gpufft {

//! What the flowgraph has made for a block.
struct chain_rings {
    std::vector<gr::buffer_reader*> in;
    std::vector<gr::buffer*> out;
    chain_ends::row_items row;
    std::size_t samples = 1;          //!< of a row, as the past counts them
    std::size_t half_rows = 1;        //!< that half of each ring holds
    bool may_link = true;             //!< chain_device() is what neighbours see
    bool stay_in_place = true;        //!< all rings: what is in flight may stay so
    std::vector<gr::buffer*> to_lock; //!< where nothing is in mirrors
};

//! Rows of a stream that are computed together.
struct chain_piece {
    std::uint64_t first = 0;  //!< number of the first row, or of those that are ahead
    const void* in = nullptr; //!< sample of the first row, or of those that are ahead
    std::size_t ahead = 0;    //!< rows from there on that were sent before
    std::size_t rows = 0;     //!< behind those
    std::size_t arrived = 0;  //!< rows behind those that the ring has
    char* out = nullptr;      //!< where the host is to have them
    ::gpufft::filter_places places;
    double turns = 0; //!< of a mixer, at the first of the rows
};

/*!
 * \brief The samples of a block through a \p processor, of mirrors and to them where
 * neighbours are on the same device
 *
 * Rows are those of chain_ends. Where a block on the device writes the samples, those
 * that a row reaches back to stay in its ring: they are released that much later. Else
 * they are kept here.
 *
 * Beside what device_stream wants, a processor has
 *
 *     std::size_t finish_oldest()  waits for the oldest piece that stays on the device;
 *                                  how many outputs it has
 *     void wait_for_past()         until the device has looked at the host's samples
 *                                  before the oldest piece in flight
 *
 * and a past_type is one that kept_samples() takes. Bodies are in
 * chained_stream_bodies.h.
 */
template <class processor>
class chained_stream : public device_stream<processor>
{
public:
    using request_type = typename device_stream<processor>::request_type;
    using past_type = typename device_stream<processor>::past_type;

    void stop(); //!< the rings are about to go

    //! Makes rows; some may be in flight since the last call, and after this one. It
    //! never throws.
    chain_progress work(const chain_view& v);
    const chain_ends& ends() const { return d_ends; }

    //! Whose memory samples may be in, for neighbours; nullptr: they are the host's.
    virtual std::shared_ptr<::gpufft::device> chain_device() const = 0;
    //! Rows reach back so little that mirrors of \p in have what they need, and outputs
    //! may stay on the device.
    bool may_chain(const std::vector<gr::buffer_reader*>& in) const;
    bool bring_to_host(); //!< as chain_member has it

protected:
    chained_stream(const request_type& request,
                   const past_type& past,
                   const std::string& device,
                   const char* name,
                   const gr::logger_ptr& logger,
                   const gr::logger_ptr& debug_logger)
        : device_stream<processor>(request, past, device, name, logger),
          d_no_past(past),
          d_debug_logger(debug_logger)
    {
    }
    ~chained_stream() = default;

    void start_chain(const chain_rings& rings);

    // What a block's processor is, to be said by the derived class.
    //! Samples before a row that it needs, too.
    virtual std::size_t reach(const processor& by) const = 0;
    //! Samples that an item of each input makes together.
    virtual std::size_t samples_of_an_item() const { return 1; }
    //! Rows that are sent together: of the largest piece that stays on the device, and
    //! those of which pieces are multiples where they can be.
    virtual std::size_t most_rows(const processor& by) const = 0;
    virtual std::size_t unit_rows(const processor&) const { return 1; }
    //! Samples before a row stay in the ring of a writer on the device; else the host
    //! keeps them. From start_chain() on.
    virtual bool leaves_past_there() const { return true; }
    //! Samples may be read where the device has them, and outputs may stay there. All
    //! work of a call begins by this.
    virtual bool may_link(const processor&) { return true; }
    //! ... and outputs are what may stay there. All work of a call begins by this, too.
    virtual bool may_stay(const processor&) { return true; }
    //! The host's rings have \p count samples of the stream from \p begin on, which go
    //! behind those in \p past.
    virtual void keep_from_rings(past_type& past, std::uint64_t begin, std::size_t count)
    {
        kept_samples(past).append(d_ends.ring_at(begin), count);
    }
    //! Turns of a row of a mixer's more than the one before, and those of the row that
    //! \p past goes on with.
    virtual double turns_of_a_row(const processor&) const { return 0; }
    virtual void turn_to(past_type&, double) const {}

    //! Rows of the next piece that stays on the device, of \p rows that may be sent and
    //! \p arrived that the ring has; 0: they wait for what is in flight.
    virtual std::size_t
    piece_of(const processor& by, std::size_t rows, std::size_t arrived) const = 0;
    //! Queues \p p, which stays on the device. \return its rows
    virtual std::size_t
    submit(processor& by, const past_type& past, const chain_piece& p) = 0;
    //! Makes rows of \p p for the host, after \p past, which they become. \return how
    //! many
    virtual std::size_t advance(processor& by, past_type& past, const chain_piece& p) = 0;
    //! Rows from \p row on are made in one way until this one, as far as that is not a
    //! matter of the request.
    virtual std::uint64_t same_until(std::uint64_t) const { return d_ends.produced; }
    //! Makes all rows of \p p for the host. Nothing is in flight, before or after.
    virtual void compute(processor& by, past_type& past, const chain_piece& p) = 0;

    //! Blocks on the device write some of several inputs, and what rows need of the items
    //! before them may be kept for that.
    bool may_read_some(const std::vector<gr::buffer_reader*>& in) const;
    std::size_t piece_rows() const { return d_piece_rows; }
    bool keeps_in_flight() const { return d_rings.stay_in_place; }

private:
    using base = device_stream<processor>;
    using setting = stream_setting<request_type>;

    void is_replaced() override { lock_rings(); }
    bool may_try_again() override;
    void let_go() override;

    bool is_linked() const
    {
        return d_ends.reads_some_mirror() || d_ends.writes_mirror();
    }
    int links() const;
    gr::buffer& in_ring() const { return *d_rings.in[0]->buffer(); }
    std::size_t items_of(std::size_t samples) const
    {
        return (samples + samples_of_an_item() - 1) / samples_of_an_item();
    }
    std::size_t items_back(const processor& by) const { return items_of(reach(by)); }
    std::size_t items_to_keep(const processor& by) const;
    std::size_t samples_of(std::uint64_t rows) const
    {
        return static_cast<std::size_t>(rows) * d_rings.samples;
    }
    void lock_rings();
    void say_rings();
    void choose_pieces();
    void look_at_neighbours();

    void begin_run(processor& by, past_type& past);
    void note_change(processor& by, past_type& past);
    void leave_links(processor& by, past_type& past);
    void leave_output(processor& by, past_type& past);
    void forget_in_flight();
    chain_progress run(processor& by,
                       past_type& past,
                       const chain_view& v,
                       std::unique_lock<std::mutex>& guard);
    std::optional<chain_progress> run_for_host(processor& by,
                                               past_type& past,
                                               const chain_view& v,
                                               std::unique_lock<std::mutex>& guard,
                                               std::uint64_t seen);
    std::optional<chain_progress> run_once(processor& by,
                                           past_type& past,
                                           const chain_view& v,
                                           std::unique_lock<std::mutex>& guard);
    bool send(processor& by, const past_type& past, const chain_view& v);
    chain_progress run_on_device(processor& by,
                                 past_type& past,
                                 std::unique_lock<std::mutex>& guard,
                                 std::uint64_t seen);
    std::size_t finish_oldest(processor& by);
    chain_progress report(std::size_t produced, std::size_t consumed);
    bool find_samples(chain_piece& p,
                      const processor& by,
                      past_type& past,
                      std::uint64_t first,
                      std::uint64_t zeros_before);
    void bring_produced(processor& by, past_type& past);
    void compute_again(processor& by, const past_type& past);
    void compute_rows(processor& by,
                      const past_type& past,
                      const setting& with,
                      std::uint64_t first,
                      std::uint64_t end);
    void give_up();

    const past_type d_no_past; //!< nothing was ever there
    gr::logger_ptr d_debug_logger;
    chain_rings d_rings;

    // A reader's thread may have them changed, in bring_to_host().
    std::mutex d_work_mutex; // guards what follows, and what is submitted
    chain_ends d_ends;
    setting_history<request_type> d_history;
    unsigned d_noted = 0;         //!< takes() that d_history has
    bool d_must_bring = false;    //!< before anything else is computed
    std::string d_failure;        //!< of what was in flight as the request changed
    int d_links = 0;              //!< that pieces are chosen for
    std::size_t d_piece_rows = 0; //!< with which rings keep a GPU busy
    std::size_t d_worth_rows = 0; //!< worth sending while others are in flight
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_CHAINS_CHAINED_STREAM_H */
