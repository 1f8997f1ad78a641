/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/simt/barrier_text.h"
#include "codegen/simt/features/emit_bulk.h"
#include "codegen/simt/features/staged_rows.h"
#include "codegen/simt/simt_io.h"
#include "codegen/text/index_text.h"
#include "plan/ir/element_bytes.h"
#include "plan/simt/bulk_rows.h"
#include "plan/simt/io_tables.h"

namespace gpufft::simt {

namespace {

const char HEADING[] = R"(
// Bulk copies, by a unit beside the work-items: of whole 16 bytes.
)";

const char ALIGNED_HELPER[] = R"(
__device__ __forceinline__ bool is_aligned(const void* p)
{
    return ((unsigned long long)p & 15) == 0;
}
)";

const char ODD_HELPER[] = R"(
// Elements from the last multiple of 16 bytes to p.
__device__ __forceinline__ uint shift_of(const void* p)
{
    return (uint)((unsigned long long)p >> 3) & 1;
}
)";

// The barrier in local memory counts the bytes that are there.
const char LOAD_HELPER[] = R"(
__device__ __forceinline__ void bulk_load(void* to, const void* from, uint bytes,
                                          uint barrier)
{
    barrier_init(barrier, 1);
    barrier_expect(barrier, bytes);
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "
                 "[%0], [%1], %2, [%3];"
                 :
                 : "r"(local_address(to)), "l"(from), "r"(bytes), "r"(barrier)
                 : "memory");
}
)";

const char STORE_HELPERS[] = R"(
// What this work-item has stored in local memory is seen by bulk copies after a barrier.
__device__ __forceinline__ void bulk_fence()
{
    asm volatile("fence.proxy.async.shared::cta;" : : : "memory");
}

// Local memory has been read when it ends.
__device__ __forceinline__ void bulk_store(void* to, const void* from, uint bytes)
{
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;"
                 :
                 : "l"(to), "r"(local_address(from)), "r"(bytes)
                 : "memory");
    asm volatile("cp.async.bulk.commit_group;" : : : "memory");
    asm volatile("cp.async.bulk.wait_group.read 0;" : : : "memory");
}
)";

//! Where a copy begins: \p at, or the next multiple of 16 bytes.
std::string copied_from(const simt_context& c, std::string at, int shifts)
{
    if (has_odd_rows(c.p))
        at += shifts == 2 ? " + 2 * shift" : " + shift";
    return at;
}

//! Bytes of the copy: of a run that is odd, one element is left over, its first or its
//! last.
std::int64_t copied_bytes(const simt_context& c)
{
    const auto bytes = 2 * real_bytes(c.p);
    const auto run = run_length(c);
    return bytes * (has_odd_rows(c.p) ? (run - 1) / 2 * 2 : run);
}

//! Declares the element that is left over, and what becomes of it.
void emit_left_over(simt_context& c, const char* statement)
{
    if (!has_odd_rows(c.p))
        return;
    c.w.line("const uint left = shift ? 0 : {};", run_length(c) - 1);
    c.w.line(statement,
             fmt::format("exchange[left + shift + {}]", c.layout.exchange_points));
}

} // namespace

std::string bulk_helpers(const pass& p)
{
    std::string text = std::string(HEADING) + LOCAL_ADDRESS;
    text += has_odd_rows(p) ? ODD_HELPER : ALIGNED_HELPER;
    if (p.workgroup().bulk_input)
        text += std::string("\n") + BARRIER_INIT + BARRIER_EXPECT + "\n" + BARRIER_WAIT +
                LOAD_HELPER;
    if (p.workgroup().bulk_output)
        text += STORE_HELPERS;
    return text;
}

void emit_shift(simt_context& c)
{
    if (!has_odd_rows(c.p))
        return;
    auto& w = c.w;
    w.put("uint shift; // of rows in local memory: as they lie to multiples of 16 bytes");
    w.open();
    emit_first_row(c);
    if (c.p.workgroup().bulk_input)
        emit_input_pointers(c);
    else
        emit_output_pointers(c);
    w.line("shift = shift_of({});", c.p.workgroup().bulk_input ? "from" : "to");
    w.close();
}

std::string fits_bulk(const simt_context& c, pass_io io)
{
    std::string text;
    const auto also = [&](const std::string& condition) {
        text += (text.empty() ? "" : " && ") + condition;
    };
    if (c.may_be_partial())
        also(all_rows(c));
    const bool is_input = io == pass_io::input;
    const auto* pointer = is_input ? "from" : "to";
    if (!has_odd_rows(c.p))
        also(fmt::format("is_aligned({})", pointer));
    else if (is_input != c.p.workgroup().bulk_input) // the other operation gave the shift
        also(fmt::format("shift_of({}) == shift", pointer));
    return text;
}

void emit_bulk_load(simt_context& c)
{
    auto& w = c.w;
    w.line("const uint barrier = local_address(exchange + {});",
           c.layout.exchange_points + c.layout.row_points);
    w.open("if (t == 0)");
    w.line("bulk_load({}, {}, {}, barrier);",
           copied_from(c, fmt::format("exchange + {}", c.layout.exchange_points), 2),
           copied_from(c, "from", 1),
           copied_bytes(c));
    emit_left_over(c, "{} = from[left];");
    w.close();
    w.put(c.barrier());
    w.put("barrier_wait(barrier);");
}

void emit_bulk_fence(simt_context& c)
{
    if (c.p.workgroup().bulk_output)
        c.w.put("bulk_fence();");
}

void emit_bulk_store(simt_context& c)
{
    auto& w = c.w;
    w.open("if (t == 0)");
    emit_left_over(c, "to[left] = {};");
    w.line("bulk_store({}, {}, {});",
           copied_from(c, "to", 1),
           copied_from(c, fmt::format("exchange + {}", c.layout.exchange_points), 2),
           copied_bytes(c));
    w.close();
}

} // namespace gpufft::simt
