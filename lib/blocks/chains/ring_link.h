/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_CHAINS_RING_LINK_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_CHAINS_RING_LINK_H

#include "blocks/chains/chain_member.h"
#include "blocks/chains/reader_news.h"
#include "exec/memory/ring_mirror.h"
#include <gnuradio/block.h>
#include <gnuradio/buffer.h>
#include <gnuradio/buffer_reader.h>
#include <gnuradio/logger.h>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

namespace gr {
namespace gpufft {

/*!
 * \brief A ring of the scheduler's whose items are on a device, too, or on it alone
 *
 * Blocks at both ends of the ring that compute on the device have one of these between
 * them, from start() to stop(). Either the writer is such a block, and its readers find
 * in the mirror what it wrote there; or the host writes, and who reads first brings the
 * items there for all. Any thread.
 */
class ring_link
{
public:
    //! For the writer of \p ring, which computes on \p on; nullptr: its items go to the
    //! host alone.
    static std::shared_ptr<ring_link> for_writer(
        gr::buffer& ring, const std::shared_ptr<::gpufft::device>& on, gr::logger& log);
    //! For a reader, which computes on \p on; nullptr: it takes its items from the host.
    static std::shared_ptr<ring_link>
    for_reader(gr::buffer_reader& reader,
               const std::shared_ptr<::gpufft::device>& on,
               gr::logger& log);

    //! Items of the ring are read and written in the mirror, as long as this is so.
    bool is_on_device() const { return d_state == state::on_device; }
    bool is_on_host() const { return d_state == state::on_host; }
    //! Items that were on the device alone are gone.
    bool is_lost() const { return d_state == state::lost; }
    //! The host has all that was produced: a block that is not on the device reads it, or
    //! writes it, or who writes it on the device copies it there.
    bool has_host_copy() const { return d_has_host_copy; }
    //! A block on the device writes, not the host, nor one that writes as the host does.
    bool is_written_there() const { return d_is_written_there; }
    //! A block writes as the host does, and leaves some of that on the device.
    bool is_copied_there() const { return d_writes && !d_is_written_there; }
    std::string text() const; //!< "resident", for the log

    //! Items from number \p first on, \p most at most, that do not go across the end of
    //! the ring.
    std::size_t items_in_one(std::uint64_t first, std::size_t most) const;
    //! Items \p first .. \p first + \p count of those since start(), in the mirror.
    ::gpufft::mirror_place place_of(std::uint64_t first, std::size_t count) const;
    ::gpufft::ring_mirror& mirror() const { return *d_mirror; }

    //! A reader's start() and stop(), after which nobody waits for it.
    void joins(const gr::buffer_reader& reader);
    void leaves(const gr::buffer_reader& reader);

    // Items count from start().
    //! \p reader will consume items before what it made of them is safe, and tell with
    //! has_released() which ones it does not need any more.
    void reads_early(const gr::buffer_reader& reader);
    //! From now on it consumes what it does not need any more.
    void reads_late(const gr::buffer_reader& reader);
    void has_released(const gr::buffer_reader& reader, std::uint64_t items);
    //! So many that no reader needs again.
    std::uint64_t released() const;
    //! For the writer, before the scheduler knows of them.
    void has_produced(std::size_t items);
    //! So many that no reader needs again, or that the host has.
    std::uint64_t safe() const;
    //! Some reader may need again what was produced, saved or not: the writer has no room
    //! there.
    bool is_held_back() const;
    //! Items that the writer may write until released() grows.
    std::size_t room(std::uint64_t written) const;
    //! As chain_member::save_output(). Any thread.
    void save();
    //! While it is held, save() writes nothing to the ring.
    std::unique_lock<std::mutex> stop_saving()
    {
        return std::unique_lock<std::mutex>(d_save_mutex);
    }
    //! Readers have consumed some, which the writer may be waiting for.
    void tell_writer();
    //! As tell_writer() of all \p links, once for each writer.
    static void tell_writers(const std::vector<std::shared_ptr<ring_link>>& links);
    //! Where the writer, which may have several outputs, waits for that.
    void tell_by(std::shared_ptr<reader_news> news);

    /*!
     * \brief For a reader, while it holds nothing of the mirror: from now on all is in
     * the ring \return false  what the reader has not consumed is lost
     */
    bool go_to_host();
    //! For the writer, which has brought all there; or else has lost it.
    void now_on_host() { d_state = state::on_host; }
    void now_lost() { d_state = state::lost; }
    //! For the writer, at its stop(): readers can ask for nothing any more, although
    //! there is something on the device alone.
    void abandons() { d_is_abandoned = true; }

    //! Found by for_writer() and for_reader().
    struct ends {
        std::shared_ptr<gr::block> writer; //!< where it is on the device
        chain_member* writes = nullptr;
        int readers = 0;       //!< on the device, each as often as it reads an item
        int blind_readers = 0; //!< that never look
        bool has_others = false;
        bool is_copied = false; //!< to the host by the writer, whoever reads it
        bool is_fresh = true;   //!< nothing is in the ring
    };
    ring_link(gr::buffer& ring,
              const std::shared_ptr<::gpufft::device>& on,
              const ends& at,
              gr::logger& log);

private:
    enum class state { on_device, on_host, lost };
    static std::shared_ptr<ring_link>
    join(gr::buffer& ring, const std::shared_ptr<::gpufft::device>& on, gr::logger& log);
    friend class link_list;
    std::vector<std::shared_ptr<gr::block>> early_readers() const;
    std::shared_ptr<reader_news> news() const;

    gr::buffer& d_ring;
    const std::shared_ptr<::gpufft::device> d_device;
    const std::weak_ptr<gr::block> d_writer;
    chain_member* const d_writes;
    const bool d_is_written_there;
    const bool d_has_host_copy;
    const bool d_is_read; //!< by others than null sinks
    const std::size_t d_item_bytes;
    std::uint64_t d_first = 0;         //!< where in the ring item 0 lies
    std::uint64_t d_written_first = 0; //!< its number, as the scheduler counts
    std::unique_ptr<::gpufft::ring_mirror> d_mirror;
    std::atomic<state> d_state{ state::on_device };
    std::atomic<bool> d_is_abandoned{ false };

    mutable std::mutex d_mutex; // guards what follows
    std::shared_ptr<reader_news> d_news;
    std::set<const gr::buffer_reader*> d_left;
    std::map<const gr::buffer_reader*, std::uint64_t> d_released; //!< by early readers
    std::uint64_t d_produced = 0;
    std::uint64_t d_saved = 0; //!< so many the host has

    std::mutex d_save_mutex; // held while the ring is written behind the writer's back
    std::shared_ptr<::gpufft::queue> d_saver;
};

//! A block that computes on \p on, a device with memory of its own, writes \p ring, and
//! its items may stay there.
bool is_written_on(gr::buffer& ring, const std::shared_ptr<::gpufft::device>& on);

//! Items that rows may reach back by at most where a writer on the device keeps them in
//! \p ring: it cannot use that part.
std::size_t most_reach(const gr::buffer& ring);

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_CHAINS_RING_LINK_H */
