/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_FILTERS_FILTER_SET_H
#define INCLUDED_GPUFFT_LIB_EXEC_FILTERS_FILTER_SET_H

#include "exec/filters/stream_filter.h"
#include <complex>
#include <cstddef>
#include <deque>
#include <memory>
#include <string>
#include <vector>

namespace gpufft {

//! What filters of one stream are asked for.
struct filter_set_request {
    //! A list for each filter, of which there is one at least; tap 0 is for the newest
    //! sample.
    std::vector<std::vector<std::complex<double>>> taps;
};

//! \throws plan_error  a filter cannot have its taps
void validate(const filter_set_request& request);

/*!
 * \brief Filters of one stream, on one device, whose outputs are returned together
 *
 * None of them decimates or mixes. On a GPU pieces of all of them are in flight, from
 * call to call. One thread at a time.
 */
class filter_set
{
public:
    using filter_ptr = std::shared_ptr<stream_filter>;
    using request_type = filter_set_request;
    using past_type = filter_past;

    //! \param filters  one at least
    explicit filter_set(std::vector<filter_ptr> filters);
    //! Plans and builds each filter. \throws plan_error, device_error, build_error
    filter_set(const filter_set_request& request,
               const std::string& device,
               effort how,
               startup begins);

    const std::vector<filter_ptr>& filters() const { return d_filters; }
    //! The first filter's, which stands for all where one is enough.
    stream_executor& executor() { return d_filters.front()->executor(); }
    const stream_executor& executor() const { return d_filters.front()->executor(); }

    //! Other taps may want rows of another length, of some filters: all are made anew.
    bool change_to(const filter_set_request&) { return false; }

    /*!
     * Makes outputs as stream_filter::advance() does, of each filter \p out[i], and
     * returns those that all have made. Outputs that are nullptr nobody wants; which
     * those are changes behind abandon() alone.
     * \param past  the samples before, where the host has them; those of the outputs that
     *              are returned are appended to it
     * \param on_device  with a place in `out_streams` for each of the first filters, or
     *                   for none
     * \return outputs of each that are done; all where none is wanted
     * \throws device_error, build_error  nothing is in flight then, and \p past is as it
     * was
     */
    std::size_t advance(const void* in,
                        const std::vector<void*>& out,
                        std::size_t outputs,
                        filter_past& past,
                        std::size_t piece_outputs,
                        const filter_places& on_device = {});
    //! Makes all outputs, as advance() does, and waits for them.
    void run(const void* in,
             const std::vector<void*>& out,
             std::size_t outputs,
             filter_past& past,
             const filter_places& on_device = {});

    /*!
     * Queues a piece for outputs that stay on the device, as stream_filter::submit()
     * does, but all of it: filters whose rows do not suit its length send it in parts.
     * \param on_device  `out_streams` has a place for each of the first filters; those
     *                   without a mirror compute nothing
     * \throws device_error, build_error  nothing is in flight then
     */
    void submit(const void* in,
                std::size_t ahead,
                std::size_t outputs,
                const filter_past& past,
                const filter_places& on_device);
    //! Waits for the oldest piece of submit(). \return its outputs
    std::size_t finish_oldest();
    //! Waits until the device has looked at the host's samples before those of the oldest
    //! piece in flight: somebody may then write there.
    void wait_for_past();
    //! A piece of submit() need not wait for one before it.
    bool can_submit() const;
    bool oldest_is_done() const; //!< of all filters, or of their first parts

    //! Waits for what is in flight, and forgets it.
    void abandon() noexcept;
    std::size_t in_flight() const; //!< pieces of all filters
    //! Nothing is in flight, and no filter has made outputs that were not returned.
    bool is_idle() const;

    //! Samples before a call that the filters need.
    std::size_t reach() const;
    std::size_t past_to_keep() const;       //!< samples that longer taps to come find
    std::size_t row_outputs() const;        //!< of the longest rows
    std::size_t most_piece_outputs() const; //!< of a piece of submit()

private:
    template <class action>
    void for_each(const std::vector<void*>& out, const action& act);
    void send(std::size_t filter,
              const void* in,
              std::size_t ahead,
              std::size_t outputs,
              const filter_past& past,
              const filter_places& on_device);

    std::vector<filter_ptr> d_filters;
    std::deque<std::size_t> d_pieces; //!< of submit(): the outputs of each, oldest first
    std::vector<std::size_t> d_early; //!< outputs that a filter has finished before those
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_FILTERS_FILTER_SET_H */
