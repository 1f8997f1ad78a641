/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_CAMPAIGN_TRIAL_H
#define INCLUDED_GPUFFT_TESTS_CAMPAIGN_TRIAL_H

#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace gpufft::testing {

//! What became of a trial.
struct outcome {
    std::string fault; //!< "": all outputs are right
    int runs = 0;      //!< calls of the library whose outputs were judged
};

/*!
 * \brief One thing that a campaign tries, with all that it takes to do the same again
 *
 * Trials hold no device and no memory of one, so that a smaller one can be made and
 * printed where there is no device.
 */
class trial
{
public:
    virtual ~trial() = default;
    //! One line, from which trial_kind::parse makes the same trial.
    virtual std::string text() const = 0;
    //! \param device  name, as open_device() takes it
    //! \throws what the library throws
    virtual outcome run(const std::string& device) const = 0;
    //! Simpler trials of which one may fail in the same way, the simplest first.
    virtual std::vector<std::unique_ptr<trial>> smaller() const { return {}; }
};

//! A family of trials.
struct trial_kind {
    const char* name;
    bool runs_on_device; //!< the others need none
    std::unique_ptr<trial> (*any)(std::mt19937& random, const std::string& device);
    //! \throws std::invalid_argument, plan_error  \p text is none of trial::text()
    std::unique_ptr<trial> (*parse)(const std::string& text);
};

//! Random transforms: kernels of the device against the reference.
extern const trial_kind TRANSFORMS;
//! Random transforms: each plan interpreted on the host, against the reference; no kernel
//! text, no device.
extern const trial_kind PLANS;
//! Batches of random sizes in flight, with changes of window.
extern const trial_kind STREAMS;
//! Averaged power spectra of streams cut into random pieces.
extern const trial_kind SPECTRA;
//! Histograms of powers of streams cut into random pieces.
extern const trial_kind HISTOGRAMS;
//! Trials that fail on purpose, to try the campaign with.
extern const trial_kind PLANTED;

//! \throws std::invalid_argument  there is none of that name
const trial_kind& trial_kind_of(const std::string& name);

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_CAMPAIGN_TRIAL_H */
