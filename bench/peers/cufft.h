/* SPDX-License-Identifier: GPL-3.0-or-later */
// The peer that is measured beside us, and nothing else here knows of.
#ifndef INCLUDED_GPUFFT_BENCH_PEERS_CUFFT_H
#define INCLUDED_GPUFFT_BENCH_PEERS_CUFFT_H

#include "device/interface/device.h"
#include <gpufft/transform.h>
#include <memory>
#include <string>

namespace gpufft::app {

//! NVIDIA's cuFFT, loaded at run time where it is installed; never linked.
class cufft_library
{
public:
    /*!
     * \brief Loads it and lets it work in the memory that \p any lies in
     * \param reason  why there is none, where the result is nullptr
     */
    static std::shared_ptr<cufft_library> load(const buffer& any, std::string* reason);
    ~cufft_library();

    int version() const; //!< 12001 is 12.0.1

    struct calls;

private:
    friend class cufft_plan;
    cufft_library();
    void* d_handle = nullptr;
    std::unique_ptr<calls> d_calls;
};

//! A transform of a number of rows, packed, interleaved, out of place or in place.
class cufft_plan
{
public:
    //! cuFFT has c2c, r2c and c2r, in halves where lengths are powers of two. Windows,
    //! rotations, scales and planes it has not: it then computes without them, which is
    //! as much to load, compute and store.
    static bool offers(const transform& request);
    //! Its outputs are those of \p what, number by number.
    static bool computes(const transform& request);

    //! \throws device_error  cuFFT refuses; names the call and the status
    cufft_plan(std::shared_ptr<cufft_library> with,
               const transform& request,
               std::uint32_t rows,
               queue& on);
    ~cufft_plan();
    cufft_plan(const cufft_plan&) = delete;
    cufft_plan& operator=(const cufft_plan&) = delete;

    //! Queues it on the queue that it was made for. A c2r may destroy what \p in holds.
    void enqueue(const buffer& in, buffer& out) const;

private:
    std::shared_ptr<cufft_library> d_with;
    transform d_request;
    int d_handle = 0;
};

} // namespace gpufft::app

#endif /* INCLUDED_GPUFFT_BENCH_PEERS_CUFFT_H */
