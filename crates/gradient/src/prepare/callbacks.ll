; Library functions that call back, as code: a stable merge sort (the one that most libraries have) and a binary search.

declare noalias ptr @malloc(i64)
declare void @free(ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

define void @zymase.callback.qsort(ptr %base, i64 %count, i64 %size, ptr %compare) {
entry:
  %few = icmp ult i64 %count, 2
  br i1 %few, label %return, label %begin

begin:
  %bytes = mul i64 %size, %count
  %sorted = call ptr @malloc(i64 %bytes)
  br label %pass

pass:
  %width = phi i64 [ 1, %begin ], [ %double, %finish.pass ]
  %double = shl i64 %width, 1
  br label %runs

runs:
  %low = phi i64 [ 0, %pass ], [ %next.low, %finish.runs ]
  %rest = sub i64 %count, %low
  %no.right = icmp ult i64 %rest, %width
  %low.middle = add i64 %low, %width
  %middle = select i1 %no.right, i64 %count, i64 %low.middle
  %short.right = icmp ult i64 %rest, %double
  %next.low = add i64 %low, %double
  %high = select i1 %short.right, i64 %count, i64 %next.low
  br label %merge

merge:
  %k = phi i64 [ %low, %runs ], [ %next.k, %move ]
  %left = phi i64 [ %low, %runs ], [ %next.left, %move ]
  %right = phi i64 [ %middle, %runs ], [ %next.right, %move ]
  %has.right = icmp ult i64 %right, %high
  br i1 %has.right, label %try.left, label %move

try.left:
  %has.left = icmp ult i64 %left, %middle
  br i1 %has.left, label %ask, label %move

ask:
  %left.bytes = mul i64 %left, %size
  %left.place = getelementptr i8, ptr %base, i64 %left.bytes
  %right.bytes = mul i64 %right, %size
  %right.place = getelementptr i8, ptr %base, i64 %right.bytes
  %order = call i32 %compare(ptr %left.place, ptr %right.place)
  %in.order = icmp slt i32 %order, 1
  br label %move

move:
  %take.left = phi i1 [ true, %merge ], [ false, %try.left ], [ %in.order, %ask ]
  %taken = select i1 %take.left, i64 %left, i64 %right
  %taken.bytes = mul i64 %taken, %size
  %taken.place = getelementptr i8, ptr %base, i64 %taken.bytes
  %to.bytes = mul i64 %k, %size
  %to = getelementptr i8, ptr %sorted, i64 %to.bytes
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %taken.place, i64 %size, i1 false)
  %left.step = zext i1 %take.left to i64
  %next.left = add i64 %left, %left.step
  %take.right = xor i1 %take.left, true
  %right.step = zext i1 %take.right to i64
  %next.right = add i64 %right, %right.step
  %next.k = add i64 %k, 1
  %more = icmp ult i64 %next.k, %high
  br i1 %more, label %merge, label %finish.runs

finish.runs:
  %more.runs = icmp ult i64 %next.low, %count
  br i1 %more.runs, label %runs, label %finish.pass

finish.pass:
  call void @llvm.memcpy.p0.p0.i64(ptr %base, ptr %sorted, i64 %bytes, i1 false)
  %more.passes = icmp ult i64 %double, %count
  br i1 %more.passes, label %pass, label %finish

finish:
  call void @free(ptr %sorted)
  br label %return

return:
  ret void
}

define ptr @zymase.callback.bsearch(ptr %key, ptr %base, i64 %count, i64 %size, ptr %compare) {
entry:
  br label %again

again:
  %low = phi i64 [ 0, %entry ], [ %next.low, %narrow ]
  %high = phi i64 [ %count, %entry ], [ %next.high, %narrow ]
  %any = icmp ult i64 %low, %high
  br i1 %any, label %look, label %none

look:
  %length = sub i64 %high, %low
  %half = lshr i64 %length, 1
  %middle = add i64 %low, %half
  %bytes = mul i64 %middle, %size
  %place = getelementptr i8, ptr %base, i64 %bytes
  %order = call i32 %compare(ptr %key, ptr %place)
  %found = icmp eq i32 %order, 0
  br i1 %found, label %return, label %narrow

narrow:
  %before = icmp slt i32 %order, 0
  %after.middle = add i64 %middle, 1
  %next.low = select i1 %before, i64 %low, i64 %after.middle
  %next.high = select i1 %before, i64 %middle, i64 %high
  br label %again

none:
  br label %return

return:
  %result = phi ptr [ %place, %look ], [ null, %none ]
  ret ptr %result
}
