/* The counts of owners behind a shared pointer of LLVM's C++ library. They start at zero for one owner. */

#define CXX_BODY(symbol) __asm__("zymase.body." #symbol)

struct __attribute__((may_alias)) owners {
  void (**table)(struct owners *);
  long shared, weak;
};

/* Where the function that gives back the memory stands in the table of virtual functions. */
enum { ON_ZERO_WEAK = 4 };

void release(struct owners *owners) CXX_BODY(_ZNSt3__119__shared_weak_count14__release_weakEv);
void release(struct owners *owners) {
  if (__atomic_load_n(&owners->weak, __ATOMIC_ACQUIRE) == 0 ||
      __atomic_fetch_add(&owners->weak, -1, __ATOMIC_ACQ_REL) == 0)
    owners->table[ON_ZERO_WEAK](owners);
}

struct owners *lock(struct owners *owners) CXX_BODY(_ZNSt3__119__shared_weak_count4lockEv);
struct owners *lock(struct owners *owners) {
  long count = __atomic_load_n(&owners->shared, __ATOMIC_SEQ_CST);
  while (count != -1)
    if (__atomic_compare_exchange_n(&owners->shared, &count, count + 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
      return owners;
  return 0;
}

void end_weak(struct owners *owners) CXX_BODY(_ZNSt3__119__shared_weak_countD2Ev);
void end_weak(struct owners *owners) { (void)owners; }

void end_weak_whole(struct owners *owners) CXX_BODY(_ZNSt3__119__shared_weak_countD1Ev);
void end_weak_whole(struct owners *owners) { (void)owners; }

void give_back(void *memory) __asm__("_ZdlPv");
void delete_weak(struct owners *owners) CXX_BODY(_ZNSt3__119__shared_weak_countD0Ev);
void delete_weak(struct owners *owners) { give_back(owners); }

void end_shared(struct owners *owners) CXX_BODY(_ZNSt3__114__shared_countD2Ev);
void end_shared(struct owners *owners) { (void)owners; }
