; Gives back what regions keep for the next one, when a program or a library of it ends.

declare void @free(ptr)

@zymase.spare = linkonce_odr hidden global ptr null
@llvm.global_dtors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @zymase.free_spare, ptr null }]

define internal void @zymase.free_spare() nounwind {
  %spare = atomicrmw xchg ptr @zymase.spare, ptr null acq_rel
  call void @free(ptr %spare)
  ret void
}
