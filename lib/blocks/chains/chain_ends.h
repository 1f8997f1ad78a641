/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_CHAINS_CHAIN_ENDS_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_CHAINS_CHAIN_ENDS_H

#include "blocks/chains/reader_news.h"
#include "blocks/chains/ring_link.h"
#include "exec/memory/locked_memory.h"
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace gr {
namespace gpufft {

/*!
 * \brief Where a block is in its stream, and what the rings at its ends have on its
 * device
 *
 * A row is what the block computes at a time: some items of each input, some of each
 * output. Rows count from start(). One thread at a time, but for text().
 *
 * Items stay on the device alone where all outputs do. Else they are in the mirrors of
 * those outputs that have one, and all of them go to the host, too.
 */
class chain_ends
{
public:
    std::uint64_t sent = 0;     //!< to the device
    std::uint64_t done = 0;     //!< by the device
    std::uint64_t produced = 0; //!< as the scheduler knows
    std::uint64_t consumed = 0; //!< as the scheduler knows

    //! Items of a row.
    struct row_items {
        std::size_t in = 1;
        std::size_t out = 1; //!< of each output
        //! The host puts what comes of rows into the rings of several outputs; else the
        //! device copies it to each of these.
        bool are_dealt = true;
    };

    //! \param in     of each input; {}: the block is a source
    //! \param reach  items of the input before a row that the row needs, too: where a
    //!               block on the device writes them, they stay in the mirror. 0: none,
    //!               or the block keeps them itself
    void start(const std::vector<gr::buffer_reader*>& in,
               const std::vector<gr::buffer*>& out,
               const std::shared_ptr<::gpufft::device>& on,
               gr::logger& log,
               const row_items& row,
               std::size_t reach = 0);
    void stop();
    //! Before stop(), without any mutex of the block's.
    void save_at_end() const;

    //! The device has what input \p number reads.
    bool reads_mirror(std::size_t number = 0) const
    {
        return number < d_in.size() && d_in[number].is_on_device();
    }
    bool reads_some_mirror() const; //!< of any input
    //! The device has all inputs, which blocks there write.
    bool reads_written_mirrors() const;
    //! Rows that stay in the rings although they are done, as rows to come need their
    //! items: those of inputs that the host writes beside blocks on the device.
    std::size_t held_rows() const
    {
        return d_holds_input ? (d_reach + d_row.in - 1) / d_row.in : 0;
    }
    //! ... of these, as many as there are: the block does nothing with fewer rows, and
    //! one.
    std::size_t held_now() const
    {
        return std::min(held_rows(), static_cast<std::size_t>(produced - consumed));
    }
    bool writes_mirror() const; //!< of any output
    //! What rows need of the items before them stays in the ring: in the mirror, or on
    //! the host where the writer has left the device.
    bool keeps_past() const { return d_keeps_past; }
    //! From now on rows reach back by \p items, where that is more than before.
    //! \return the first item that is sure to be there
    std::uint64_t reach_back(std::size_t items);
    //! All is on the host: from now on the block keeps what it needs of the past itself.
    void stop_keeping_past();
    //! What is produced is on the device alone: rows are produced when they are sent.
    bool is_resident() const;
    //! Items that the block, or the one before it, had on the device alone are gone.
    bool is_lost() const;

    //! Where the device has \p rows rows from \p first on of the input; none: nowhere.
    //! \param on_host  where the host has them, if it has
    ::gpufft::mirror_place place_in(std::uint64_t first,
                                    std::size_t rows,
                                    const void* on_host,
                                    std::size_t number = 0) const;
    //! ... of each input, and of \p back items before it, where the past is kept; those
    //! that have no mirror the host has. None: the device has nothing, or items are lost.
    std::vector<::gpufft::mirror_place>
    places_in(std::uint64_t first, std::size_t rows, std::size_t back) const;
    ::gpufft::mirror_place
    place_out(std::uint64_t first, std::size_t rows, std::size_t number = 0) const;
    //! Rows from \p first on, \p most at most, that kernels can read and write where
    //! they lie in mirrors: the rest goes across the end of one.
    std::size_t rows_in_one(std::uint64_t first, std::size_t most) const;
    //! ... that they can read there.
    std::size_t rows_in_one_input(std::uint64_t first, std::size_t most) const;
    //! Items from the begin of a row to the end of the mirror of the input.
    std::size_t items_until_wrap(std::uint64_t row) const;
    //! Items from the begin of a row that reach back, by \p reach, across the begin of
    //! the mirror of the input; 0: none do, or nothing of the past is there.
    std::size_t items_reaching_back(std::uint64_t row, std::size_t reach) const;
    bool downloads() const { return !is_resident(); }
    //! Where a row is in the rings of the host.
    const char* ring_in(std::uint64_t row, std::size_t number = 0) const;
    char* ring_out(std::uint64_t row, std::size_t number = 0) const;
    std::size_t inputs() const { return d_in.size(); }
    std::size_t outputs() const { return d_out.size(); }
    //! Where an item of an input is there; the others follow.
    const char* ring_at(std::uint64_t item, std::size_t number = 0) const;

    //! Rows that may be consumed: all that are sent where the block reads early; else
    //! those whose output is safe, once the device has read what is copied from the
    //! host's ring, but for held_rows().
    std::size_t consumable() const;
    //! Rows that may be sent until readers get on, so that the rings of the outputs hold
    //! all that may have to be computed again.
    std::size_t room() const;
    //! Rows of the outputs that no reader needs again, or that the host has.
    std::uint64_t safe_rows() const;
    //! The scheduler is about to be told of them.
    void has_produced(std::size_t rows);
    //! Rows of the outputs that the device alone has, and that some reader needs.
    std::uint64_t rows_at_stake() const { return produced - safe_rows(); }
    /*!
     * A piece of \p rows, of \p wanted that are there and \p whole at most, waits: only
     * the room in the output keeps it from being whole, and more comes as readers
     * consume. Else each block of a chain would fill what little the next one freed, in
     * ever smaller pieces.
     */
    bool waits_for_room(std::size_t rows, std::size_t wanted, std::size_t whole) const
    {
        return rows < std::min(wanted, whole) && is_resident() && rows_at_stake() > 0;
    }
    //! For wait_for_readers().
    std::uint64_t told() const { return d_news->told(); }
    /*!
     * Until readers have consumed something since told() said \p seen, or new items may
     * have come; meanwhile without \p guard. Readers may need more before they consume
     * than the ring of the input holds: where they do not get on, what they have not
     * consumed is copied to the host as well, so that the input can be consumed.
     * \throws device_error
     */
    void wait_for_readers(std::unique_lock<std::mutex>& guard, std::uint64_t seen);
    //! wait_for_readers() where no row may be sent before they get on.
    void wait_for_room(std::unique_lock<std::mutex>& guard, std::uint64_t seen);
    /*!
     * A resident block gets on once it has sent what it could: finish() counts each piece
     * that is_done() as done, and where neither outputs nor inputs are to be said to the
     * scheduler, the oldest piece of those in_flight(), or else readers, are waited for.
     * \param seen  told() before rows were sent
     * \throws device_error
     */
    template <class IsDone, class InFlight, class Finish>
    void get_on(const IsDone& is_done,
                const InFlight& in_flight,
                const Finish& finish,
                std::unique_lock<std::mutex>& guard,
                std::uint64_t seen)
    {
        bool has_ended = false;
        for (; is_done(); has_ended = true)
            finish();
        if (sent > produced || consumable() > 0)
            return;
        if (in_flight())
            finish();
        else if (!has_ended) // else a short piece may have waited for what has ended
            wait_for_readers(guard, seen);
    }
    //! The writer of the input may go on: this has consumed, or released, some.
    void tell_writer() const;
    void save_output() const; //!< as chain_member has it; any thread

    //! Nothing of the inputs is in flight: from now on they come from the host. \return
    //! false  one of them is lost
    bool input_to_host();
    //! All that was produced is in the rings of the host, where \p write wrote it.
    template <class Write>
    void output_to_host(Write&& write)
    {
        std::vector<std::unique_lock<std::mutex>> guards;
        for (const auto& each : d_out)
            if (each.link)
                guards.push_back(each.link->stop_saving());
        write();
        for (const auto& each : d_out)
            if (each.link)
                each.link->now_on_host();
        read_late();
    }
    void output_lost(); //!< and no more is read

    //! Page-locks what the host copies from and to. \return how the device comes by the
    //! rings, for the log
    std::string lock_rings(::gpufft::locked_memory& locked);
    bool is_in_place() const { return !d_in.empty() && d_in[0].is_in_place; }
    void forget_text(); //!< the device does not come by the rings any more
    //! What lock_rings() has returned since start(); from any thread.
    std::string text() const;

private:
    struct input {
        gr::buffer_reader* reader = nullptr;
        gr::buffer* ring = nullptr;
        std::size_t first = 0; //!< where in the ring row 0 lies
        std::shared_ptr<ring_link> link;
        bool is_in_place = false;

        bool is_on_device() const { return link && link->is_on_device(); }
    };
    struct output {
        gr::buffer* ring = nullptr;
        std::size_t first = 0;           //!< where in the ring row 0 lies
        std::shared_ptr<ring_link> link; //!< nullptr: the host has its items

        bool is_on_device() const { return link && link->is_on_device(); }
        bool is_resident() const { return is_on_device() && !link->has_host_copy(); }
    };

    bool may_keep_past() const;
    bool releases_apart(const input& from) const
    {
        return from.link && from.link->is_written_there();
    }
    std::vector<std::shared_ptr<ring_link>> out_links() const;
    void tell_writer_once() const;
    bool is_input_full() const;
    void read_late();
    std::string lock_input(::gpufft::locked_memory& locked, input& from);
    std::string lock_inputs(::gpufft::locked_memory& locked);
    std::string lock_outputs(::gpufft::locked_memory& locked);

    row_items d_row;
    mutable std::mutex d_link_mutex; // guards links for threads other than the block's
    std::vector<input> d_in;
    std::vector<output> d_out;
    const std::shared_ptr<reader_news> d_news = std::make_shared<reader_news>();
    // The block consumes rows when they are sent: those before it know, by
    // has_released() of their rings, which of them may be wanted again.
    std::atomic<bool> d_reads_early{ false };
    std::atomic<bool> d_keeps_past{ false };
    // Some of what the past is kept of is the host's, which overwrites what is consumed.
    std::atomic<bool> d_holds_input{ false };
    std::atomic<std::uint64_t> d_told_produced{ 0 }; // produced, for any thread
    std::atomic<std::size_t> d_reach{ 0 };
    mutable std::uint64_t d_released = 0; // that writers know; guarded by d_link_mutex
    mutable std::atomic<int> d_tellings{ 0 }; // of the writer, not done
    int d_stalls = 0;                         // waits in a row in which no reader got on
    mutable std::mutex d_text_mutex;
    std::string d_text;
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_CHAINS_CHAIN_ENDS_H */
