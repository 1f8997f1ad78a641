/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BASE_ENV_H
#define INCLUDED_GPUFFT_LIB_BASE_ENV_H

#include <cstdint>
#include <optional>
#include <string>

//! Every environment variable that is read, and nowhere else. Unset is "", and so is what
//! is none of the words that a variable may be; of that a warning is logged once. Those
//! that name folders are not set in a program that has rights beyond its user's:
//! set-user-ID, capabilities.
namespace gpufft::env {

std::string device();       //!< $GPUFFT_DEVICE: what "auto" means
std::string effort();       //!< $GPUFFT_EFFORT: how hard plans are looked for
std::string begin();        //!< $GPUFFT_BEGIN: what blocks and functions begin with
std::string backend_dir();  //!< $GPUFFT_BACKEND_DIR: where backend modules lie
std::string nvrtc();        //!< $GPUFFT_NVRTC: where the CUDA compiler lies
std::string mkl();          //!< $GPUFFT_MKL: where the benchmark's peer lies
std::string dump_dir();     //!< $GPUFFT_DUMP_DIR: kernels, logs and plans go there
std::string python_path();  //!< $PYTHONPATH, which the spectrogram program extends
std::string kernel_cache(); //!< $GPUFFT_KERNEL_CACHE: who keeps compiled kernels
//! $GPUFFT_KERNEL_CACHE_MIB: what compiled kernels may take on the disk; none: not set
std::optional<std::uint32_t> kernel_cache_mib();
//! $GPUFFT_FFTW_POINTS: of a call of FFTW's interface, the fewest that a device is given
std::optional<std::uint32_t> fftw_points();
std::string fftw_report();    //!< $GPUFFT_FFTW_REPORT: that interface says what it did
std::string pocl();           //!< $GPUFFT_POCL: whose threads compute on PoCL, and how
std::string pocl_devices();   //!< $POCL_DEVICES, PoCL's own: the devices it has
std::string pocl_cache_dir(); //!< $POCL_CACHE_DIR, PoCL's own: where it compiles
//! PoCL's own variables that change what its compiler makes, as they are set:
//! "POCL_EXTRA_BUILD_FLAGS=-cl-opt-disable"; "": none of them is
std::string pocl_compiler();
std::string display();         //!< $DISPLAY: an X server
std::string wayland_display(); //!< $WAYLAND_DISPLAY: a Wayland compositor
std::string qt_platform();     //!< $QT_QPA_PLATFORM: what Qt draws on
std::string temporary_dir();   //!< $TMPDIR
std::string virtual_env();     //!< $VIRTUAL_ENV: Python's environment in use
std::string conda_prefix();    //!< $CONDA_PREFIX: conda's environment in use
std::string cuda_home();       //!< $CUDA_HOME: a CUDA toolkit
std::string cuda_path();       //!< $CUDA_PATH: a CUDA toolkit
std::string home();            //!< $HOME
//! $XDG_CACHE_HOME/gpufft, else $HOME/.cache/gpufft, else "". One that does not begin
//! with / is invalid by the XDG base directory specification, and as not set.
std::string cache_dir();
bool has_invalid_cache_home(); //!< $XDG_CACHE_HOME is set to such a one

//! For a library that reads it within this call's surroundings. No other thread may use
//! the environment meanwhile.
void set(const char* name, const char* value);
void unset(const char* name);

} // namespace gpufft::env

#endif /* INCLUDED_GPUFFT_LIB_BASE_ENV_H */
