/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_SIMT_FEATURES_EMIT_CLUSTER_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_SIMT_FEATURES_EMIT_CLUSTER_H

#include "codegen/simt/simt_context.h"
#include <string>

/*!
 * A tile over a cluster of workgroups, in CUDA. Between two stages the points go straight
 * into the local memory of the group that goes on with them. That takes two agreements:
 * before, that each group has started and has read what will be overwritten, and after,
 * that everything has arrived. Either all groups meet for both, and what one has to do
 * meanwhile stands between arriving at a meeting and waiting for the others; or each
 * group has two barriers in its local memory, one that counts the subgroups that have
 * read, of all groups, and one that counts the bytes that arrive.
 */
namespace gpufft::simt {

//! What the prelude has for clusters. REAL stands for the precision.
std::string cluster_helpers(const pass& p);

//! Declares `group`, which is the cluster's number here, and `rank`, the workgroup's.
void emit_cluster_start(simt_context& c);

//! This group has read what others overwrite after step \p i.
void emit_room(simt_context& c, std::size_t i);

//! The registers of step \p i to where step i + 1 reads them, in all groups.
void emit_remote_writes(simt_context& c, std::size_t i);

//! Waits for what other groups send to this one.
void emit_arrival(simt_context& c);

//! The meetings inside steps \p i to \p last, which share a block, for the work-items
//! that are idle in these steps.
void emit_idle_meetings(simt_context& c, std::size_t i, std::size_t last);

} // namespace gpufft::simt

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_SIMT_FEATURES_EMIT_CLUSTER_H */
