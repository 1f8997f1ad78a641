/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/simt/barrier_text.h"
#include "codegen/simt/features/emit_cluster.h"
#include "codegen/text/index_text.h"
#include "plan/ir/element_bytes.h"
#include "plan/simt/paired_rank.h"
#include <set>

namespace gpufft::simt {

namespace {

// In PTX: the run-time compiler may lack cooperative_groups.h.
const char RANK_HELPER[] = R"(
// A cluster of workgroups: the number of this one, and the others' local memory.
__device__ __forceinline__ uint cluster_rank()
{
    uint rank;
    asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    return rank;
}

)";

const char REMOTE_HELPERS[] = R"(
__device__ __forceinline__ uint remote_address(uint local, uint rank)
{
    uint remote;
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;"
                 : "=r"(remote)
                 : "r"(local), "r"(rank));
    return remote;
}

// Nothing has been done yet that others must see.
__device__ __forceinline__ void cluster_start()
{
    asm volatile("barrier.cluster.arrive.relaxed.ALIGNED;" : : : "memory");
}

__device__ __forceinline__ void cluster_wait()
{
    asm volatile("barrier.cluster.wait.acquire.ALIGNED;" : : : "memory");
}
)";

const char MEETING_HELPERS[] = R"(
__device__ __forceinline__ void cluster_arrive()
{
    asm volatile("barrier.cluster.arrive.release.ALIGNED;" : : : "memory");
}

__device__ __forceinline__ void remote_store(uint remote, REAL2 x)
{
    asm volatile("st.shared::cluster.v2.fBITS [%0], {%1, %2};"
                 :
                 : "r"(remote), "LETTER"(x.x), "LETTER"(x.y)
                 : "memory");
}
)";

const char BARRIERS[] = R"(
// Barriers in local memory, each for one use: of signals, and of bytes that arrive.
)";

const char SIGNAL_HELPER[] = R"(
__device__ __forceinline__ void barrier_signal(uint remote_barrier)
{
    asm volatile("mbarrier.arrive.relaxed.cluster.shared::cluster.b64 _, [%0];"
                 :
                 : "r"(remote_barrier)
                 : "memory");
}

)";

const char ASYNC_HELPERS[] = R"(
__device__ __forceinline__ void remote_store(uint remote, REAL2 x, uint remote_barrier)
{
    asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v2.bBITS "
                 "[%0], {%1, %2}, [%3];"
                 :
                 : "r"(remote), "INTEGER"(BITS_OF(x.x)), "INTEGER"(BITS_OF(x.y)),
                   "r"(remote_barrier)
                 : "memory");
}

// Part of what a read has brought.
__device__ __forceinline__ uint read_bits(REAL2 x) { return READ_BITS(x.y); }

// 0, as no compiler can know, and only when those bits are there.
__device__ __forceinline__ uint zero_after(uint bits)
{
    uint zero;
    asm volatile("{ .reg .b32 n; popc.b32 n, %1; shr.u32 %0, n, 8; }"
                 : "=r"(zero)
                 : "r"(bits));
    return zero;
}
)";

void replace_all(std::string& text, const std::string& from, const std::string& to)
{
    for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at))
        text.replace(at, from.size(), to);
}

//! The outputs of the stages before step \p i, as a number that is 0 where all are.
std::string earlier_outputs(const simt_context& c, std::size_t i)
{
    index_sum sum;
    for (const auto& a : c.layout.stages[i].lanes) {
        if (a.state == digit_state::output)
            sum.add(a.name, 1);
    }
    return sum.str();
}

} // namespace

std::string cluster_helpers(const pass& p)
{
    const bool is_double = p.number == precision::float64;
    auto text = std::string(RANK_HELPER) + LOCAL_ADDRESS + REMOTE_HELPERS +
                (p.workgroup().cluster.is_async
                     ? std::string(BARRIERS) + BARRIER_INIT + BARRIER_EXPECT +
                           SIGNAL_HELPER + BARRIER_WAIT + ASYNC_HELPERS
                     : MEETING_HELPERS);
    replace_all(text, "BITS_OF", is_double ? "__double_as_longlong" : "__float_as_uint");
    replace_all(text, "READ_BITS", is_double ? "__double2hiint" : "__float_as_uint");
    replace_all(text, "BITS", is_double ? "64" : "32");
    replace_all(text, "LETTER", is_double ? "d" : "f");
    replace_all(text, "INTEGER", is_double ? "l" : "r");
    // Whole subgroups meet, unless a step has idle work-items.
    bool is_guarded = false;
    for (const int i : { p.workgroup().cluster.after - 1, p.workgroup().cluster.after })
        is_guarded = is_guarded || p.active_items(i) < p.work_items();
    replace_all(text, ".ALIGNED", is_guarded ? "" : ".aligned");
    return text;
}

void emit_cluster_start(simt_context& c)
{
    auto& w = c.w;
    w.line("const uint group = {} / {};", c.d.group, c.p.workgroup().cluster.size);
    w.put("const uint rank = cluster_rank();");
    if (c.is_async()) {
        const auto subgroups = c.p.work_items() / CLUSTER_SUBGROUP;
        const auto bytes = c.p.points() * c.p.columns.size /
                           c.p.workgroup().cluster.size * (2 * real_bytes(c.p));
        w.line("const uint has_room = local_address(exchange + {});",
               c.layout.exchange_points);
        w.put("const uint has_come = has_room + 8;");
        w.open("if (t == 0)");
        w.line("barrier_init(has_room, {}); // subgroups of the cluster",
               c.p.workgroup().cluster.size * subgroups);
        w.put("barrier_init(has_come, 1);");
        w.line("barrier_expect(has_come, {});", bytes);
        w.close();
        w.put("__syncthreads();");
    }
    if (c.is_async() || c.p.leaves_group(0))
        w.put("cluster_start();");
}

void emit_room(simt_context& c, std::size_t i)
{
    auto& w = c.w;
    if (!c.is_async()) {
        w.put("cluster_arrive();");
        return;
    }
    w.put("// Read: said to every group, when it has started.");
    w.put("uint bits = 0;");
    each_register(c, i, [&](int q, int, int) { w.line("bits |= read_bits(x{});", q); });
    w.put("const uint zero = zero_after(bits);");
    w.put("cluster_wait();");
    w.line("if (t % {} < {})", CLUSTER_SUBGROUP, c.p.workgroup().cluster.size);
    w.line("    barrier_signal(remote_address(has_room, t % {}) + zero);",
           CLUSTER_SUBGROUP);
}

void emit_remote_writes(simt_context& c, std::size_t i)
{
    auto& w = c.w;
    const auto& s = c.layout.stages[i];
    const auto bytes = 2 * real_bytes(c.p);
    w.put("// Each point to the group that goes on with it, when all have room.");
    if (!c.is_async())
        w.put("cluster_wait();");
    else if (c.is_first(i)) // nothing was read: all have started
        w.put("cluster_wait();");
    else
        w.put("barrier_wait(has_room);");
    index_sum place, first;
    place.add(s.fixed(), &atom::remote_weight);
    first.add(s.lanes, &atom::rank_weight);
    w.line("const uint place = local_address(exchange + {});", place.str());
    std::set<std::int64_t> groups;
    // The digit that says where the point in register r goes; is_zero as for
    // paired_place().
    const auto shared = [&](int r, bool is_zero) {
        return has_paired_rank(c.p) ? paired_place(c.p, r, is_zero) : r;
    };
    const auto group_of = [&](int r, int f, bool is_zero) {
        return s.register_offset(shared(r, is_zero), f, &atom::rank_weight);
    };
    const bool depends = has_paired_rank(c.p) && c.p.workgroup().cluster.after > 1;
    each_register(c, i, [&](int, int r, int f) {
        groups.insert(group_of(r, f, true));
        groups.insert(group_of(r, f, !depends));
    });
    for (const auto g : groups) {
        const auto to =
            first.str() == "0" ? fmt::format("{}", g) : offset_from(first.str(), g);
        w.line("const uint place{} = remote_address(place, {});", g, to);
        if (c.is_async())
            w.line("const uint barrier{} = remote_address(has_come, {});", g, to);
    }
    if (depends)
        w.line("const bool is_zero = {} == 0;", earlier_outputs(c, i));
    each_register(c, i, [&](int q, int r, int f) {
        const auto place_at = [&](bool is_zero) {
            const auto offset =
                bytes * s.register_offset(shared(r, is_zero), f, &atom::remote_weight);
            return offset_from(fmt::format("place{}", group_of(r, f, is_zero)), offset);
        };
        const auto barrier_at = [&](bool is_zero) {
            return fmt::format("barrier{}", group_of(r, f, is_zero));
        };
        const auto either = [&](const std::string& of_zero,
                                const std::string& of_others) {
            return of_zero == of_others
                       ? of_zero
                       : fmt::format("is_zero ? {} : {}", of_zero, of_others);
        };
        w.line("remote_store({}, x{}{});",
               either(place_at(true), place_at(!depends)),
               q,
               c.is_async() ? ", " + either(barrier_at(true), barrier_at(!depends)) : "");
    });
    if (!c.is_async())
        w.put("cluster_arrive();");
}

void emit_arrival(simt_context& c)
{
    c.w.put(c.is_async() ? "barrier_wait(has_come);" : "cluster_wait();");
}

void emit_idle_meetings(simt_context& c, std::size_t i, std::size_t last)
{
    const bool enters = c.enters_from_cluster(i), leaves = c.p.leaves_group(last);
    if (!c.is_guarded(i) || !(enters || leaves))
        return;
    auto& w = c.w;
    w.open("else");
    if (enters)
        w.put("cluster_wait();");
    if (leaves) {
        if (!c.is_first(i))
            w.put("cluster_arrive();");
        w.put("cluster_wait();");
        w.put("cluster_arrive();");
    }
    w.close();
}

} // namespace gpufft::simt
