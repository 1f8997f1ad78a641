/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_SOAK_SOAK_ROUND_H
#define INCLUDED_GPUFFT_TESTS_SOAK_SOAK_ROUND_H

#include "soak/dice.h"
#include "soak/paced_ends.h"
#include "soak/soak_devices.h"
#include <gnuradio/gpufft/device_block.h>
#include <gnuradio/top_block.h>
#include <cstdint>
#include <memory>
#include <string>

namespace gpufft::testing {

//! What each round gets.
struct round_context {
    const soak_devices& on;
    dice& random;
    std::string& did; //!< what was done, for the message of a failure
};

/*!
 * \brief A second or so of a block in a flowgraph to which everything happens
 *
 * New settings; locks and restarts; faults of the device; a sink that stands still; a
 * source that gives one item at a time, or 2^22 samples. A class for each block makes the
 * items and judges what comes out.
 */
class soak_round
{
public:
    explicit soak_round(const round_context& with);
    virtual ~soak_round() = default;

    //! \return "" or what was wrong
    std::string run();

protected:
    //! Items that are in buffers when the flowgraph is locked or restarted, and that GNU
    //! Radio drops then.
    struct in_buffers {
        std::uint64_t inputs = 0, outputs = 0;
    };

    bool is_fake() const { return d_device.find("fake") == 0; }
    const std::string& device() const { return d_device; }
    dice& random() { return d_with.random; }
    void note(const std::string& text) { d_with.did += " " + text; }

    //! In the constructor: what the flowgraph is of.
    //! \param large_call  input items that are 2^22 samples
    void wire(gr::gpufft::device_block::sptr block,
              std::shared_ptr<paced_source> source,
              std::shared_ptr<stalling_sink> sink,
              int large_call);
    const stalling_sink& sink() const { return *d_sink; }
    const paced_source& source() const { return *d_source; }

    //! By message, which nobody answers.
    void command(const std::string& name, const pmt::pmt_t& value);
    in_buffers items_in_buffers() const;

    //! Throws what the block does where a device fails.
    virtual void change_setting() = 0;
    //! The last one, which the last items must show.
    virtual void change_finally() { change_setting(); }
    virtual bool may_fail() const { return true; }
    virtual bool may_lock() const { return true; }
    virtual bool may_restart() const { return true; }
    virtual void is_about_to_lock(const in_buffers& dropped) = 0;
    virtual void is_about_to_restart(const in_buffers& dropped) = 0;
    //! Input items after which the last change has come through.
    virtual std::uint64_t enough_items() const = 0;
    //! When all has come out that ever will, and the sink has found no fault.
    virtual std::string verdict() const = 0;

private:
    void do_something();
    template <typename Change>
    void attempt(Change change);
    void stall();
    void inject_fault();
    void lock();
    void restart();
    void ask();
    void end_well();

    round_context d_with;
    const std::string d_device; //!< that it begins with
    gr::gpufft::device_block::sptr d_block;
    std::shared_ptr<paced_source> d_source;
    std::shared_ptr<stalling_sink> d_sink;
    gr::top_block_sptr d_graph;
    int d_faults = 0;
    std::uint64_t d_asked = 0; //!< so that nobody optimizes the asking away
};

//! The next round of one kind; what \p with.did says begins with device and block.
std::unique_ptr<soak_round> make_fft_round(const round_context& with);
std::unique_ptr<soak_round> make_spectrum_round(const round_context& with);

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_SOAK_SOAK_ROUND_H */
