/* SPDX-License-Identifier: GPL-3.0-or-later */
// The peer on CPU devices, and nothing else here knows of it.
#ifndef INCLUDED_GPUFFT_BENCH_PEERS_FFTW_H
#define INCLUDED_GPUFFT_BENCH_PEERS_FFTW_H

#include <gpufft/transform.h>
#include <cstdint>
#include <memory>
#include <string>

namespace gpufft::app {

//! Who is asked by FFTW's names: FFTW itself, or Intel's MKL, which has them for what it
//! can.
enum class fftw_maker { fftw, mkl };

constexpr const char* name_of(fftw_maker by)
{
    return by == fftw_maker::mkl ? "MKL" : "FFTW";
}

//! FFTW of one precision, loaded at run time where it is installed; never linked.
class fftw_library
{
public:
    /*!
     * \brief Loads it, for plans that run in \p threads threads
     * \param limit_s  seconds of planning after which a plan is guessed
     * \param reason   why there is none, where the result is nullptr
     * \param number   float32 or float64
     */
    static std::shared_ptr<fftw_library> load(int threads,
                                              double limit_s,
                                              std::string* reason,
                                              precision number = precision::float32,
                                              fftw_maker by = fftw_maker::fftw);
    ~fftw_library();

    std::string version() const; //!< "fftw-3.3.10-sse2-avx"
    fftw_maker maker() const { return d_maker; }
    //! \return whether it has such a transform: MKL has no DCT and DST
    bool offers(const transform& request) const;

    //! Memory as FFTW likes it, freed by what is returned. \throws std::bad_alloc
    std::shared_ptr<void> allocate(std::size_t bytes) const;

    struct calls;

private:
    friend class fftw_plan;
    fftw_library();
    double d_limit_s = 0;
    precision d_number = precision::float32;
    fftw_maker d_maker = fftw_maker::fftw;
    std::string d_version;
    std::unique_ptr<calls> d_calls;
};

//! A transform of a number of packed rows, interleaved, planned by measuring.
class fftw_plan
{
public:
    //! FFTW has every kind of ours in float32 and float64, without windows, rotations,
    //! planes and scales: it then computes without them.
    static bool offers(const transform& request);
    //! Its outputs are those of \p what, number by number.
    static bool computes(const transform& request);

    /*!
     * \brief Plans; what \p in and \p out hold is lost
     *
     * Both are one where \p what is in place. A c2r may destroy its input.
     * \throws std::runtime_error  FFTW has no such plan
     */
    fftw_plan(std::shared_ptr<fftw_library> with,
              const transform& request,
              std::uint32_t rows,
              void* in,
              void* out);
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
