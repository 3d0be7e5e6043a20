; Gives back what regions keep for the next ones, when a program or a library of it ends.

declare void @free(ptr)

@zymase.spare = linkonce_odr hidden global [64 x ptr] zeroinitializer
@llvm.global_dtors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @zymase.free_spare, ptr null }]

define internal void @zymase.free_spare() nounwind {
entry:
  br label %round
round:
  %slot = phi i64 [ 0, %entry ], [ %next, %round ]
  %at = getelementptr ptr, ptr @zymase.spare, i64 %slot
  %spare = atomicrmw xchg ptr %at, ptr null acq_rel
  call void @free(ptr %spare)
  %next = add i64 %slot, 1
  %more = icmp ult i64 %next, 64
  br i1 %more, label %round, label %done
done:
  ret void
}
