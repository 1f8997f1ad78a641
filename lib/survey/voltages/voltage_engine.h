/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_SURVEY_VOLTAGES_VOLTAGE_ENGINE_H
#define INCLUDED_GPUFFT_LIB_SURVEY_VOLTAGES_VOLTAGE_ENGINE_H

#include "survey/voltages/voltage_plan.h"
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace gpufft {

/*!
 * \brief Computes steps of a segment on a device: one kind of plan, of any recording with
 * the same engine_key()
 *
 * What comes out depends on the samples and where the first step of a call lies in its
 * segment alone. One thread.
 */
class voltage_engine
{
public:
    //! Where a stream's samples go: step_outputs of each step, one behind the other.
    struct output {
        std::size_t stream = 0;
        double offset_hz = 0; //!< as voltage_plan has it
        voltage* to = nullptr;
    };

    virtual ~voltage_engine() = default;

    //! Samples ahead of a call's first step, and behind its last, that filters reach.
    virtual std::int64_t samples_before() const = 0;
    virtual std::int64_t samples_behind() const = 0;
    /*!
     * \param in  samples_before(), those of \p steps steps, samples_behind(); outside the
     * segment zeros
     * \param first_step  number in the segment
     * \throws device_error, build_error
     */
    virtual void run(const voltage* in,
                     std::int64_t first_step,
                     std::int64_t steps,
                     const std::vector<output>& outputs) = 0;
    //! Page-locks memory that run() will find samples in, where that helps.
    virtual void reads_from(std::shared_ptr<unsigned char> /*memory*/,
                            std::size_t /*bytes*/)
    {
    }
    virtual std::string device_name() const = 0; //!< "opencl:0 (PRODUCT)"
};

//! Plans of one key share an engine.
std::string engine_key(const voltage_plan& p);

//! \throws plan_error, device_error, build_error
std::unique_ptr<voltage_engine> make_engine(const voltage_plan& p,
                                            const std::string& device);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_SURVEY_VOLTAGES_VOLTAGE_ENGINE_H */
