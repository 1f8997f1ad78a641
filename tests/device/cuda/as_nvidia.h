/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_DEVICE_CUDA_AS_NVIDIA_H
#define INCLUDED_GPUFFT_TESTS_DEVICE_CUDA_AS_NVIDIA_H

#include <string_view>
#include <type_traits>

//! What compares our declarations of NVIDIA's functions with NVIDIA's, as they are
//! compiled.
namespace gpufft::testing {

//! A type of ours with NVIDIA's in place of our names; specialized for each of those.
template <typename T>
struct as_nvidia {
    using type = T;
};

template <typename T>
struct as_nvidia<T*> {
    using type = typename as_nvidia<T>::type*;
};

template <typename Result, typename... Arguments>
struct as_nvidia<Result(Arguments...)> {
    using type = typename as_nvidia<Result>::type(typename as_nvidia<Arguments>::type...);
};

//! A function of type \p Ours is called as one of type \p Theirs is.
template <typename Ours, typename Theirs>
constexpr bool is_called_alike = std::is_same_v<typename as_nvidia<Ours>::type, Theirs>;

} // namespace gpufft::testing

#define GPUFFT_SPELLED(text) #text
//! The name that headers make of a name: "cuMemAlloc_v2" of cuMemAlloc.
#define GPUFFT_EXPANDED(name) std::string_view(GPUFFT_SPELLED(name))

//! NVIDIA's type of this name stands for ours, and takes as much memory.
#define GPUFFT_SAME_TYPE(name)                              \
    template <>                                             \
    struct gpufft::testing::as_nvidia<gpufft::cuda::name> { \
        using type = ::name;                                \
    };                                                      \
    static_assert(sizeof(gpufft::cuda::name) == sizeof(::name), #name);

#endif /* INCLUDED_GPUFFT_TESTS_DEVICE_CUDA_AS_NVIDIA_H */
