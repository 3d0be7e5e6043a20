; The run-time support of generated derivatives. A context is
;   { ptr next, ptr end, ptr chunks, ptr deferred, ptr globals, i64 chunk size, ptr tape, ptr thrown, ptr members, i64 slot }
; chunks   list of { ptr following, i64 bytes } headers of 16 bytes, each in front of its memory
; deferred list of { ptr following, ptr deallocator, ptr memory } taken from the region itself
; globals  list of { ptr following, ptr key, ptr shadow, i64 bytes, i64 lane } taken from the region itself
; tape     of the function that is being left by unwinding, for the landing pad of its caller
; thrown   list of { ptr following, ptr object, ptr shadow, i64 bytes, i64 lane } taken from the region itself, the latest first
; members  { i64 how many, 120 bytes of nothing, contexts of 128 bytes } taken from the region itself: one context for each thread
;          that works for this one
; slot     where large memory is kept for the next region: 0, or one more than its number among the members

declare noalias ptr @malloc(i64)
declare void @free(ptr)
declare void @abort() noreturn
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare double @llvm.fabs.f64(double)
declare i32 @dprintf(i32, ptr, ...)

@zymase.no_memory = private constant [63 x i8] c"zymase: out of memory for the values the reverse sweep needs\0A\00\00"
@zymase.no_derivative = private constant [143 x i8] c"zymase: the function at %p was called through a pointer, but it has no derivative in this program: compile its file with zymase and -flto too\0A\00"

@zymase.replaced = private constant [168 x i8] c"zymase: '%s' is weak, and the link took it from another file than the one whose derivatives are called: build all files with `zymase cc`, or with clang and -flto=full\0A\00"
@zymase.refused_arm = private constant [107 x i8] c"zymase: %s: %s; other code is chosen by a number in front of this, and its derivative was made without it\0A\00"
@zymase.unfit_callee = private constant [163 x i8] c"zymase: %s: '%s' is called through a pointer here, but it uses what it is given as other types than the differentiated function does: its derivative was left out\0A\00"

@zymase.rule_without_shadow = private constant [149 x i8] c"zymase: the rule registered for '%s' needs the shadow of the memory at %p, which has none: pass that memory as enzyme_dup, with a shadow of its own\0A\00"

@zymase.no_shadow = private constant [228 x i8] c"zymase: the differentiated function uses memory at %p through the global pointer '%s', which was set before the derivative call: that memory has no shadow; set the pointer inside the function, or pass the memory as an argument\0A\00"

@zymase.waits = private constant [200 x i8] c"zymase: a thread waits for what happens only later: in derivatives a thread runs to its end where it is started; start the threads it waits for before it, or let it do its work after they are joined\0A\00"
@zymase.wraps = private constant [148 x i8] c"zymase: in a loop with zymase_checkpoint or zymase_fixed_point an index wraps around, so it is not known what memory it writes: use wider integers\0A\00"
@zymase.moves = private constant [175 x i8] c"zymase: %s: the loop with zymase_fixed_point ends where its state still changes by %g in a pass, with a tolerance of %g: let it run longer, or give the tolerance of its test\0A\00"
@zymase.diverges = private constant [208 x i8] c"zymase: %s: the derivative of the loop with zymase_fixed_point does not converge: near its end, passes must bring the state closer to the solution, from everywhere around it, and write nothing but the state\0A\00"
@zymase.differs = private constant [127 x i8] c"zymase: %s: the last pass of the loop with zymase_fixed_point does not end it when it runs again: compile without -ffast-math\0A\00"
@zymase.not_finite = private constant [55 x i8] c"zymase: %s: a derivative becomes NaN or infinite here\0A\00"
@zymase.not_same = private constant [125 x i8] c"zymase: %s: the modes disagree about this derivative: the sum of what reverse mode gives is %.17g, forward mode gives %.17g\0A\00"
@zymase.no_integer = private constant [143 x i8] c"zymase: %s: %ld is used as an integer, where it may be a float (or an address) whose derivative would be lost: keep floats and integers apart\0A\00"
@zymase.other_distance = private constant [164 x i8] c"zymase: %s: the distance between two arrays is chosen, changed or kept here, and their shadows are not as far from each other: index each array by its own pointer\0A\00"
@zymase.behind_range = private constant [149 x i8] c"zymase: %s: an address is found by the distance to an argument that is enzyme_const, and is not in front of it: index each array by its own pointer\0A\00"
@zymase.long_text = private constant [100 x i8] c"zymase: %ld bytes are copied where floats or pointers follow after %ld: copy the fields one by one\0A\00"
@zymase.no_room = private constant [109 x i8] c"zymase: the tape needs %ld bytes, but the caller's memory has %ld: use as many as __enzyme_augmentsize says\0A\00"
@zymase.other_tape = private constant [132 x i8] c"zymase: __enzyme_reverse of '%s' was given a tape that __enzyme_augmentfwd of the same function with the same markers did not make\0A\00"
@zymase.other_result = private constant [137 x i8] c"zymase: __enzyme_fwdsplit of '%s' gives another result than __enzyme_augmentfwd did: what its arguments point to has changed in between\0A\00"

; Large memory of regions that have ended, kept for the next ones: its pages are there already. Null while a region has it.
@zymase.spare = linkonce_odr hidden global [64 x ptr] zeroinitializer
; So many bytes are kept, and no more than this is.
@zymase.kept = linkonce_odr hidden global i64 0
@zymase.most_spare = private constant i64 268435456

define void @__zymase_begin(ptr %context) nounwind alwaysinline {
  call void @llvm.memset.p0.i64(ptr %context, i8 0, i64 80, i1 false)
  ret void
}

define void @__zymase_begin_small(ptr %context) nounwind alwaysinline {
  call void @llvm.memset.p0.i64(ptr %context, i8 0, i64 80, i1 false)
  %chunk.at = getelementptr i8, ptr %context, i64 40
  store i64 120, ptr %chunk.at
  ret void
}

define void @__zymase_begin_with_room(ptr %context, i64 %bytes) nounwind alwaysinline {
  call void @llvm.memset.p0.i64(ptr %context, i8 0, i64 80, i1 false)
  %next = getelementptr i8, ptr %context, i64 80
  store ptr %next, ptr %context
  %end = getelementptr i8, ptr %next, i64 %bytes
  %end.at = getelementptr i8, ptr %context, i64 8
  store ptr %end, ptr %end.at
  ret void
}

define noalias ptr @__zymase_allocate(ptr %context, i64 %bytes) nounwind alwaysinline {
  %rounded = add i64 %bytes, 15
  %size = and i64 %rounded, -16
  %next = load ptr, ptr %context
  %end.at = getelementptr i8, ptr %context, i64 8
  %end = load ptr, ptr %end.at
  %next.address = ptrtoint ptr %next to i64
  %end.address = ptrtoint ptr %end to i64
  %room = sub i64 %end.address, %next.address
  %fits = icmp ule i64 %size, %room
  br i1 %fits, label %fast, label %slow, !prof !0
fast:
  %after = getelementptr i8, ptr %next, i64 %size
  store ptr %after, ptr %context
  ret ptr %next
slow:
  %fresh = call ptr @__zymase_grow(ptr %context, i64 %size)
  ret ptr %fresh
}

define internal noalias ptr @__zymase_grow(ptr %context, i64 %size) nounwind noinline cold {
entry:
  %chunk.at = getelementptr i8, ptr %context, i64 40
  %last = load i64, ptr %chunk.at
  %doubled = shl i64 %last, 1
  %first = icmp eq i64 %last, 0
  %wanted = select i1 %first, i64 4000, i64 %doubled
  %capped.is = icmp ult i64 %wanted, 8388608
  %capped = select i1 %capped.is, i64 %wanted, i64 8388608
  %enough = icmp uge i64 %capped, %size
  %bytes = select i1 %enough, i64 %capped, i64 %size
  store i64 %capped, ptr %chunk.at
  %large = icmp uge i64 %bytes, 65536
  br i1 %large, label %look, label %make
look:
  %slot.at = getelementptr i8, ptr %context, i64 72
  %slot = load i64, ptr %slot.at
  %spare.at = getelementptr ptr, ptr @zymase.spare, i64 %slot
  %spare = atomicrmw xchg ptr %spare.at, ptr null acq_rel
  %none = icmp eq ptr %spare, null
  br i1 %none, label %make, label %compare
compare:
  %spare.bytes.at = getelementptr i8, ptr %spare, i64 8
  %spare.bytes = load i64, ptr %spare.bytes.at
  %kept = atomicrmw sub ptr @zymase.kept, i64 %spare.bytes monotonic
  %fits = icmp uge i64 %spare.bytes, %bytes
  br i1 %fits, label %use, label %replace
replace:
  call void @free(ptr %spare)
  br label %make
make:
  %total = add i64 %bytes, 16
  %fresh = call noalias ptr @malloc(i64 %total)
  call void @__zymase_check_memory(ptr %fresh)
  %fresh.bytes.at = getelementptr i8, ptr %fresh, i64 8
  store i64 %bytes, ptr %fresh.bytes.at
  br label %use
use:
  %chunk = phi ptr [ %spare, %compare ], [ %fresh, %make ]
  %capacity = phi i64 [ %spare.bytes, %compare ], [ %bytes, %make ]
  %chunks.at = getelementptr i8, ptr %context, i64 16
  %chunks = load ptr, ptr %chunks.at
  store ptr %chunks, ptr %chunk
  store ptr %chunk, ptr %chunks.at
  %memory = getelementptr i8, ptr %chunk, i64 16
  %next = getelementptr i8, ptr %memory, i64 %size
  store ptr %next, ptr %context
  %end = getelementptr i8, ptr %memory, i64 %capacity
  %end.at = getelementptr i8, ptr %context, i64 8
  store ptr %end, ptr %end.at
  ret ptr %memory
}

define void @__zymase_defer_free(ptr %context, ptr %deallocator, ptr %memory) nounwind {
  %entry = call ptr @__zymase_allocate(ptr %context, i64 24)
  %list.at = getelementptr i8, ptr %context, i64 24
  %list = load ptr, ptr %list.at
  store ptr %list, ptr %entry
  %deallocator.at = getelementptr i8, ptr %entry, i64 8
  store ptr %deallocator, ptr %deallocator.at
  %memory.at = getelementptr i8, ptr %entry, i64 16
  store ptr %memory, ptr %memory.at
  store ptr %entry, ptr %list.at
  ret void
}

define void @__zymase_defer_end(ptr %context, ptr %inner) nounwind {
  %kept = call ptr @__zymase_allocate(ptr %context, i64 80)
  call void @llvm.memcpy.p0.p0.i64(ptr %kept, ptr %inner, i64 80, i1 false)
  call void @__zymase_defer_free(ptr %context, ptr @__zymase_end, ptr %kept)
  ret void
}

define ptr @__zymase_global_shadow(ptr %context, ptr %key, i64 %bytes, i64 %lane) nounwind {
entry:
  %list.at = getelementptr i8, ptr %context, i64 32
  %list = load ptr, ptr %list.at
  br label %search
search:
  %at = phi ptr [ %list, %entry ], [ %following, %next ]
  %none = icmp eq ptr %at, null
  br i1 %none, label %make, label %look
look:
  %key.at = getelementptr i8, ptr %at, i64 8
  %this = load ptr, ptr %key.at
  %same.key = icmp eq ptr %this, %key
  %lane.at = getelementptr i8, ptr %at, i64 32
  %this.lane = load i64, ptr %lane.at
  %same.lane = icmp eq i64 %this.lane, %lane
  %same = and i1 %same.key, %same.lane
  br i1 %same, label %found, label %next
next:
  %following = load ptr, ptr %at
  br label %search
found:
  %shadow.at = getelementptr i8, ptr %at, i64 16
  %shadow = load ptr, ptr %shadow.at
  ret ptr %shadow
make:
  %fresh = call ptr @__zymase_allocate(ptr %context, i64 %bytes)
  call void @llvm.memset.p0.i64(ptr %fresh, i8 0, i64 %bytes, i1 false)
  %entry.new = call ptr @__zymase_allocate(ptr %context, i64 40)
  store ptr %list, ptr %entry.new
  %lane.new = getelementptr i8, ptr %entry.new, i64 32
  store i64 %lane, ptr %lane.new
  %bytes.new = getelementptr i8, ptr %entry.new, i64 24
  store i64 %bytes, ptr %bytes.new
  %key.new = getelementptr i8, ptr %entry.new, i64 8
  store ptr %key, ptr %key.new
  %shadow.new = getelementptr i8, ptr %entry.new, i64 16
  store ptr %fresh, ptr %shadow.new
  store ptr %entry.new, ptr %list.at
  ret ptr %fresh
}

define ptr @__zymase_global_pointer(ptr %context, ptr %primal, ptr %shadow, ptr %name, i64 %lane) nounwind {
entry:
  %has = icmp ne ptr %shadow, null
  %none = icmp eq ptr %primal, null
  %fine = or i1 %has, %none
  br i1 %fine, label %as.is, label %start
as.is:
  ret ptr %shadow
start:
  %address = ptrtoint ptr %primal to i64
  %list.at = getelementptr i8, ptr %context, i64 32
  %list = load ptr, ptr %list.at
  br label %search
; The end of one global may be the start of another, which then counts: ends are looked at last.
search:
  %at = phi ptr [ %list, %start ], [ %following, %next ], [ %list, %again ]
  %ends = phi i1 [ false, %start ], [ %ends, %next ], [ true, %again ]
  %end = icmp eq ptr %at, null
  br i1 %end, label %over, label %look
over:
  br i1 %ends, label %fail, label %again
again:
  br label %search
look:
  %key.at = getelementptr i8, ptr %at, i64 8
  %key = load ptr, ptr %key.at
  %key.address = ptrtoint ptr %key to i64
  %bytes.at = getelementptr i8, ptr %at, i64 24
  %bytes = load i64, ptr %bytes.at
  %distance = sub i64 %address, %key.address
  %within = icmp ult i64 %distance, %bytes
  %at.end = icmp eq i64 %distance, %bytes
  %in.global = select i1 %ends, i1 %at.end, i1 %within
  %lane.at = getelementptr i8, ptr %at, i64 32
  %this.lane = load i64, ptr %lane.at
  %same.lane = icmp eq i64 %this.lane, %lane
  %inside = and i1 %in.global, %same.lane
  br i1 %inside, label %found, label %next
next:
  %following = load ptr, ptr %at
  br label %search
found:
  %shadow.at = getelementptr i8, ptr %at, i64 16
  %base = load ptr, ptr %shadow.at
  %result = getelementptr i8, ptr %base, i64 %distance
  ret ptr %result
fail:
  %constant = icmp eq ptr %name, null
  br i1 %constant, label %own, label %lost
own:
  ret ptr %primal
lost:
  %ignored = call i32 (i32, ptr, ...) @dprintf(i32 2, ptr @zymase.no_shadow, ptr %primal, ptr %name)
  call void @abort()
  unreachable
}

define ptr @__zymase_thrown_shadow(ptr %context, ptr %object, i64 %bytes, i64 %lane) nounwind {
  %shadow = call ptr @__zymase_allocate(ptr %context, i64 %bytes)
  call void @llvm.memset.p0.i64(ptr %shadow, i8 0, i64 %bytes, i1 false)
  call void @__zymase_thrown(ptr %context, ptr %object, ptr %shadow, i64 %bytes, i64 %lane)
  ret ptr %shadow
}

define void @__zymase_thrown_pointer(ptr %context, ptr %primal, ptr %shadow, i64 %lane) nounwind {
  call void @__zymase_thrown(ptr %context, ptr %primal, ptr %shadow, i64 1, i64 %lane)
  ret void
}

define internal void @__zymase_thrown(ptr %context, ptr %object, ptr %shadow, i64 %bytes, i64 %lane) nounwind {
  %entry = call ptr @__zymase_allocate(ptr %context, i64 40)
  %list.at = getelementptr i8, ptr %context, i64 56
  %list = load ptr, ptr %list.at
  store ptr %list, ptr %entry
  %object.at = getelementptr i8, ptr %entry, i64 8
  store ptr %object, ptr %object.at
  %shadow.at = getelementptr i8, ptr %entry, i64 16
  store ptr %shadow, ptr %shadow.at
  %bytes.at = getelementptr i8, ptr %entry, i64 24
  store i64 %bytes, ptr %bytes.at
  %lane.at = getelementptr i8, ptr %entry, i64 32
  store i64 %lane, ptr %lane.at
  store ptr %entry, ptr %list.at
  ret void
}

define ptr @__zymase_caught_shadow(ptr %context, ptr %object, i64 %lane) nounwind {
entry:
  %address = ptrtoint ptr %object to i64
  %list.at = getelementptr i8, ptr %context, i64 56
  %list = load ptr, ptr %list.at
  br label %search
search:
  %at = phi ptr [ %list, %entry ], [ %following, %next ]
  %end = icmp eq ptr %at, null
  br i1 %end, label %foreign, label %look
look:
  %thrown.at = getelementptr i8, ptr %at, i64 8
  %thrown = load ptr, ptr %thrown.at
  %thrown.address = ptrtoint ptr %thrown to i64
  %bytes.at = getelementptr i8, ptr %at, i64 24
  %bytes = load i64, ptr %bytes.at
  %distance = sub i64 %address, %thrown.address
  %inside = icmp ult i64 %distance, %bytes
  %lane.at = getelementptr i8, ptr %at, i64 32
  %this.lane = load i64, ptr %lane.at
  %same.lane = icmp eq i64 %this.lane, %lane
  %is.it = and i1 %inside, %same.lane
  br i1 %is.it, label %found, label %next
next:
  %following = load ptr, ptr %at
  br label %search
found:
  %shadow.at = getelementptr i8, ptr %at, i64 16
  %shadow = load ptr, ptr %shadow.at
  %result = getelementptr i8, ptr %shadow, i64 %distance
  ret ptr %result
foreign:
  ret ptr %object
}

define void @__zymase_end(ptr %context) nounwind {
entry:
  %deferred.at = getelementptr i8, ptr %context, i64 24
  %deferred = load ptr, ptr %deferred.at
  br label %frees
frees:
  %at = phi ptr [ %deferred, %entry ], [ %following, %one ]
  %done = icmp eq ptr %at, null
  br i1 %done, label %chunks, label %one
one:
  %deallocator.at = getelementptr i8, ptr %at, i64 8
  %deallocator = load ptr, ptr %deallocator.at
  %memory.at = getelementptr i8, ptr %at, i64 16
  %memory = load ptr, ptr %memory.at
  call void %deallocator(ptr %memory)
  %following = load ptr, ptr %at
  br label %frees
chunks:
  %chunks.at = getelementptr i8, ptr %context, i64 16
  %first = load ptr, ptr %chunks.at
  br label %release
release:
  %chunk = phi ptr [ %first, %chunks ], [ %rest, %count ]
  %kept = phi ptr [ null, %chunks ], [ %kept.now, %count ]
  %large = phi i64 [ 0, %chunks ], [ %large.now, %count ]
  %total = phi i64 [ 0, %chunks ], [ %total.now, %count ]
  %empty = icmp eq ptr %chunk, null
  br i1 %empty, label %keep, label %look
look:
  %rest = load ptr, ptr %chunk
  %bytes.at = getelementptr i8, ptr %chunk, i64 8
  %bytes = load i64, ptr %bytes.at
  %is.large = icmp uge i64 %bytes, 65536
  %is.first = icmp eq ptr %kept, null
  %hold = and i1 %is.large, %is.first
  br i1 %hold, label %count, label %free
free:
  call void @free(ptr %chunk)
  br label %count
count:
  %kept.now = phi ptr [ %chunk, %look ], [ %kept, %free ]
  %one.more = zext i1 %is.large to i64
  %large.now = add i64 %large, %one.more
  %counted = select i1 %is.large, i64 %bytes, i64 0
  %total.now = add i64 %total, %counted
  br label %release
keep:
  %nothing = icmp eq ptr %kept, null
  br i1 %nothing, label %out, label %decide
decide:
  %slot.at = getelementptr i8, ptr %context, i64 72
  %slot = load i64, ptr %slot.at
  %spare.at = getelementptr ptr, ptr @zymase.spare, i64 %slot
  call void @__zymase_keep(ptr %spare.at, ptr %kept, i64 %large, i64 %total)
  br label %out
out:
  ret void
}

; Keeps the last large chunk of a region that has ended; of several, one as large as all of them.
define internal void @__zymase_keep(ptr %spare.at, ptr %chunk, i64 %count, i64 %total) nounwind noinline cold {
entry:
  %most = load i64, ptr @zymase.most_spare
  %before = atomicrmw add ptr @zymase.kept, i64 %total monotonic
  %now = add i64 %before, %total
  %too.much = icmp ugt i64 %now, %most
  br i1 %too.much, label %drop, label %fine
drop:
  %taken.back = atomicrmw sub ptr @zymase.kept, i64 %total monotonic
  call void @free(ptr %chunk)
  ret void
fine:
  %single = icmp eq i64 %count, 1
  br i1 %single, label %put, label %merge
merge:
  call void @free(ptr %chunk)
  %size = add i64 %total, 16
  %merged = call noalias ptr @malloc(i64 %size)
  %failed = icmp eq ptr %merged, null
  br i1 %failed, label %nothing, label %describe
nothing:
  %given.up = atomicrmw sub ptr @zymase.kept, i64 %total monotonic
  ret void
describe:
  %bytes.at = getelementptr i8, ptr %merged, i64 8
  store i64 %total, ptr %bytes.at
  br label %put
put:
  %mine = phi ptr [ %chunk, %fine ], [ %merged, %describe ]
  %old = atomicrmw xchg ptr %spare.at, ptr %mine acq_rel
  %none = icmp eq ptr %old, null
  br i1 %none, label %out, label %compare
compare:
  %old.bytes.at = getelementptr i8, ptr %old, i64 8
  %old.bytes = load i64, ptr %old.bytes.at
  %larger = icmp ugt i64 %old.bytes, %total
  br i1 %larger, label %swap, label %replace
swap:
  %smaller = atomicrmw xchg ptr %spare.at, ptr %old acq_rel
  call void @__zymase_drop(ptr %smaller)
  ret void
replace:
  call void @__zymase_drop(ptr %old)
  ret void
out:
  ret void
}

; Frees memory that was kept, if there is any.
define internal void @__zymase_drop(ptr %spare) nounwind {
entry:
  %none = icmp eq ptr %spare, null
  br i1 %none, label %out, label %drop
drop:
  %bytes.at = getelementptr i8, ptr %spare, i64 8
  %bytes = load i64, ptr %bytes.at
  %kept = atomicrmw sub ptr @zymase.kept, i64 %bytes monotonic
  call void @free(ptr %spare)
  br label %out
out:
  ret void
}

; Contexts for threads that work for one, 128 bytes apart. They are the same each time, if there are enough, and end with it.
define ptr @__zymase_members(ptr %context, i32 %count) nounwind {
entry:
  %members.at = getelementptr i8, ptr %context, i64 64
  %members = load ptr, ptr %members.at
  %wanted = zext i32 %count to i64
  %none = icmp eq ptr %members, null
  br i1 %none, label %make, label %look
look:
  %have = load i64, ptr %members
  %enough = icmp uge i64 %have, %wanted
  br i1 %enough, label %use, label %make
make:
  %bytes = mul i64 %wanted, 128
  %total = add i64 %bytes, 128
  %fresh = call ptr @__zymase_allocate(ptr %context, i64 %total)
  call void @llvm.memset.p0.i64(ptr %fresh, i8 0, i64 %total, i1 false)
  store i64 %wanted, ptr %fresh
  store ptr %fresh, ptr %members.at
  br label %check
check:
  %number = phi i64 [ 0, %make ], [ %next, %round ]
  %more = icmp ult i64 %number, %wanted
  br i1 %more, label %round, label %use
round:
  %next = add i64 %number, 1
  %distance = mul i64 %next, 128
  %member = getelementptr i8, ptr %fresh, i64 %distance
  %slot.at = getelementptr i8, ptr %member, i64 72
  %last = icmp ult i64 %next, 64
  %slot = select i1 %last, i64 %next, i64 63
  store i64 %slot, ptr %slot.at
  call void @__zymase_defer_free(ptr %context, ptr @__zymase_end, ptr %member)
  br label %check
use:
  %array = phi ptr [ %members, %look ], [ %fresh, %check ]
  %first = getelementptr i8, ptr %array, i64 128
  ret ptr %first
}

define ptr @__zymase_save_globals(ptr %context) nounwind {
entry:
  %list.at = getelementptr i8, ptr %context, i64 32
  %list = load ptr, ptr %list.at
  br label %each
each:
  %at = phi ptr [ %list, %entry ], [ %following, %save ]
  %saved = phi ptr [ null, %entry ], [ %block, %save ]
  %done = icmp eq ptr %at, null
  br i1 %done, label %out, label %save
save:
  %shadow.at = getelementptr i8, ptr %at, i64 16
  %shadow = load ptr, ptr %shadow.at
  %bytes.at = getelementptr i8, ptr %at, i64 24
  %bytes = load i64, ptr %bytes.at
  %total = add i64 %bytes, 24
  %block = call noalias ptr @malloc(i64 %total)
  call void @__zymase_check_memory(ptr %block)
  store ptr %saved, ptr %block
  %shadow.to = getelementptr i8, ptr %block, i64 8
  store ptr %shadow, ptr %shadow.to
  %bytes.to = getelementptr i8, ptr %block, i64 16
  store i64 %bytes, ptr %bytes.to
  %copy = getelementptr i8, ptr %block, i64 24
  call void @llvm.memcpy.p0.p0.i64(ptr %copy, ptr %shadow, i64 %bytes, i1 false)
  %following = load ptr, ptr %at
  br label %each
out:
  ret ptr %saved
}

; Shadows that the reverse sweep made are cleared, the others get back what they had before it.
define void @__zymase_restore_globals(ptr %context, ptr %saved) nounwind {
entry:
  %list.at = getelementptr i8, ptr %context, i64 32
  %list = load ptr, ptr %list.at
  br label %each
each:
  %at = phi ptr [ %list, %entry ], [ %following, %clear ]
  %done = icmp eq ptr %at, null
  br i1 %done, label %copies, label %clear
clear:
  %shadow.at = getelementptr i8, ptr %at, i64 16
  %shadow = load ptr, ptr %shadow.at
  %bytes.at = getelementptr i8, ptr %at, i64 24
  %bytes = load i64, ptr %bytes.at
  call void @llvm.memset.p0.i64(ptr %shadow, i8 0, i64 %bytes, i1 false)
  %following = load ptr, ptr %at
  br label %each
copies:
  %block = phi ptr [ %saved, %each ], [ %next, %restore ]
  %last = icmp eq ptr %block, null
  br i1 %last, label %out, label %restore
restore:
  %next = load ptr, ptr %block
  %to.at = getelementptr i8, ptr %block, i64 8
  %to = load ptr, ptr %to.at
  %size.at = getelementptr i8, ptr %block, i64 16
  %size = load i64, ptr %size.at
  %copy = getelementptr i8, ptr %block, i64 24
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %copy, i64 %size, i1 false)
  call void @free(ptr %block)
  br label %copies
out:
  ret void
}

define void @__zymase_check_body(ptr %function, ptr %here, ptr %name) nounwind {
  %same = icmp eq ptr %function, %here
  br i1 %same, label %good, label %fail, !prof !0
fail:
  %ignored = call i32 (i32, ptr, ...) @dprintf(i32 2, ptr @zymase.replaced, ptr %name)
  call void @abort()
  unreachable
good:
  ret void
}

define void @__zymase_unfit_callee(ptr %place, ptr %name) noreturn nounwind cold noinline {
  %ignored = call i32 (i32, ptr, ...) @dprintf(i32 2, ptr @zymase.unfit_callee, ptr %place, ptr %name)
  call void @abort()
  unreachable
}

define void @__zymase_refused_arm(ptr %place, ptr %message) noreturn nounwind cold noinline {
  %ignored = call i32 (i32, ptr, ...) @dprintf(i32 2, ptr @zymase.refused_arm, ptr %place, ptr %message)
  call void @abort()
  unreachable
}

define void @__zymase_rule_without_shadow(ptr %name, ptr %address) noreturn nounwind cold noinline {
  %ignored = call i32 (i32, ptr, ...) @dprintf(i32 2, ptr @zymase.rule_without_shadow, ptr %name, ptr %address)
  call void @abort()
  unreachable
}

!0 = !{!"branch_weights", i32 2000, i32 1}
!1 = !{!"branch_weights", i32 1, i32 2000}
