/* What threads of derivatives ask of who gives the baton on: `zymase.baton(what, object, other, number)`. */
enum baton_question {
  NEXT_NUMBER,      /* the number of the thread that is started next; `object` is what the program knows it by */
  OWN_NUMBER,       /* of the thread that asks, or what the program knows it by */
  JOIN,             /* waits until the thread of this number has ended */
  LOCK,             /* a mutex, or a lock to write */
  TRY_LOCK,         /* not 0 if another thread holds it */
  LOCK_TO_READ,
  TRY_LOCK_TO_READ,
  UNLOCK,
  WAIT,             /* for a condition, with the mutex `other` */
  WAIT_LIMITED,     /* not 0 if nobody can wake it */
  WAKE,             /* so many that wait for `object` */
  WAIT_WHILE_EQUAL, /* while the word at `object` is `number`, until it is woken */
  WAIT_WHILE_EQUAL_LIMITED,
  TAKE,             /* a semaphore */
  TAKE_LIMITED,
  TRY_TO_TAKE,
  RAISE,
  MEET,             /* at a barrier; not 0 for one of those that meet */
  BEGIN_ONCE,       /* not 0 if it is to be done */
  END_ONCE,
  YIELD,
  SLEEP
};
