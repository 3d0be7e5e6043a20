// run:
// Second derivatives of a list whose heads are in an array: to the analysis of types, links and numbers lie at the same places, and
// derivatives ask which it is as they run. Nodes are on the heap, and move from list to list.
#include "second_order.h"
#include <stdlib.h>

struct link {
  struct link *next, *previous;
};
struct node {
  struct link link;
  int weight;
  double value;
};

static void hook(struct link *node, struct link *before) {
  node->next = before;
  node->previous = before->previous;
  before->previous->next = node;
  before->previous = node;
}

static void move(struct link *before, struct link *first, struct link *last) {
  if (before == last)
    return;
  struct link *final = last->previous;
  first->previous->next = last;
  last->previous = first->previous;
  struct link *there = before->previous;
  there->next = first;
  first->previous = there;
  final->next = before;
  before->previous = final;
}

static void add(struct link *list, int weight, double value) {
  struct node *node = malloc(sizeof *node);
  node->weight = weight;
  node->value = value;
  hook(&node->link, list);
}

// (0.5 + t)^2 + 2 ((1.2 + t) t)^2
static double lists(double t) {
  struct link all = {&all, &all}, one[2];
  add(&all, 1, 0.5 + t);
  add(&all, 2, (1.2 + t) * t);
  for (int i = 0; i < 2; ++i)
    one[i].next = one[i].previous = &one[i];
  for (int i = 0; i < 2; ++i)
    move(&one[i], all.next, all.next->next);
  move(&all, one[1].next, &one[1]);
  move(&all, one[0].next, &one[0]);
  double sum = 0;
  for (struct link *at = all.next; at != &all;) {
    struct node *node = (struct node *)at;
    sum += node->weight * node->value * node->value;
    at = at->next;
    free(node);
  }
  return sum;
}
ORDERS(lists)

int main(void) {
  CHECK_ORDERS(lists, 1.0, 7.76);
  return 0;
}
