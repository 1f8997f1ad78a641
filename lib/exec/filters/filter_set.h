/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_FILTERS_FILTER_SET_H
#define INCLUDED_GPUFFT_LIB_EXEC_FILTERS_FILTER_SET_H

#include "exec/filters/stream_filter.h"
#include <cstddef>
#include <memory>
#include <vector>

namespace gpufft {

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

    filter_set() = default;
    //! \param filters  one at least
    explicit filter_set(std::vector<filter_ptr> filters) : d_filters(std::move(filters))
    {
    }

    const std::vector<filter_ptr>& filters() const { return d_filters; }

    /*!
     * Makes outputs as stream_filter::advance() does, of each filter \p out[i], and
     * returns those that all have made. Outputs that are nullptr nobody wants; which
     * those are changes behind abandon() alone. \param past  the samples before, where
     * the host has them; those of the outputs that are returned are appended to it
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

    //! Waits for what is in flight, and forgets it.
    void abandon() noexcept;
    std::size_t in_flight() const; //!< pieces of all filters
    //! Nothing is in flight, and no filter has made outputs that were not returned.
    bool is_idle() const;
    void renew_slots(); //!< of all. \throws device_error

    //! Samples before a call that the filters need.
    std::size_t reach() const;

private:
    template <class action>
    void for_each(const std::vector<void*>& out, const action& act);

    std::vector<filter_ptr> d_filters;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_FILTERS_FILTER_SET_H */
