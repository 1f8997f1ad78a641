/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "device/cuda/backend.h"
#include "device/cuda/device.h"
#include "device/cuda/limits.h"
#include "device/cuda/nvrtc/compilers.h"
#include "device/cuda/nvrtc/nvrtc_files.h"
#include "device/cuda/nvrtc/remedy.h"
#include <fmt/format.h>
#include <algorithm>
#include <optional>

namespace gpufft::cuda {

namespace {

constexpr int OLDEST_DRIVER = 12000;
// GPUs before this one are unknown to every NVRTC that is taken.
constexpr int OLDEST_GPU = 50;

struct found_gpus {
    std::vector<gpu> gpus;
    std::vector<absent_backend> absent;

    //! GPUs of one product are absent for one reason, said once.
    void add_absent(absent_backend one)
    {
        if (std::none_of(absent.begin(), absent.end(), [&](const auto& each) {
                return each.reason == one.reason;
            }))
            absent.push_back(std::move(one));
    }
};

class cuda_backend : public backend
{
public:
    explicit cuda_backend(const library_files& files) : d_files(files) {}

    std::string name() const override { return "cuda"; }

    device_list list() override
    {
        auto found = find_gpus();
        device_list list;
        for (auto& each : found.gpus)
            list.devices.push_back(std::move(each.info));
        list.absent = std::move(found.absent);
        return list;
    }

    std::shared_ptr<device> open(int number) override
    {
        const auto found = find_gpus().gpus;
        if (number < 0 || static_cast<std::size_t>(number) >= found.size())
            throw device_error(fmt::format(
                "there is no cuda:{}; there are {} CUDA devices", number, found.size()));
        return std::make_shared<cuda_device>(found[static_cast<std::size_t>(number)]);
    }

    std::shared_ptr<device> open_in(const native_context& of) override
    {
        const auto found = find_gpus();
        if (found.gpus.empty())
            throw device_error(found.absent.empty() ? "there is no CUDA device"
                                                    : found.absent.front().reason);
        const auto context = context_of(*d_driver, of);
        const auto handle = device_of(*d_driver, context);
        for (const auto& each : found.gpus)
            if (each.handle == handle)
                return std::make_shared<cuda_device>(each, context);
        throw device_error(
            fmt::format("the context given is of GPU {}, for which there is "
                        "no compiler: {}",
                        handle,
                        found.absent.empty() ? "NVRTC does not know it"
                                             : found.absent.front().reason));
    }

private:
    //! Keeps what was loaded; what was not may have come by the next call.
    void load_driver()
    {
        if (!d_driver)
            d_driver = d_files.driver.empty()
                           ? std::make_shared<const driver>()
                           : std::make_shared<const driver>(d_files.driver);
        const int version = d_driver->version();
        if (version < OLDEST_DRIVER)
            throw device_error(fmt::format("the driver is for CUDA {}.{}; this needs one "
                                           "for 12.0 or later",
                                           version / 1000,
                                           version % 1000 / 10));
        if (!d_compilers || d_compilers->is_empty())
            d_compilers.emplace(d_files.compiler.empty()
                                    ? nvrtc_files(default_places(), version)
                                    : d_files.compiler,
                                version);
    }

    //! What compiles for \p one, or has compiled the kernels that are kept; false where
    //! there is neither.
    bool choose_compiler(gpu* one)
    {
        const auto chosen = d_compilers->choose(one->architecture);
        if (chosen.with) {
            one->compiled_by = chosen.with;
            one->kernels = { chosen.with->version(), chosen.target };
            return true;
        }
        const auto kept = compiler_kept_in(kernel_cache(kernel_cache::default_folder()),
                                           one->architecture);
        one->kernels = kept.value_or(kept_compiler());
        return kept.has_value();
    }

    //! What would have kernels of \p one compiled; "": nothing.
    std::string remedy_of(const gpu& one) const
    {
        if (d_compilers->needs_newer_driver(one.architecture))
            return "update NVIDIA's driver";
        if (one.architecture < OLDEST_GPU)
            return "";
        return nvrtc_remedy(this_system(), d_driver->version(), one.architecture);
    }

    //! Why kernels of \p one are compiled by nothing, and what to do about it.
    absent_backend no_compiler(const gpu& one) const
    {
        const auto remedy = remedy_of(one);
        return { "cuda",
                 fmt::format("{} (sm_{}): {}{}{}",
                             one.info.product,
                             one.architecture,
                             d_compilers->why_none(one.architecture),
                             remedy.empty() ? "" : "; ",
                             remedy),
                 remedy,
                 one.info.product };
    }

    void add_gpu(int ordinal, found_gpus* found)
    {
        gpu one;
        one.with = d_driver;
        d_driver->device_get(&one.handle, ordinal);
        one.info = describe_device(*d_driver, one.handle);
        one.architecture = architecture_of(*d_driver, one.handle);
        const bool is_usable = choose_compiler(&one);
        if (!one.compiled_by) {
            auto absent = no_compiler(one);
            one.why_no_compiler = absent.reason;
            found->add_absent(std::move(absent));
        }
        if (!is_usable)
            return;
        one.info.name = fmt::format("cuda:{}", found->gpus.size());
        one.info.platform += ", NVRTC " + one.kernels.version;
        if (!has_clusters(one.kernels))
            one.info.limits.max_cluster = 0;
        found->gpus.push_back(std::move(one));
    }

    // Never throws: what fails is absent, with its reason.
    found_gpus find_gpus()
    {
        found_gpus found;
        try {
            load_driver();
            checked(*d_driver, [&] {
                int count = 0;
                d_driver->device_get_count(&count);
                for (int i = 0; i < count; ++i)
                    add_gpu(i, &found);
            });
        } catch (const load_error& e) {
            found.absent.push_back({ "cuda",
                                     fmt::format("no NVIDIA driver: {}", e.what()),
                                     driver_remedy(this_system()) });
        } catch (const device_error& e) {
            found.absent.push_back({ "cuda", e.what() });
        }
        return found;
    }

    library_files d_files;
    std::shared_ptr<const driver> d_driver;
    std::optional<compilers> d_compilers;
};

} // namespace

std::unique_ptr<backend> make_backend(const library_files& files)
{
    return std::make_unique<cuda_backend>(files);
}

} // namespace gpufft::cuda
