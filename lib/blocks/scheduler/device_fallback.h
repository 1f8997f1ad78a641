/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_SCHEDULER_DEVICE_FALLBACK_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_SCHEDULER_DEVICE_FALLBACK_H

#include <gnuradio/logger.h>
#include <gpufft/effort.h>
#include <functional>
#include <set>
#include <string>

namespace gr {
namespace gpufft {

/*!
 * \brief The devices a block computes on, one after the other as they fail
 *
 * What a block has on a device, usually an executor, is made by a function of the
 * block's, which gets the name of the device and throws device_error or build_error
 * where the device cannot. A device that has failed is not asked again until the
 * flowgraph starts anew, when its failures are forgotten, too.
 */
class device_fallback
{
public:
    using maker = std::function<void(const std::string& device)>;

    explicit device_fallback(gr::logger_ptr logger);

    /*!
     * Makes it on the device that \p asked names, or block_defaults where that is
     * "auto". Of "auto", whose choice is ours, on the next one where that fails, with a
     * line in the log for each that did.
     * \throws plan_error, device_error, build_error  of the (first) device
     */
    void open(const std::string& asked, const maker& make);

    //! Before the flowgraph starts: makes it anew where block_defaults name another
    //! device or effort by now than they did; \p how becomes theirs before. Or where the
    //! device has failed that was asked for: on that one, if it can by now, else all
    //! stays. \return whether it was \throws as open() does, and nothing has changed
    bool follow_defaults(::gpufft::effort* how, const maker& make);

    /*!
     * The device has failed while running: \p renew frees there what the block can do
     * without for a moment, and makes it ready to be tried once more.
     * \return false  it has failed before, and did not do TRUST submissions since, or
     *                 \p renew has thrown
     */
    bool try_again(const std::string& reason, const std::function<void()>& renew);

    //! A submission has ended well.
    void has_worked() { d_now.on_trial -= d_now.on_trial > 0; }

    /*!
     * The device has failed while running: makes it on the next. One line in the log,
     * a warning with the reason, or an error where no device is left.
     * \return false  no device is left
     */
    bool go_on(const std::string& reason, const maker& make);

    /*!
     * From now on, \p threads threads compute where that is a CPU device; 0: all but one
     * of more than two. Until then what the name given to open() says, or 0.
     * \return whether that changes the device in use, so that remake() is called for
     */
    bool limit_threads(int threads);

    //! Makes it again on the device in use.
    //! \throws device_error, build_error
    void remake(const maker& make) const { make(name()); }

private:
    static constexpr int TRUST = 100;

    //! The device in use, and how it came to that.
    struct choice {
        std::string opened; //!< what d_asked meant
        std::string device; //!< without the limit
        int threads = 0;
        std::set<std::string> failed;
        int on_trial = 0; //!< submissions until a failure is its first again
    };

    //! \throws as open() does, and nothing has changed
    void open_named(const std::string& wanted, const maker& make);
    void open_first(const std::string& wanted, const maker& make);
    bool make_by_defaults(bool has_other_effort, const maker& make);
    bool ask_again(const maker& make);
    std::string name() const; //!< of the device in use, with the limit
    //! With the next devices, until one can; else that in use stays so.
    bool make_on_next(const maker& make, std::string& reasons);

    gr::logger_ptr d_logger;
    std::string d_asked; //!< by the block
    choice d_now;
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_SCHEDULER_DEVICE_FALLBACK_H */
