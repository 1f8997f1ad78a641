/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_BENCH_PROGRAMS_FFTW_PEER_H
#define INCLUDED_GPUFFT_BENCH_PROGRAMS_FFTW_PEER_H

#include <gpufft/transform.h>
#include <cstdint>
#include <memory>
#include <string>

namespace gpufft::testing {

/*!
 * \brief FFTW of one precision, loaded at run time: every kind, with loops and strides
 *
 * Interleaved data, without windows, rotations or scales.
 */
class fftw_peer
{
public:
    //! \param number   float32 or float64
    //! \param limit_s  what planning with FFTW_MEASURE may take, about
    //! \throws std::runtime_error  it is not there, with threads
    fftw_peer(precision number, int threads, double limit_s);
    ~fftw_peer();

    //! What was measured in earlier runs; a file that is not there is none.
    void read_wisdom(const std::string& file) const;
    void write_wisdom(const std::string& file) const;

    //! Planning overwrites both.
    //! \throws std::runtime_error  there is no such plan
    void plan(const transform& request, std::uint32_t rows, void* in, void* out);
    void execute() const;

private:
    struct calls;
    void forget_plan();

    std::unique_ptr<calls> d_calls;
    void* d_plan = nullptr;
};

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_BENCH_PROGRAMS_FFTW_PEER_H */
