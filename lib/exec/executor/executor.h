/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_EXECUTOR_EXECUTOR_H
#define INCLUDED_GPUFFT_LIB_EXEC_EXECUTOR_EXECUTOR_H

#include "codegen/text/dialect.h"
#include "device/interface/device.h"
#include "exec/executor/left_aside.h"
#include "exec/executor/pass_launches.h"
#include "exec/executor/row_slices.h"
#include "exec/executor/upload.h"
#include "plan/choice/plan_choice.h"
#include "plan/choice/small_batch.h"
#include "plan/ir/plan.h"
#include <gpufft/effort.h>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gpufft {

struct device_key;
class wisdom_index;

class executor;

//! Throws where \p alone, one of several plans that might do, is not to be taken for
//! calls of up to \p most_rows.
using plan_check = std::function<void(const executor& alone, std::uint32_t most_rows)>;

/*!
 * \brief A plan bound to a device: compiled kernels and twiddles, no data
 *
 * Used by any number of queues at once; each brings its own workspace.
 */
class executor
{
public:
    //! Plans, builds the kernels, uploads the twiddles. Does not run anything but \p
    //! check. Small batches may have a plan of their own: small_batch.h
    //! \param how    by wisdom of the user, or without it; nothing is measured here
    //! \param check  what throws, here or as it is built, is left aside for what less
    //!               trust would choose
    //! \throws plan_error, build_error, device_error
    executor(const transform& request,
             std::shared_ptr<device> on,
             effort how = default_effort(),
             const plan_check& check = {});
    //! Builds the kernels of the caller's plan \p p, which must fit the device, and
    //! uploads its twiddles, for calls of any number of rows.
    //! \throws plan_error, build_error, device_error
    executor(const plan& p, std::shared_ptr<device> on);
    //! An executor of the plan that would be chosen for \p request, without kernels: it
    //! knows its plan and its sizes, and enqueues nothing.
    //! \throws plan_error, device_error
    static executor planned(const transform& request,
                            std::shared_ptr<device> on,
                            effort how = default_effort());
    //! An executor of the caller's plan \p p, without kernels: it knows its plan and its
    //! sizes, and enqueues nothing.
    //! \throws plan_error, device_error
    static executor planned(const plan& p, std::shared_ptr<device> on);

    const plan& made_plan() const { return d_plan; }
    //! The plan that a call of \p rows rows runs.
    const plan& made_plan(std::uint32_t rows) const;
    //! Who knew the plan: chosen_plan::says.
    const std::string& plan_origin() const { return d_origin; }
    //! Who knew the plan; the model also where the caller gave it.
    gpufft::plan_origin plan_from() const { return d_from; }
    //! What runs small batches; nullptr: this executor runs them itself.
    const executor* small_batch_executor() const { return d_small_batch_executor.get(); }
    //! Most rows of a call that small_batch_executor() runs.
    std::uint32_t small_batch() const { return d_small_batch_rows; }
    //! This executor without small_batch_executor().
    executor for_many_rows() const;
    const std::shared_ptr<device>& on() const { return d_device; }
    //! Names the kernels' text: equal ids compute the same in the same way.
    const std::string& id() const { return d_id; }

    //! The kernel of each pass, with its tables.
    const std::vector<built_pass>& built() const { return d_built; }
    //! How the rows of a call go through them.
    const row_slices& slices() const { return d_slices; }

    //! What the kernel of each pass takes.
    std::vector<kernel_resources> resources() const;

    //! Bytes that \p rows rows reach in each buffer of the input, output or workspace.
    std::size_t input_bytes(std::size_t rows) const;
    std::size_t output_bytes(std::size_t rows) const;
    std::size_t workspace_bytes(std::size_t rows) const; //!< 0: none is needed
    //! Rows of one call: more would not fit the kernels' 32-bit count of them.
    std::size_t max_rows() const;

    //! Queues the passes over \p rows rows, at most max_rows().
    void
    enqueue(launch_queue& q, const executor_memory& memory, std::uint32_t rows) const;
    //! The launch that enqueue() would queue, where that is one whose workgroups share
    //! the rows: a list of a caller's may begin with it.
    std::optional<kernel_launch> shared_launch(const executor_memory& memory,
                                               std::uint32_t rows) const;
    //! Queues the passes over \p rows rows, with \p scale as the factor of a transform
    //! that scales its outputs, instead of the plan's.
    void enqueue(launch_queue& q,
                 const executor_memory& memory,
                 std::uint32_t rows,
                 double scale) const;

private:
    executor() = default;

    //! The executor that calls of up to `rows` rows have of their own.
    struct built_small_batch {
        std::shared_ptr<const executor> runs;
        std::uint32_t rows = 0;
        std::vector<rejected_plan> aside; //!< lines that were no good
    };

    //! Builds d_plan, and the executor for small batches.
    void build_all_rows(effort how,
                        const device_key& on,
                        const wisdom_index& book,
                        const plan_check& check);
    void plan_small_batch(effort how, const device_key& on, const wisdom_index& book);
    //! Nothing where d_plan runs small batches as fast, or is the only plan that builds.
    built_small_batch build_small_batch(effort how,
                                        const device_key& on,
                                        const wisdom_index& book,
                                        const plan_check& check) const;
    void build();
    //! What each launch needs of the plan.
    //! \throws plan_error, device_error  the device has not what that takes
    void note_sizes();
    plan d_plan;
    std::string d_origin;
    gpufft::plan_origin d_from = gpufft::plan_origin::model;
    std::shared_ptr<device> d_device;
    std::vector<built_pass> d_built;
    row_bytes d_row_bytes;
    row_slices d_slices;
    std::string d_id;
    std::shared_ptr<const executor>
        d_small_batch_executor; //!< takes calls of up to d_small_batch_rows
    std::uint32_t d_small_batch_rows = 0;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_EXECUTOR_EXECUTOR_H */
