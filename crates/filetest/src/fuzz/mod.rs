//! Random programs, checked reverse against forward against central differences.
