/* SPDX-License-Identifier: GPL-3.0-or-later */
// The peer on CPU devices, and nothing else here knows of it.
#ifndef INCLUDED_GPUFFT_BENCH_PEERS_FFTW_H
#define INCLUDED_GPUFFT_BENCH_PEERS_FFTW_H

#include <gpufft/transform.h>
#include <cstdint>
#include <memory>
#include <string>

namespace gpufft::app {

//! FFTW in single precision, loaded at run time where it is installed; never linked.
class fftw_library
{
public:
    /*!
     * \brief Loads it, for plans that run in \p threads threads
     * \param limit_s  seconds of planning after which a plan is guessed
     * \param reason   why there is none, where the result is nullptr
     */
    static std::shared_ptr<fftw_library>
    load(int threads, double limit_s, std::string* reason);
    ~fftw_library();

    std::string version() const; //!< "fftw-3.3.10-sse2-avx"

    //! Memory as FFTW likes it, freed by what is returned. \throws std::bad_alloc
    std::shared_ptr<float> allocate(std::size_t floats) const;

    struct calls;

private:
    friend class fftw_plan;
    fftw_library();
    double d_limit_s = 0;
    std::unique_ptr<calls> d_calls;
};

//! A forward transform of a number of packed rows, out of place, planned by measuring.
class fftw_plan
{
public:
    /*!
     * \brief Plans; what \p in and \p out hold is lost
     *
     * \p request is c2c, r2c or dct2 in float32.
     * \throws std::runtime_error  FFTW has no such plan
     */
    fftw_plan(std::shared_ptr<fftw_library> with,
              const transform& request,
              std::uint32_t rows,
              float* in,
              float* out);
    ~fftw_plan();
    fftw_plan(const fftw_plan&) = delete;
    fftw_plan& operator=(const fftw_plan&) = delete;

    double planning_s() const { return d_planning_s; }
    //! Not everything was measured that would have been with more time.
    bool is_cut_short() const { return d_is_cut_short; }

    void execute() const;

private:
    std::shared_ptr<fftw_library> d_with;
    double d_planning_s = 0;
    bool d_is_cut_short = false;
    void* d_handle = nullptr;
};

} // namespace gpufft::app

#endif /* INCLUDED_GPUFFT_BENCH_PEERS_FFTW_H */
