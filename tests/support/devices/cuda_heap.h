/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_SUPPORT_DEVICES_CUDA_HEAP_H
#define INCLUDED_GPUFFT_TESTS_SUPPORT_DEVICES_CUDA_HEAP_H

#include "support/devices/device_heap.h"
#include <dlfcn.h>
#include <fmt/format.h>
#include <cstdint>
#include <cstdlib>
#include <stdexcept>
#include <utility>
#include <vector>

/*!
 * A program that uses the driver of CUDA itself, and the library beside that. No header
 * of CUDA is needed: handles are pointers, and functions are looked up by their names.
 */
namespace gpufft::testing {

//! The functions of NVIDIA's libcuda.so.1, or of a library that tests have in its place.
class cuda_driver
{
public:
    //! There is a driver on this machine.
    static bool is_there() { return library() != nullptr; }

    //! Calls the function \p name with just these types. \throws std::runtime_error
    template <typename... Arguments>
    static void call(const char* name, Arguments... arguments)
    {
        if (const int status = ask(name, arguments...))
            throw std::runtime_error(fmt::format("{}: {}", name, status));
    }
    //! \return what it returned
    template <typename... Arguments>
    static int ask(const char* name, Arguments... arguments)
    {
        const auto function = reinterpret_cast<int (*)(Arguments...)>(
            library() ? ::dlsym(library(), name) : nullptr);
        if (!function)
            throw std::runtime_error(fmt::format("{} is not in the driver", name));
        return function(arguments...);
    }
    //! A count of the tests' driver; -1: it is NVIDIA's.
    static int count(const char* name)
    {
        const auto function = reinterpret_cast<int (*)()>(::dlsym(library(), name));
        return function ? function() : -1;
    }

private:
    static void* library()
    {
        const char* ours = std::getenv("FAKE_CUDA_DRIVER");
        static void* const loaded = ::dlopen(ours ? ours : "libcuda.so.1", RTLD_NOW);
        return loaded;
    }
};

//! A context on a GPU, current on this thread while this lives, and a stream in it.
class cuda_program
{
public:
    //! \param is_primary  the one that the runtime of CUDA uses
    explicit cuda_program(bool is_primary = true, int gpu = 0)
        : d_gpu(gpu), d_is_primary(is_primary)
    {
        cuda_driver::call("cuInit", 0U);
        if (is_primary) {
            cuda_driver::call("cuDevicePrimaryCtxRetain", &d_context, gpu);
            cuda_driver::call("cuCtxPushCurrent_v2", d_context);
        } else {
            cuda_driver::call("cuCtxCreate_v2", &d_context, 0U, gpu);
        }
        d_stream = new_stream();
    }
    ~cuda_program()
    {
        for (const auto each : d_memory)
            cuda_driver::ask("cuMemFree_v2", each);
        for (const auto each : d_streams)
            cuda_driver::ask("cuStreamDestroy_v2", each);
        void* popped = nullptr;
        if (d_is_primary) {
            cuda_driver::ask("cuCtxPopCurrent_v2", &popped);
            cuda_driver::ask("cuDevicePrimaryCtxRelease_v2", d_gpu);
        } else {
            cuda_driver::ask("cuCtxDestroy_v2", d_context);
        }
    }
    cuda_program(const cuda_program&) = delete;
    cuda_program& operator=(const cuda_program&) = delete;

    void* context() const { return d_context; }
    void* stream() const { return d_stream; }
    void* new_stream()
    {
        constexpr unsigned NON_BLOCKING = 1;
        void* made = nullptr;
        cuda_driver::call("cuStreamCreate", &made, NON_BLOCKING);
        d_streams.push_back(made);
        return made;
    }
    void wait() const { cuda_driver::call("cuStreamSynchronize", d_stream); }

    std::uint64_t make(std::size_t bytes)
    {
        std::uint64_t address = 0;
        cuda_driver::call("cuMemAlloc_v2", &address, bytes);
        d_memory.push_back(address);
        return address;
    }
    void write(std::uint64_t to, const void* from, std::size_t bytes) const
    {
        cuda_driver::call("cuMemcpyHtoDAsync_v2", to, from, bytes, d_stream);
        wait();
    }
    void read(void* to, std::uint64_t from, std::size_t bytes) const
    {
        cuda_driver::call("cuMemcpyDtoHAsync_v2", to, from, bytes, d_stream);
        wait();
    }

    //! What \p work queues on stream() as a graph, to be launched and destroyed.
    template <typename Work>
    void* captured(Work&& work) const
    {
        begin_capture(d_stream);
        try {
            work();
        } catch (...) {
            void* graph = nullptr;
            cuda_driver::ask("cuStreamEndCapture", d_stream, &graph);
            throw;
        }
        return instantiated(end_capture(d_stream));
    }

    static void begin_capture(void* stream)
    {
        constexpr int THREAD_LOCAL = 1;
        cuda_driver::call("cuStreamBeginCapture_v2", stream, THREAD_LOCAL);
    }
    static void* end_capture(void* stream)
    {
        void* graph = nullptr;
        cuda_driver::call("cuStreamEndCapture", stream, &graph);
        return graph;
    }
    //! \p graph as what can be launched; it is destroyed.
    static void* instantiated(void* graph)
    {
        void* made = nullptr;
        cuda_driver::call("cuGraphInstantiateWithFlags", &made, graph, 0ULL);
        cuda_driver::call("cuGraphDestroy", graph);
        return made;
    }

private:
    int d_gpu;
    bool d_is_primary;
    void* d_context = nullptr;
    void* d_stream = nullptr;
    std::vector<std::uint64_t> d_memory;
    std::vector<void*> d_streams;
};

class cuda_heap : public device_heap
{
public:
    explicit cuda_heap(cuda_program& of) : d_of(of) {}
    device_memory make(std::size_t bytes) override
    {
        return device_memory::at(d_of.make(bytes));
    }
    void write(const device_memory& to, const void* from, std::size_t bytes) override
    {
        d_of.write(address_of(to), from, bytes);
    }
    void read(void* to, const device_memory& from, std::size_t bytes) override
    {
        d_of.read(to, address_of(from), bytes);
    }
    static std::uint64_t address_of(const device_memory& m)
    {
        return reinterpret_cast<std::uint64_t>(m.handle) + m.offset;
    }

private:
    cuda_program& d_of;
};

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_SUPPORT_DEVICES_CUDA_HEAP_H */
