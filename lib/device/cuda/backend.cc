/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "device/cuda/backend.h"
#include "device/cuda/device.h"
#include "device/cuda/limits.h"
#include <fmt/format.h>

namespace gpufft::cuda {

namespace {

struct found_gpus {
    std::vector<gpu> gpus;
    std::vector<absent_backend> absent;
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

private:
    //! Keeps what was loaded; what was not may have come by the next call.
    void load_libraries()
    {
        if (!d_driver) {
            try {
                d_driver = d_files.driver.empty()
                               ? std::make_shared<const driver>()
                               : std::make_shared<const driver>(d_files.driver);
            } catch (const load_error& e) {
                throw device_error(fmt::format("no NVIDIA driver: {}", e.what()));
            }
        }
        if (!d_compiler) {
            const int version = d_driver->version();
            const auto files =
                d_files.compiler.empty() ? compiler_files(version) : d_files.compiler;
            if (files.empty())
                throw device_error(fmt::format(
                    "the driver is for CUDA {}.{}; this needs one for 12.0 or "
                    "later",
                    version / 1000,
                    version % 1000 / 10));
            try {
                d_compiler = std::make_shared<const compiler>(files);
            } catch (const load_error& e) {
                throw device_error(fmt::format(
                    "no compiler (NVRTC) that fits the driver: {}; install the CUDA "
                    "toolkit's libnvrtc, or name its folder in $LD_LIBRARY_PATH",
                    e.what()));
            }
        }
    }

    void add_gpu(int ordinal, found_gpus* found)
    {
        gpu one;
        one.with = d_driver;
        one.compiled_by = d_compiler;
        d_driver->device_get(&one.handle, ordinal);
        one.info = describe_device(*d_driver, one.handle);
        one.info.platform += ", NVRTC " + d_compiler->version();
        one.info.name = fmt::format("cuda:{}", found->gpus.size());
        const int architecture = architecture_of(*d_driver, one.handle);
        const auto& known = d_compiler->architectures();
        one.target = target_for(architecture, known);
        if (one.target.empty()) {
            found->absent.push_back(
                { "cuda",
                  fmt::format("{} is of sm_{}; NVRTC {} compiles for sm_{} and later: "
                              "install one of an earlier version",
                              one.info.product,
                              architecture,
                              d_compiler->version(),
                              known.empty() ? 0 : known.front()) });
            return;
        }
        found->gpus.push_back(std::move(one));
    }

    // Never throws: what fails is absent, with its reason.
    found_gpus find_gpus()
    {
        found_gpus found;
        try {
            load_libraries();
            checked(*d_driver, [&] {
                int count = 0;
                d_driver->device_get_count(&count);
                for (int i = 0; i < count; ++i)
                    add_gpu(i, &found);
            });
        } catch (const device_error& e) {
            found.absent.push_back({ "cuda", e.what() });
        }
        return found;
    }

    library_files d_files;
    std::shared_ptr<const driver> d_driver;
    std::shared_ptr<const compiler> d_compiler;
};

} // namespace

std::unique_ptr<backend> make_backend(const library_files& files)
{
    return std::make_unique<cuda_backend>(files);
}

} // namespace gpufft::cuda
