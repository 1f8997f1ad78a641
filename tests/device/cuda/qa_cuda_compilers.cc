/* SPDX-License-Identifier: GPL-3.0-or-later */
// Where NVRTC is looked for, which one compiles for which GPU, and what runs without any:
// on copies of the layouts that people have, with libraries that stand for NVRTC and the
// driver. No GPU is needed, and the real NVRTC in one test. Versions of the stand-ins are
// such as NVRTC never had: the loader knows its builtins by version, in all of a process.
#include "device/cuda/backend.h"
#include "device/cuda/nvrtc/compilers.h"
#include "device/cuda/nvrtc/kept_compiler.h"
#include "device/cuda/nvrtc/nvrtc_files.h"
#include "device/cuda/nvrtc/remedy.h"
#include "support/devices/cuda_kernels.h"
#include "support/devices/nvrtc.h"
#include "support/skipped.h"
#include <gpufft/package_folders.h>
#include <sys/stat.h>
#include <boost/filesystem.hpp>
#include <algorithm>
#include <fstream>
#include <map>

using namespace gpufft;
using namespace gpufft::cuda;
using gpufft::testing::scaling_kernel;

namespace {

namespace fs = boost::filesystem;

const std::vector<std::string> VARIABLES = { "GPUFFT_NVRTC",  "VIRTUAL_ENV",
                                             "CONDA_PREFIX",  "CUDA_HOME",
                                             "CUDA_PATH",     "HOME",
                                             "XDG_CACHE_HOME" };

// Files of libraries that the build made, named by the environment.
std::string built(const char* variable)
{
    const char* file = std::getenv(variable);
    CPPUNIT_ASSERT_MESSAGE(variable, file);
    return file;
}

//! \p what is "nvrtc" or "nvrtc-builtins".
std::string fake(const std::string& what, const std::string& version)
{
    return built("FAKE_NVRTC") + "/lib" + what + ".so." + version;
}

} // namespace

class qa_cuda_compilers : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_cuda_compilers);
    CPPUNIT_TEST(each_layout_is_known);
    CPPUNIT_TEST(the_newest_that_the_driver_takes_comes_first);
    CPPUNIT_TEST(places_come_in_their_order);
    CPPUNIT_TEST(what_is_named_is_the_only_place);
    CPPUNIT_TEST(no_place_is_relative_or_open_to_anybody);
    CPPUNIT_TEST(the_first_that_knows_the_gpu_compiles);
    CPPUNIT_TEST(a_newer_gpu_gets_ptx_that_the_driver_takes);
    CPPUNIT_TEST(reasons_name_what_works);
    CPPUNIT_TEST(builtins_are_found_beside_the_library);
    CPPUNIT_TEST(the_real_one_compiles_from_a_folder_of_its_own);
    CPPUNIT_TEST(kept_kernels_run_without_a_compiler);
    CPPUNIT_TEST(clusters_need_a_compiler_that_knows_them);
    CPPUNIT_TEST(remedies_name_packages_of_the_system);
    CPPUNIT_TEST_SUITE_END();

    fs::path d_root;
    std::map<std::string, std::string> d_before;

public:
    void setUp() override
    {
        d_root = fs::temp_directory_path() / fs::unique_path("gpufft-%%%%%%%%");
        fs::create_directories(d_root);
        fs::permissions(d_root, fs::owner_all);
        testing::nvrtc(); // while $GPUFFT_NVRTC counts
        for (const auto& name : VARIABLES) {
            if (const char* value = std::getenv(name.c_str()))
                d_before[name] = value;
            unsetenv(name.c_str());
        }
        setenv("XDG_CACHE_HOME", (d_root / "cache").c_str(), 1);
    }

    void tearDown() override
    {
        for (const auto& name : VARIABLES)
            unsetenv(name.c_str());
        for (const auto& [name, value] : d_before)
            setenv(name.c_str(), value.c_str(), 1);
        set_package_folders({});
        fs::remove_all(d_root);
    }

private:
    //! A file at \p path below the root, of no content that counts.
    std::string put(const std::string& path)
    {
        const auto file = d_root / path;
        fs::create_directories(file.parent_path());
        std::ofstream(file.string()) << "-";
        return file.string();
    }

    //! Folder \p name with the NVRTC \p version, and its builtins if \p is_whole.
    std::string
    put_nvrtc(const std::string& name, const std::string& version, bool is_whole = true)
    {
        const auto folder = d_root / name;
        fs::create_directories(folder);
        const auto file = folder / ("libnvrtc.so." + version.substr(0, 2));
        fs::copy_file(fake("nvrtc", version), file);
        if (is_whole)
            fs::copy_file(fake("nvrtc-builtins", version),
                          folder / ("libnvrtc-builtins.so." + version));
        return file.string();
    }

    static std::vector<std::string> files(const std::string& folder, int driver = 13000)
    {
        return nvrtc_files({ "", { folder } }, driver);
    }

    void each_layout_is_known()
    {
        const struct {
            const char* why;
            std::string root, file;
        } ROWS[] = {
            { "a folder of libraries", "a", "a/libnvrtc.so.12" },
            { "a toolkit", "b", "b/lib64/libnvrtc.so.12" },
            { "a toolkit of conda", "c", "c/lib/libnvrtc.so.12" },
            { "a toolkit, by target", "d", "d/targets/x86_64-linux/lib/libnvrtc.so.12" },
            { "packages: wheel of 11", "e", "e/nvidia/cuda_nvrtc/lib/libnvrtc.so.11.2" },
            { "packages: wheel of 12", "f", "f/nvidia/cuda_nvrtc/lib/libnvrtc.so.12" },
            { "packages: wheel of 13", "g", "g/nvidia/cu13/lib/libnvrtc.so.13" },
            { "an environment: wheel of 12",
              "h",
              "h/lib/python3.11/site-packages/nvidia/cuda_nvrtc/lib/libnvrtc.so.12" },
            { "an environment: wheel of 13",
              "i",
              "i/lib/python3.13/site-packages/nvidia/cu13/lib/libnvrtc.so.13" },
        };
        for (const auto& row : ROWS) {
            const auto file = put(row.file);
            const auto found = files((d_root / row.root).string());
            CPPUNIT_ASSERT_EQUAL_MESSAGE(row.why, std::size_t(1), found.size());
            CPPUNIT_ASSERT_EQUAL_MESSAGE(row.why, file, found[0]);
        }
        fs::create_directories(d_root / "k/lib/libnvrtc.so.12");
        CPPUNIT_ASSERT(files((d_root / "k").string()).empty());
    }

    void the_newest_that_the_driver_takes_comes_first()
    {
        const auto eleven = put("all/libnvrtc.so.11.2"),
                   twelve = put("all/libnvrtc.so.12"),
                   thirteen = put("all/libnvrtc.so.13");
        put("all/libnvrtc.so.14");
        using list = std::vector<std::string>;
        const auto root = (d_root / "all").string();
        CPPUNIT_ASSERT(files(root, 13020) == (list{ thirteen, twelve, eleven }));
        CPPUNIT_ASSERT(files(root, 12040) == (list{ twelve, eleven }));
        CPPUNIT_ASSERT(files(root, 10020).empty());
        const auto names = nvrtc_files({ "", { LOADER } }, 13000);
        CPPUNIT_ASSERT(names ==
                       (list{ "libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2" }));
    }

    //! The place in default_places() of \p folder; after all of them: none.
    static std::size_t place_of(const std::string& folder)
    {
        const auto all = default_places().folders;
        return static_cast<std::size_t>(std::find(all.begin(), all.end(), folder) -
                                        all.begin());
    }

    void places_come_in_their_order()
    {
        set_package_folders({ "/packages" });
        setenv("VIRTUAL_ENV", "/venv", 1);
        setenv("CONDA_PREFIX", "/conda", 1);
        setenv("CUDA_HOME", "/home_of_cuda", 1);
        setenv("CUDA_PATH", "/path_of_cuda", 1);
        setenv("HOME", d_root.c_str(), 1);
        fs::create_directories(d_root / ".local/lib/python3.9");
        fs::create_directories(d_root / ".local/lib/python3.11");
        const std::string of_user =
            (d_root / ".local/lib/python3.11/site-packages").string();
        const std::string order[] = {
            "/packages",
            "/venv",
            "/conda",
            LOADER,
            "/home_of_cuda",
            "/path_of_cuda",
            "/usr/local/cuda",
            of_user,
            (d_root / ".local/lib/python3.9/site-packages").string()
        };
        for (std::size_t i = 1; i < std::size(order); ++i)
            CPPUNIT_ASSERT_MESSAGE(order[i], place_of(order[i - 1]) < place_of(order[i]));
        CPPUNIT_ASSERT(place_of(order[std::size(order) - 1]) <
                       default_places().folders.size());
        unsetenv("CUDA_HOME");
        CPPUNIT_ASSERT_EQUAL(default_places().folders.size(), place_of("/home_of_cuda"));
    }

    void what_is_named_is_the_only_place()
    {
        const auto file = put("named/any_name.so");
        const auto other = put("folder/lib/libnvrtc.so.12");
        setenv("GPUFFT_NVRTC", file.c_str(), 1);
        CPPUNIT_ASSERT(nvrtc_files(default_places(), 13000) ==
                       std::vector<std::string>{ file });
        setenv("GPUFFT_NVRTC", (d_root / "folder").c_str(), 1);
        CPPUNIT_ASSERT(nvrtc_files(default_places(), 13000) ==
                       std::vector<std::string>{ other });
        setenv("GPUFFT_NVRTC", "/nowhere", 1);
        CPPUNIT_ASSERT(nvrtc_files(default_places(), 13000).empty());
    }

    void no_place_is_relative_or_open_to_anybody()
    {
        put("here/libnvrtc.so.12");
        put("here/lib/libnvrtc.so.12");
        const auto before = fs::current_path();
        fs::current_path(d_root / "here");
        const bool is_empty = files(".").empty() && files("lib").empty() &&
                              nvrtc_files({ "libnvrtc.so.12", {} }, 12000).empty() &&
                              nvrtc_files({ "lib", {} }, 12000).empty();
        fs::current_path(before);
        CPPUNIT_ASSERT(is_empty);

        const auto lib = d_root / "here/lib";
        CPPUNIT_ASSERT_EQUAL(std::size_t(1), files(lib.string()).size());
        CPPUNIT_ASSERT_EQUAL(0, ::chmod(lib.c_str(), 0777));
        CPPUNIT_ASSERT(files(lib.string()).empty());
        CPPUNIT_ASSERT_EQUAL(std::size_t(1), files((d_root / "here").string()).size());
        CPPUNIT_ASSERT(
            nvrtc_files({ (lib / "libnvrtc.so.12").string(), {} }, 12000).empty());
    }

    void the_first_that_knows_the_gpu_compiles()
    {
        const auto newer = put_nvrtc("13.90", "13.90"),
                   older = put_nvrtc("12.94", "12.94");
        const struct {
            const char* why;
            int architecture, driver;
            const char *version, *target;
        } ROWS[] = {
            { "both know it", 90, 13900, "13.90", "sm_90" },
            { "dropped by the newer one", 70, 13900, "12.94", "sm_70" },
            { "known to the newer one", 100, 13900, "13.90", "sm_100" },
            { "the driver takes the older one alone", 90, 12940, "12.94", "sm_90" },
            { "of a newer driver", 90, 13920, "13.90", "sm_90" },
        };
        for (const auto& row : ROWS) {
            compilers all({ newer, older }, row.driver);
            const auto chosen = all.choose(row.architecture);
            CPPUNIT_ASSERT_MESSAGE(row.why, chosen.with);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(
                row.why, std::string(row.version), chosen.with->version());
            CPPUNIT_ASSERT_EQUAL_MESSAGE(row.why, std::string(row.target), chosen.target);
        }
        // Code for the GPU itself runs on drivers of the same major version.
        compilers of_later({ put_nvrtc("13.92", "13.92") }, 13900);
        CPPUNIT_ASSERT_EQUAL(std::string("sm_90"), of_later.choose(90).target);
    }

    void a_newer_gpu_gets_ptx_that_the_driver_takes()
    {
        const auto newest = put_nvrtc("13.92", "13.92"),
                   middle = put_nvrtc("13.90", "13.90"),
                   oldest = put_nvrtc("12.94", "12.94");
        const struct {
            const char* why;
            int architecture, driver;
            const char *version, *target;
        } ROWS[] = {
            { "as new as the driver", 200, 13920, "13.92", "compute_120" },
            { "PTX of 13.92 is refused", 200, 13900, "13.90", "compute_100" },
            { "PTX of 13 is refused", 200, 12980, "12.94", "compute_90" },
            { "between two", 89, 12980, "12.94", "compute_80" },
        };
        for (const auto& row : ROWS) {
            compilers all({ newest, middle, oldest }, row.driver);
            const auto chosen = all.choose(row.architecture);
            CPPUNIT_ASSERT_MESSAGE(row.why, chosen.with);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(
                row.why, std::string(row.version), chosen.with->version());
            CPPUNIT_ASSERT_EQUAL_MESSAGE(row.why, std::string(row.target), chosen.target);
            const auto made = chosen.with->compile("one", "text", chosen.target);
            const std::string image(made.image.begin(), made.image.end());
            CPPUNIT_ASSERT_EQUAL_MESSAGE(
                row.why,
                fmt::format(".target --gpu-architecture={} by {} "
                            "of text",
                            row.target,
                            row.version),
                image);
        }
    }

    static std::string why_none(const std::vector<std::string>& of, int driver, int gpu)
    {
        compilers all(of, driver);
        CPPUNIT_ASSERT(!all.choose(gpu).with);
        return all.why_none(gpu);
    }

    void reasons_name_what_works()
    {
        const auto newer = put_nvrtc("13.92", "13.92");
        const std::string none = "no compiler (NVRTC) that fits the driver: ";
        CPPUNIT_ASSERT_EQUAL(none + "$GPUFFT_NVRTC names none", why_none({}, 13900, 90));
        CPPUNIT_ASSERT_EQUAL(none + newer + " is of CUDA 13.92, the driver is for 12.94",
                             why_none({ newer }, 12940, 90));
        CPPUNIT_ASSERT_EQUAL(
            std::string("NVRTC 13.92 compiles for sm_75 and later: install "
                        "one of an earlier version"),
            why_none({ newer }, 13920, 70));
        CPPUNIT_ASSERT_EQUAL(
            std::string(
                "NVRTC 13.92 does not know sm_200, and a driver for CUDA 13.90 takes "
                "no PTX of it"),
            why_none({ newer }, 13900, 200));
        compilers all({ newer }, 13900);
        CPPUNIT_ASSERT(!all.choose(200).with && all.needs_newer_driver(200));
        CPPUNIT_ASSERT(!all.choose(70).with && !all.needs_newer_driver(70));
    }

    void builtins_are_found_beside_the_library()
    {
        const auto whole = put_nvrtc("whole", "13.90");
        fs::create_directories(d_root / "linked");
        const auto linked = d_root / "linked/libnvrtc.so.13";
        fs::create_symlink(whole, linked);
        for (const auto& file : { whole, linked.string() }) {
            const auto made = compiler(file).compile("one", "text", "sm_90");
            CPPUNIT_ASSERT_MESSAGE(file, made.is_good);
        }
        // Another file: the loader has the builtins of that version for the whole
        // process.
        const auto lone = put_nvrtc("lone", "12.96", false);
        compilers all({ lone, whole }, 13900);
        CPPUNIT_ASSERT_EQUAL(std::string("13.90"), all.choose(90).with->version());
        const auto why = why_none({ lone }, 13900, 90);
        CPPUNIT_ASSERT_MESSAGE(why,
                               why.find("libnvrtc-builtins.so.12.96: cannot open") !=
                                   std::string::npos);
    }

    void the_real_one_compiles_from_a_folder_of_its_own()
    {
        if (!testing::nvrtc())
            testing::skip("there is no NVRTC");
        const auto major = testing::nvrtc()->version_number() / 1000;
        const auto folder = d_root / fmt::format("nvidia/cu{}/lib", major);
        fs::create_directories(folder);
        fs::create_symlink(nvrtc_functions(testing::nvrtc()->file()).library.path(),
                           folder / fmt::format("libnvrtc.so.{}", major));
        const auto found = files(d_root.string());
        CPPUNIT_ASSERT_EQUAL(std::size_t(1), found.size());
        const auto made = compiler(found[0]).compile(
            "one", "extern \"C\" __global__ void one(float* x) { *x = 1; }\n", "sm_90");
        CPPUNIT_ASSERT_MESSAGE(made.log, made.is_good);
    }

    //! A GPU of the fake driver, by a backend of its own.
    static std::shared_ptr<device> first_gpu(const std::vector<std::string>& nvrtc)
    {
        return make_backend({ { built("FAKE_CUDA_DRIVER") }, nvrtc })->open(0);
    }

    void kept_kernels_run_without_a_compiler()
    {
        const std::vector<std::string> with = { put_nvrtc("13.90", "13.90") };
        const std::vector<std::string> without = { "/nowhere/libnvrtc.so.13" };
        const auto list_without = [&] {
            return make_backend({ { built("FAKE_CUDA_DRIVER") }, without })->list();
        };
        CPPUNIT_ASSERT(list_without().devices.empty());

        const auto compiling = first_gpu(with);
        compiling->build(scaling_kernel());

        const auto list = list_without();
        CPPUNIT_ASSERT_EQUAL(std::size_t(2), list.devices.size());
        CPPUNIT_ASSERT_EQUAL(compiling->info().platform, list.devices[0].platform);
        CPPUNIT_ASSERT_EQUAL(std::string("Fake GPU"), list.absent[0].product);
        CPPUNIT_ASSERT_EQUAL(nvrtc_remedy(look_at_system(), 13000, 90),
                             list.absent[0].remedy);

        const auto bare = first_gpu(without);
        CPPUNIT_ASSERT_EQUAL(std::string("scale"),
                             bare->build(scaling_kernel())->source().name);
        try {
            bare->build(gpufft::testing::reversing_kernel(64));
            CPPUNIT_FAIL("built");
        } catch (const build_error&) {
            CPPUNIT_FAIL("no fault of the kernel");
        } catch (const device_error& e) {
            const std::string why = e.what();
            CPPUNIT_ASSERT_EQUAL(
                "cuda:0 (Fake GPU) has no kept kernel like reverse, and compiles none: " +
                    list.absent[0].reason,
                why);
            CPPUNIT_ASSERT_MESSAGE(why, why.find("install NVRTC: ") != std::string::npos);
        }
    }

    void clusters_need_a_compiler_that_knows_them()
    {
        CPPUNIT_ASSERT(has_clusters({ "12.0", "sm_90" }));
        CPPUNIT_ASSERT(has_clusters({ "12.9", "compute_100" }));
        CPPUNIT_ASSERT(!has_clusters({ "11.8", "sm_90" }));
        CPPUNIT_ASSERT(!has_clusters({ "12.0", "compute_89" }));
        CPPUNIT_ASSERT_EQUAL(
            16, first_gpu({ put_nvrtc("13.90", "13.90") })->info().limits.max_cluster);
    }

    void remedies_name_packages_of_the_system()
    {
        linux_system on;
        const std::string pip_12 = "pip install nvidia-cuda-nvrtc-cu12";
        const std::string pip_13 = "pip install 'nvidia-cuda-nvrtc==13.*'";
        CPPUNIT_ASSERT_EQUAL("install NVRTC: " + pip_13, nvrtc_remedy(on, 13000, 90));
        on.distribution = "debian";
        on.release = "12";
        CPPUNIT_ASSERT_EQUAL("install NVRTC: apt install libnvrtc11.2 (non-free), or " +
                                 pip_12,
                             nvrtc_remedy(on, 12020, 89));
        CPPUNIT_ASSERT_EQUAL("install NVRTC: " + pip_12, nvrtc_remedy(on, 12020, 90));
        on.release = "13";
        CPPUNIT_ASSERT_EQUAL("install NVRTC: apt install libnvrtc12 (non-free), or " +
                                 pip_13,
                             nvrtc_remedy(on, 13000, 90));
        CPPUNIT_ASSERT_EQUAL("install NVRTC: apt install libnvrtc12 (non-free), or " +
                                 pip_12,
                             nvrtc_remedy(on, 13000, 70));
        CPPUNIT_ASSERT(driver_remedy(on).find("apt install nvidia-driver") !=
                       std::string::npos);
        on.has_nvidia_module = true;
        CPPUNIT_ASSERT(driver_remedy(on).find("apt install libcuda1") !=
                       std::string::npos);
        on.is_container = true;
        CPPUNIT_ASSERT(driver_remedy(on).find("--gpus all") != std::string::npos);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_cuda_compilers);
