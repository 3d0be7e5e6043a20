//! CUDA's run time on the host: which calls move numbers to a GPU and back, which only look at it, and what is not differentiated.
//!
//! Launches are known by the stubs of kernels. What derivatives do is code of our own (`prepare/bodies/launches.c`).

use crate::inactive::{GLOBAL, Row, through};
use crate::known::{Communication, Extent::*, Known, Mpi};

const fn call(name: &'static str, arguments: usize, from: Option<usize>, to: Option<usize>) -> Known {
    let library = Communication::Cuda;
    Known::Mpi(Mpi { name, library, from, to, typed: &[], handle: None, arguments, makes: None })
}

/// Calls that take part in derivatives.
const CALLS: &[(&str, Known)] = &[
    ("cudaMalloc", call("cudaMalloc", 2, None, Some(0))),
    ("cudaMallocAsync", call("cudaMallocAsync", 3, None, Some(0))),
    ("cudaMallocManaged", call("cudaMallocManaged", 3, None, Some(0))),
    ("cudaMallocHost", call("cudaMallocHost", 2, None, Some(0))),
    ("cudaHostAlloc", call("cudaHostAlloc", 3, None, Some(0))),
    ("cudaFree", call("cudaFree", 1, Some(0), None)),
    ("cudaFreeAsync", call("cudaFreeAsync", 2, Some(0), None)),
    ("cudaFreeHost", call("cudaFreeHost", 1, Some(0), None)),
    ("cudaMemcpy", call("cudaMemcpy", 4, Some(1), Some(0))),
    ("cudaMemcpyAsync", call("cudaMemcpyAsync", 5, Some(1), Some(0))),
    ("cudaMemset", call("cudaMemset", 3, None, Some(0))),
    ("cudaMemsetAsync", call("cudaMemsetAsync", 4, None, Some(0))),
    ("cudaMemcpyToSymbol", call("cudaMemcpyToSymbol", 5, Some(1), None)),
];

/// Calls that only look at the device, or wait for it.
const INACTIVE: &[Row] = &[
    (GLOBAL, "__cudaPushCallConfiguration"),
    (GLOBAL, "cudaDeviceSynchronize cudaStreamSynchronize cudaStreamWaitEvent cudaStreamQuery cudaEventQuery"),
    (GLOBAL, "cudaEventRecord cudaEventRecordWithFlags cudaEventSynchronize cudaEventDestroy cudaStreamDestroy"),
    (GLOBAL, "cudaGetLastError cudaPeekAtLastError cudaDeviceSetLimit cudaDeviceSetCacheConfig"),
    (
        GLOBAL,
        "cudaFuncSetAttribute cudaFuncSetCacheConfig cudaMemPrefetchAsync cudaMemAdvise cudaProfilerStart cudaProfilerStop",
    ),
    (GLOBAL.writing(through![0: Integers]), "cudaStreamCreate cudaStreamCreateWithFlags cudaStreamCreateWithPriority"),
    (
        GLOBAL.writing(through![0: Integers]),
        "cudaEventCreate cudaEventCreateWithFlags cudaGetDevice cudaGetDeviceCount",
    ),
    (GLOBAL.writing(through![0: Integers]), "cudaDeviceGetAttribute cudaDriverGetVersion cudaRuntimeGetVersion"),
    (GLOBAL.writing(through![0: Integers, 1: Integers]), "cudaMemGetInfo cudaDeviceGetStreamPriorityRange"),
    (GLOBAL.writing(through![0: Integers]), "cudaOccupancyMaxActiveBlocksPerMultiprocessor"),
    (GLOBAL.writing(through![0: Integers]), "cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags"),
    (GLOBAL.writing(through![0: Bytes(4)]), "cudaEventElapsedTime cudaEventElapsedTime_v2"),
    (GLOBAL.writing(through![0: Bytes(1008)]), "cudaGetDeviceProperties cudaGetDeviceProperties_v2"),
];

const UNKNOWN: &str = "this call of CUDA's run time is not differentiated";
const LAUNCH: &str =
    "a kernel is launched that is not known here: name it where cudaLaunchKernel is called, or use <<<...>>>";
const DEVICES: &str = "what is on several GPUs is not differentiated: choose the GPU outside of what is differentiated";
const GRAPHS: &str = "graphs of CUDA are not differentiated: launch the kernels one by one";
const TEXTURES: &str = "textures and arrays of CUDA are not differentiated: use plain memory";
const PREFIXES: &[(&str, &str)] = &[
    ("cudaSetDevice", DEVICES),
    ("cudaMemcpyPeer", DEVICES),
    ("cudaLaunch", LAUNCH),
    ("cudaGraph", GRAPHS),
    ("cudaStreamBeginCapture", GRAPHS),
    ("cudaStreamEndCapture", GRAPHS),
    ("cudaCreateTexture", TEXTURES),
    ("cudaMallocArray", TEXTURES),
    ("cudaMalloc3D", TEXTURES),
    ("cudaBindTexture", TEXTURES),
];

/// Libraries that compute on the device; a capital letter follows. What they write is not seen, so that not even a constant result may be used.
const LIBRARIES: [&str; 8] = ["cublas", "cublasLt", "cufft", "cusolver", "cusparse", "curand", "cudnn", "nccl"];
const LIBRARY: &str = "what this library computes on the GPU is not differentiated: write it as a kernel";
/// Their calls that only make and name things.
const PREPARING: [&str; 6] = ["Create", "Destroy", "SetStream", "SetMathMode", "SetPointerMode", "GetVersion"];

/// What a symbol means if it is one of those libraries.
fn of_library(name: &str) -> Option<Known> {
    let rest = LIBRARIES.into_iter().find_map(|library| {
        name.strip_prefix(library).filter(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase()))
    })?;
    let function = rest.strip_prefix("Dn").or_else(|| rest.strip_prefix("Sp")).unwrap_or(rest);
    let function = function.strip_suffix("_v2").unwrap_or(function);
    if PREPARING.contains(&function) {
        return Some(Known::Inactive(GLOBAL.writing(through![0: Integers])));
    }
    Some(Known::Unsupported(LIBRARY))
}

/// What a symbol means if it is one of CUDA's run time, or of its libraries.
pub(crate) fn symbol(name: &str) -> Option<Known> {
    if let Some(known) = of_library(name) {
        return Some(known);
    }
    if !name.starts_with("cuda") && !name.starts_with("__cuda") {
        return None;
    }
    if let Some((_, known)) = CALLS.iter().find(|(known, _)| *known == name) {
        return Some(*known);
    }
    let row = INACTIVE.iter().find(|(_, names)| names.split_whitespace().any(|known| known == name));
    if let Some((inactive, _)) = row {
        return Some(Known::Inactive(*inactive));
    }
    if ["cudaGetErrorString", "cudaGetErrorName"].contains(&name) {
        return Some(Known::Inactive(GLOBAL.giving(crate::known::Returned::Foreign)));
    }
    let why = PREFIXES.iter().find(|(start, _)| name.starts_with(start)).map_or(UNKNOWN, |(_, why)| *why);
    Some(Known::Unsupported(why))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn libraries_are_named() {
        assert_eq!(symbol("cublasDgemm_v2"), Some(Known::Unsupported(LIBRARY)));
        assert_eq!(symbol("cusolverDnDpotrf"), Some(Known::Unsupported(LIBRARY)));
        assert!(matches!(symbol("cublasCreate_v2"), Some(Known::Inactive(_))));
        assert_eq!(symbol("curand_uniform"), None);
    }
}
