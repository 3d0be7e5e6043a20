; Checks while derivatives run, and the ends of programs that fail them; the texts are in host.ll.

define void @__zymase_unknown_callee(ptr %address) noreturn nounwind cold noinline {
  %ignored = call i32 (i32, ptr, ...) @dprintf(i32 2, ptr @zymase.no_derivative, ptr %address)
  call void @abort()
  unreachable
}

define void @__zymase_thread_waits() noreturn nounwind cold noinline {
  %ignored = call i32 (i32, ptr, ...) @dprintf(i32 2, ptr @zymase.waits)
  call void @abort()
  unreachable
}

define void @__zymase_checkpoint_wraps() noreturn nounwind cold noinline {
  %ignored = call i32 (i32, ptr, ...) @dprintf(i32 2, ptr @zymase.wraps)
  call void @abort()
  unreachable
}

define void @__zymase_fixed_point_moves(ptr %place, double %change, double %tolerance) noreturn nounwind cold noinline {
  %ignored = call i32 (i32, ptr, ...) @dprintf(i32 2, ptr @zymase.moves, ptr %place, double %change, double %tolerance)
  call void @abort()
  unreachable
}

define void @__zymase_fixed_point_diverges(ptr %place) noreturn nounwind cold noinline {
  %ignored = call i32 (i32, ptr, ...) @dprintf(i32 2, ptr @zymase.diverges, ptr %place)
  call void @abort()
  unreachable
}

define void @__zymase_fixed_point_differs(ptr %place) noreturn nounwind cold noinline {
  %ignored = call i32 (i32, ptr, ...) @dprintf(i32 2, ptr @zymase.differs, ptr %place)
  call void @abort()
  unreachable
}

define void @__zymase_check_memory(ptr %memory) nounwind {
  %failed = icmp eq ptr %memory, null
  br i1 %failed, label %fail, label %good, !prof !1
fail:
  %ignored = call i32 (i32, ptr, ...) @dprintf(i32 2, ptr @zymase.no_memory)
  call void @abort()
  unreachable
good:
  ret void
}

define void @__zymase_check_finite(i1 %bad, ptr %place) nounwind {
  br i1 %bad, label %fail, label %good, !prof !1
fail:
  %ignored = call i32 (i32, ptr, ...) @dprintf(i32 2, ptr @zymase.not_finite, ptr %place)
  call void @abort()
  unreachable
good:
  ret void
}

; Up to a millionth of the size of what was summed.
define void @__zymase_check_same(double %reverse, double %forward, double %size, ptr %place) nounwind {
  %difference = fsub double %reverse, %forward
  %distance = call double @llvm.fabs.f64(double %difference)
  %other = call double @llvm.fabs.f64(double %forward)
  %sum = fadd double %size, %other
  %limit = fmul double %sum, 0x3EB0C6F7A0B5ED8D
  %far = fcmp ogt double %distance, %limit
  br i1 %far, label %fail, label %good, !prof !1
fail:
  %ignored = call i32 (i32, ptr, ...) @dprintf(i32 2, ptr @zymase.not_same, ptr %place, double %reverse, double %forward)
  call void @abort()
  unreachable
good:
  ret void
}

define void @__zymase_check_text(i64 %length, i64 %most) nounwind {
  %failed = icmp ugt i64 %length, %most
  br i1 %failed, label %fail, label %good, !prof !1
fail:
  %ignored = call i32 (i32, ptr, ...) @dprintf(i32 2, ptr @zymase.long_text, i64 %length, i64 %most)
  call void @abort()
  unreachable
good:
  ret void
}

; Integers are believed below the bits of normal numbers, and from above them, where no number is.
define void @__zymase_check_integer(i64 %bits, i64 %most, ptr %place) nounwind {
  %moved = add i64 %bits, %most
  %range = shl i64 %most, 1
  %good = icmp ult i64 %moved, %range
  br i1 %good, label %done, label %fail, !prof !0
fail:
  %ignored = call i32 (i32, ptr, ...) @dprintf(i32 2, ptr @zymase.no_integer, ptr %place, i64 %bits)
  call void @abort()
  unreachable
done:
  ret void
}

define void @__zymase_check_distance(i64 %primal, i64 %shadow, ptr %place) nounwind {
  %good = icmp eq i64 %primal, %shadow
  br i1 %good, label %done, label %fail, !prof !0
fail:
  %ignored = call i32 (i32, ptr, ...) @dprintf(i32 2, ptr @zymase.other_distance, ptr %place)
  call void @abort()
  unreachable
done:
  ret void
}

define void @__zymase_check_range(ptr %address, ptr %end, ptr %place) nounwind {
  %good = icmp ult ptr %address, %end
  br i1 %good, label %done, label %fail, !prof !0
fail:
  %ignored = call i32 (i32, ptr, ...) @dprintf(i32 2, ptr @zymase.behind_range, ptr %place)
  call void @abort()
  unreachable
done:
  ret void
}

define i1 @__zymase_ranges_apart(ptr %ranges, i64 %count) nounwind noinline {
entry:
  br label %outer
outer:
  %a = phi i64 [ 0, %entry ], [ %next_a, %inner_done ]
  %more = icmp ult i64 %a, %count
  br i1 %more, label %load, label %apart
load:
  %a_at = mul i64 %a, 24
  %a_range = getelementptr i8, ptr %ranges, i64 %a_at
  %a_begin = load i64, ptr %a_range
  %a_end_at = getelementptr i8, ptr %a_range, i64 8
  %a_end = load i64, ptr %a_end_at
  %a_written_at = getelementptr i8, ptr %a_range, i64 16
  %a_written = load i64, ptr %a_written_at
  br label %inner
inner:
  %b = phi i64 [ 0, %load ], [ %next_b, %fine ]
  %more_b = icmp ult i64 %b, %a
  br i1 %more_b, label %compare, label %inner_done
compare:
  %b_at = mul i64 %b, 24
  %b_range = getelementptr i8, ptr %ranges, i64 %b_at
  %b_begin = load i64, ptr %b_range
  %b_end_at = getelementptr i8, ptr %b_range, i64 8
  %b_end = load i64, ptr %b_end_at
  %b_written_at = getelementptr i8, ptr %b_range, i64 16
  %b_written = load i64, ptr %b_written_at
  %written = or i64 %a_written, %b_written
  %read_only = icmp eq i64 %written, 0
  %before = icmp sle i64 %a_end, %b_begin
  %after = icmp sle i64 %b_end, %a_begin
  %disjoint = or i1 %before, %after
  %good = or i1 %disjoint, %read_only
  br i1 %good, label %fine, label %overlap
fine:
  %next_b = add i64 %b, 1
  br label %inner
inner_done:
  %next_a = add i64 %a, 1
  br label %outer
apart:
  ret i1 true
overlap:
  ret i1 false
}

define { i64, i64 } @__zymase_extremes(ptr %first, i64 %count, i64 %bytes, i1 %signed) nounwind noinline {
entry:
  %any = icmp sgt i64 %count, 0
  br i1 %any, label %loop, label %none
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %found ]
  %least = phi i64 [ 9223372036854775807, %entry ], [ %less, %found ]
  %most = phi i64 [ -9223372036854775808, %entry ], [ %more, %found ]
  %at = mul i64 %i, %bytes
  %place = getelementptr i8, ptr %first, i64 %at
  switch i64 %bytes, label %eight [ i64 4, label %four
                                    i64 2, label %two
                                    i64 1, label %one ]
eight:
  %v8 = load i64, ptr %place, align 1
  br label %found
four:
  %v4 = load i32, ptr %place, align 1
  %s4 = sext i32 %v4 to i64
  %z4 = zext i32 %v4 to i64
  %w4 = select i1 %signed, i64 %s4, i64 %z4
  br label %found
two:
  %v2 = load i16, ptr %place, align 1
  %s2 = sext i16 %v2 to i64
  %z2 = zext i16 %v2 to i64
  %w2 = select i1 %signed, i64 %s2, i64 %z2
  br label %found
one:
  %v1 = load i8, ptr %place
  %s1 = sext i8 %v1 to i64
  %z1 = zext i8 %v1 to i64
  %w1 = select i1 %signed, i64 %s1, i64 %z1
  br label %found
found:
  %value = phi i64 [ %v8, %eight ], [ %w4, %four ], [ %w2, %two ], [ %w1, %one ]
  %lower = icmp slt i64 %value, %least
  %less = select i1 %lower, i64 %value, i64 %least
  %higher = icmp sgt i64 %value, %most
  %more = select i1 %higher, i64 %value, i64 %most
  %next = add i64 %i, 1
  %again = icmp slt i64 %next, %count
  br i1 %again, label %loop, label %done
done:
  %low = insertvalue { i64, i64 } poison, i64 %less, 0
  %both = insertvalue { i64, i64 } %low, i64 %more, 1
  ret { i64, i64 } %both
none:
  ret { i64, i64 } zeroinitializer
}

define void @__zymase_check_room(i64 %have, i64 %need) nounwind {
  %failed = icmp ult i64 %have, %need
  br i1 %failed, label %fail, label %good, !prof !1
fail:
  %ignored = call i32 (i32, ptr, ...) @dprintf(i32 2, ptr @zymase.no_room, i64 %need, i64 %have)
  call void @abort()
  unreachable
good:
  ret void
}

define void @__zymase_check_tape(ptr %tape, i64 %tag, ptr %name) nounwind {
  %none = icmp eq ptr %tape, null
  br i1 %none, label %fail, label %look, !prof !1
look:
  %found = load i64, ptr %tape
  %same = icmp eq i64 %found, %tag
  br i1 %same, label %good, label %fail, !prof !0
fail:
  %ignored = call i32 (i32, ptr, ...) @dprintf(i32 2, ptr @zymase.other_tape, ptr %name)
  call void @abort()
  unreachable
good:
  ret void
}

define void @__zymase_check_result(double %recorded, double %now, ptr %name) nounwind {
  %difference = fsub double %recorded, %now
  %distance = call double @llvm.fabs.f64(double %difference)
  %size = call double @llvm.fabs.f64(double %recorded)
  %tolerance = fmul double %size, 1.0e-5
  %near = fcmp ole double %distance, %tolerance
  %equal = fcmp ueq double %recorded, %now
  %same = or i1 %near, %equal
  br i1 %same, label %good, label %fail, !prof !0
fail:
  %ignored = call i32 (i32, ptr, ...) @dprintf(i32 2, ptr @zymase.other_result, ptr %name)
  call void @abort()
  unreachable
good:
  ret void
}

; A saved list is { ptr following, ptr shadow, i64 bytes, bytes }, one block per shadow of a global.
