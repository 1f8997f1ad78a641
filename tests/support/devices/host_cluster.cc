/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/devices/fenced_memory.h"
#include "support/devices/host_cluster.h"
#include <ucontext.h>
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace {

constexpr std::size_t STACK_BYTES = 64 * 1024;
constexpr int SUBGROUP = 32;
constexpr unsigned RANK_SHIFT = 24;

//! Counts the fibers that arrive; a phase ends when all have.
struct meeting {
    int all = 0;
    int arrived = 0;
    int phase = 0;

    int arrive()
    {
        const int now = phase;
        if (++arrived == all) {
            arrived = 0;
            ++phase;
        }
        return now;
    }
};

//! A barrier, over when as many signals and bytes have come as it expects.
struct counting_barrier {
    meeting over;
    long each = 0; //!< signals of a use, of a barrier for many
    long signals = 0;
    long bytes = 0;

    void check()
    {
        if (signals == 0 && bytes == 0)
            over.phase = 1;
    }
};

//! A bulk load on its way, which counts on a barrier when it has come.
struct pending_load {
    void* to;
    const void* from;
    unsigned bytes;
};

//! Copies of a work-item that are on their way, frame by frame.
struct pending_copy {
    unsigned to;
    const void* from;
    std::size_t bytes;
};

struct group_state {
    std::map<unsigned, counting_barrier> barriers;
    std::map<unsigned, pending_load> loads; // by their barriers
    std::vector<unsigned char> memory;
    std::optional<gpufft::testing::fenced_memory> fenced; // where bulk stores read it
    meeting barrier;
    std::vector<meeting> subgroups;
    int started = 0;
    int finished = 0;
};

struct fiber {
    ucontext_t context = {};
    std::unique_ptr<char[]> stack;
    unsigned group = 0, item = 0;
    const meeting* waits_for = nullptr;
    int phase = 0; // that must be over
    int arrived_in = -1;
    std::vector<std::vector<pending_copy>> copies = { {} };
    bool is_done = false;

    bool can_go_on() const
    {
        return !is_done && (!waits_for || waits_for->phase > phase);
    }
};

struct cluster {
    gpufft::testing::cluster_shape shape;
    gpufft::testing::fiber_order order;
    const std::function<void()>& kernel;
    std::vector<group_state> groups;
    std::vector<fiber> fibers;
    meeting barrier;
    ucontext_t scheduler = {};
    fiber* here = nullptr;
    std::string fault;
};

cluster* the_cluster = nullptr;

void note(const std::string& fault)
{
    if (the_cluster->fault.empty())
        the_cluster->fault = fault;
}

//! Another fiber goes on, or this one fences: what it stored is its own.
void note_stores()
{
    const auto& here = *the_cluster->here;
    if (auto& fenced = the_cluster->groups[here.group].fenced)
        fenced->note(here.item);
}

void run_fiber()
{
    auto& here = *the_cluster->here;
    auto& group = the_cluster->groups[here.group];
    ++group.started;
    the_cluster->kernel();
    ++group.finished;
    note_stores();
    if (here.arrived_in >= 0)
        note("a work-item ends between arriving at a meeting and waiting for it");
    here.is_done = true;
}

void wait_for(const meeting& m, int phase)
{
    auto& here = *the_cluster->here;
    here.waits_for = &m;
    here.phase = phase;
    if (!here.can_go_on()) {
        note_stores();
        swapcontext(&here.context, &the_cluster->scheduler);
    }
    here.waits_for = nullptr;
}

fiber* next_fiber(cluster& c)
{
    const auto count = c.fibers.size();
    for (std::size_t i = 0; i < count; ++i) {
        auto& f =
            c.fibers[c.order == gpufft::testing::fiber_order::first ? i : count - 1 - i];
        if (f.can_go_on())
            return &f;
    }
    return nullptr;
}

//! The barrier at address \p remote; one that no group has made is noted as a fault.
counting_barrier& barrier_at(unsigned remote)
{
    auto& group = the_cluster->groups[remote >> RANK_SHIFT];
    const auto local = remote & ((1U << RANK_SHIFT) - 1);
    if (!group.barriers.count(local))
        note("a barrier that is not there, or not yet");
    return group.barriers[local];
}

void make_fibers(cluster& c)
{
    for (auto& g : c.groups) {
        // Memory begins as no numbers, so that what is read before it is written shows.
        g.memory.assign(c.shape.local_bytes, 0xff);
        if (c.shape.stores_in_bulk)
            g.fenced.emplace(g.memory);
        g.barrier.all = c.shape.items;
        for (int i = 0; i < c.shape.items; i += SUBGROUP)
            g.subgroups.push_back({ std::min(SUBGROUP, c.shape.items - i) });
    }
    c.barrier.all = c.shape.groups * c.shape.items;
    for (std::size_t i = 0; i < c.fibers.size(); ++i) {
        auto& f = c.fibers[i];
        f.group = static_cast<unsigned>(i) / c.shape.items;
        f.item = static_cast<unsigned>(i) % c.shape.items;
        f.stack = std::make_unique<char[]>(STACK_BYTES);
        getcontext(&f.context);
        f.context.uc_stack.ss_sp = f.stack.get();
        f.context.uc_stack.ss_size = STACK_BYTES;
        f.context.uc_link = &c.scheduler;
        makecontext(&f.context, run_fiber, 0);
    }
}

//! The bulk load that counts on \p barrier comes, if it has not yet.
void finish_load(unsigned barrier)
{
    const auto rank = cluster_rank();
    auto& group = the_cluster->groups[rank];
    const auto found = group.loads.find(barrier);
    if (found == group.loads.end())
        return;
    const auto load = found->second;
    group.loads.erase(found);
    note_stores();
    const auto at = local_address(load.to);
    std::memcpy(
        remote_memory(remote_address(at, rank), load.bytes), load.from, load.bytes);
    if (group.fenced)
        group.fenced->note_bulk_load(at, load.bytes);
    barrier_count(remote_address(barrier, rank), load.bytes);
}

//! \p copies come.
void finish_copies(std::vector<pending_copy>& copies)
{
    for (const auto& one : copies)
        std::memcpy(remote_memory(remote_address(one.to, cluster_rank()), one.bytes),
                    one.from,
                    one.bytes);
    copies.clear();
}

} // namespace

host_index threadIdx, blockIdx, gridDim;

namespace gpufft::testing {

std::string run_cluster(const cluster_shape& shape,
                        unsigned number,
                        fiber_order order,
                        const std::function<void()>& kernel)
{
    cluster c{ shape, order, kernel, {}, {}, {}, {}, nullptr, "" };
    c.groups.resize(shape.groups);
    c.fibers.resize(static_cast<std::size_t>(shape.groups) * shape.items);
    make_fibers(c);
    the_cluster = &c;
    while (auto* next = next_fiber(c)) {
        c.here = next;
        threadIdx.x = next->item;
        blockIdx.x = number * shape.groups + next->group;
        swapcontext(&c.scheduler, &next->context);
    }
    for (const auto& f : c.fibers) {
        if (!f.is_done)
            note("work-items wait for others that never come");
    }
    for (const auto& g : c.groups) {
        if (!g.loads.empty())
            note("a bulk load that nobody waits for");
    }
    the_cluster = nullptr;
    return c.fault;
}

} // namespace gpufft::testing

void* group_memory() { return the_cluster->groups[cluster_rank()].memory.data(); }

void __syncthreads()
{
    auto& barrier = the_cluster->groups[cluster_rank()].barrier;
    wait_for(barrier, barrier.arrive());
}

void subgroup_wait()
{
    const auto& here = *the_cluster->here;
    auto& subgroup = the_cluster->groups[here.group].subgroups[here.item / SUBGROUP];
    wait_for(subgroup, subgroup.arrive());
}

unsigned cluster_rank() { return the_cluster->here->group; }

unsigned local_address(const void* p)
{
    return static_cast<unsigned>(static_cast<const unsigned char*>(p) -
                                 static_cast<const unsigned char*>(group_memory()));
}

unsigned remote_address(unsigned local, unsigned rank)
{
    return local | rank << RANK_SHIFT;
}

void* remote_memory(unsigned remote, std::size_t bytes)
{
    static std::vector<unsigned char> nowhere;
    nowhere.resize(std::max(nowhere.size(), bytes));
    const auto rank = remote >> RANK_SHIFT;
    const auto local = remote & ((1U << RANK_SHIFT) - 1);
    if (rank >= the_cluster->groups.size() ||
        local + bytes > the_cluster->shape.local_bytes) {
        note("a store beyond the local memory of the cluster");
        return nowhere.data();
    }
    auto& group = the_cluster->groups[rank];
    if (rank != cluster_rank() &&
        (group.started < the_cluster->shape.items || group.finished))
        note("a store to a group that has not started, or has ended");
    return group.memory.data() + local;
}

void cluster_start() { cluster_arrive(); }

void barrier_init(unsigned barrier, unsigned signals)
{
    remote_memory(remote_address(barrier, cluster_rank()), 8); // is there
    auto& made = the_cluster->groups[cluster_rank()].barriers[barrier];
    made.signals = made.each = signals;
}

void barrier_expect(unsigned barrier, unsigned bytes)
{
    auto& one = barrier_at(remote_address(barrier, cluster_rank()));
    one.bytes += bytes;
    --one.signals;
    one.check();
}

void barrier_signal(unsigned remote_barrier)
{
    auto& one = barrier_at(remote_barrier);
    --one.signals;
    one.check();
}

void barrier_count(unsigned remote_barrier, std::size_t bytes)
{
    auto& one = barrier_at(remote_barrier);
    one.bytes -= static_cast<long>(bytes);
    one.check();
}

void barrier_arrive(unsigned barrier)
{
    auto& one = barrier_at(remote_address(barrier, cluster_rank()));
    if (--one.signals)
        return;
    one.signals = one.each;
    ++one.over.phase;
}

void barrier_wait(unsigned barrier, unsigned parity)
{
    finish_load(barrier);
    const auto& over = barrier_at(remote_address(barrier, cluster_rank())).over;
    if (static_cast<unsigned>(over.phase) % 2 == parity)
        wait_for(over, over.phase);
}

void copy_begin(unsigned to, const void* from, std::size_t bytes)
{
    the_cluster->here->copies.back().push_back({ to, from, bytes });
    if (the_cluster->order == gpufft::testing::fiber_order::first)
        finish_copies(the_cluster->here->copies.back());
}

void copies_end_frame() { the_cluster->here->copies.emplace_back(); }

void copies_wait_for(std::size_t frames)
{
    auto& copies = the_cluster->here->copies; // the last ones are of no frame yet
    while (copies.size() > frames + 1) {
        finish_copies(copies.front());
        copies.erase(copies.begin());
    }
}

void bulk_load(void* to, const void* from, unsigned bytes, unsigned barrier)
{
    if (bytes % 16 || !is_aligned(to) || !is_aligned(from))
        note("a bulk copy of other than whole 16 bytes");
    barrier_init(barrier, 1);
    barrier_expect(barrier, bytes);
    the_cluster->groups[cluster_rank()].loads[barrier] = { to, from, bytes };
    if (the_cluster->order == gpufft::testing::fiber_order::first)
        finish_load(barrier);
}

void bulk_fence()
{
    const auto& here = *the_cluster->here;
    the_cluster->groups[here.group].fenced->fence(here.item);
}

void bulk_store(void* to, const void* from, unsigned bytes)
{
    if (bytes % 16 || !is_aligned(to) || !is_aligned(from))
        note("a bulk copy of other than whole 16 bytes");
    const auto rank = cluster_rank();
    const auto at = local_address(from);
    remote_memory(remote_address(at, rank), bytes); // is there
    note_stores();
    std::memcpy(to, the_cluster->groups[rank].fenced->seen(at), bytes);
}

bool is_aligned(const void* p) { return reinterpret_cast<std::uintptr_t>(p) % 16 == 0; }

void cluster_arrive()
{
    auto& here = *the_cluster->here;
    if (here.arrived_in >= 0)
        note("a work-item arrives twice without waiting");
    here.arrived_in = the_cluster->barrier.arrive();
}

void cluster_wait()
{
    auto& here = *the_cluster->here;
    if (here.arrived_in < 0) {
        note("a work-item waits without having arrived");
        return;
    }
    const int phase = here.arrived_in;
    here.arrived_in = -1;
    wait_for(the_cluster->barrier, phase);
}
