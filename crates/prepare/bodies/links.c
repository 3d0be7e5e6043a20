/* Lists and trees of GNU's C++ library: functions that only rearrange links, and have no body in a header. A tree is
 * red-black; its header holds the root as parent, the leftmost and the rightmost node. */

#define CXX_BODY(symbol) __asm__("zymase.body." #symbol)

struct __attribute__((may_alias)) link {
  struct link *next, *previous;
};

void list_hook(struct link *node, struct link *position) CXX_BODY(_ZNSt8__detail15_List_node_base7_M_hookEPS0_);
void list_hook(struct link *node, struct link *position) {
  node->next = position;
  node->previous = position->previous;
  position->previous->next = node;
  position->previous = node;
}

void list_unhook(struct link *node) CXX_BODY(_ZNSt8__detail15_List_node_base9_M_unhookEv);
void list_unhook(struct link *node) {
  node->previous->next = node->next;
  node->next->previous = node->previous;
}

/* Moves [first, last) before `position`. */
void list_transfer(struct link *position, struct link *first, struct link *last) CXX_BODY(_ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_);
void list_transfer(struct link *position, struct link *first, struct link *last) {
  if (position == last)
    return;
  struct link *final = last->previous;
  first->previous->next = last;
  last->previous = first->previous;
  struct link *before = position->previous;
  before->next = first;
  first->previous = before;
  final->next = position;
  position->previous = final;
}

void list_reverse(struct link *list) CXX_BODY(_ZNSt8__detail15_List_node_base10_M_reverseEv);
void list_reverse(struct link *list) {
  struct link *at = list;
  do {
    struct link *next = at->next;
    at->next = at->previous;
    at->previous = next;
    at = next;
  } while (at != list);
}

/* Tells the neighbours of a list's head, which was moved from `from`, where it is now. */
static void adopt(struct link *head, struct link *from) {
  if (head->next == from) {
    head->next = head->previous = head;
  } else {
    head->next->previous = head;
    head->previous->next = head;
  }
}

void list_swap(struct link *a, struct link *b) CXX_BODY(_ZNSt8__detail15_List_node_base4swapERS0_S1_);
void list_swap(struct link *a, struct link *b) {
  struct link *next = a->next, *previous = a->previous;
  a->next = b->next;
  a->previous = b->previous;
  b->next = next;
  b->previous = previous;
  adopt(a, b);
  adopt(b, a);
}

enum color { RED = 0, BLACK = 1 };

struct __attribute__((may_alias)) node {
  int color;
  struct node *parent, *left, *right;
};

static struct node *leftmost(struct node *node) {
  while (node->left)
    node = node->left;
  return node;
}

static struct node *rightmost(struct node *node) {
  while (node->right)
    node = node->right;
  return node;
}

static inline struct node *tree_next(struct node *node) {
  if (node->right)
    return leftmost(node->right);
  struct node *above = node->parent;
  while (node == above->right) {
    node = above;
    above = above->parent;
  }
  /* From the last node of a tree whose root has no right child one comes to the root by way of the header. */
  return node->right == above ? node : above;
}

struct node *tree_next_changeable(struct node *node) CXX_BODY(_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base);
struct node *tree_next_changeable(struct node *node) { return tree_next(node); }

struct node *tree_next_constant(struct node *node) CXX_BODY(_ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base);
struct node *tree_next_constant(struct node *node) { return tree_next(node); }

static inline struct node *tree_previous(struct node *node) {
  /* The header, which alone is red and its own grandparent: before the end comes the last node. */
  if (node->color == RED && node->parent->parent == node)
    return node->right;
  if (node->left)
    return rightmost(node->left);
  struct node *above = node->parent;
  while (node == above->left) {
    node = above;
    above = above->parent;
  }
  return above;
}

struct node *tree_previous_changeable(struct node *node) CXX_BODY(_ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base);
struct node *tree_previous_changeable(struct node *node) { return tree_previous(node); }

struct node *tree_previous_constant(struct node *node) CXX_BODY(_ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base);
struct node *tree_previous_constant(struct node *node) { return tree_previous(node); }

/* Puts `with` where `node` hangs from its parent. */
static void replace_child(struct node *header, struct node *node, struct node *with) {
  if (header->parent == node)
    header->parent = with;
  else if (node->parent->left == node)
    node->parent->left = with;
  else
    node->parent->right = with;
}

static struct node **child_of(struct node *node, _Bool left) { return left ? &node->left : &node->right; }

/* Turns `node` down to the left, or to the right, and its child on the other side up. */
static void rotate(struct node *header, struct node *node, _Bool left) {
  struct node *up = *child_of(node, !left), *across = *child_of(up, left);
  *child_of(node, !left) = across;
  if (across)
    across->parent = node;
  replace_child(header, node, up);
  up->parent = node->parent;
  *child_of(up, left) = node;
  node->parent = up;
}

void tree_insert(_Bool left, struct node *node, struct node *parent, struct node *header) CXX_BODY(_ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_);
void tree_insert(_Bool left, struct node *node, struct node *parent, struct node *header) {
  node->parent = parent;
  node->left = node->right = 0;
  node->color = RED;
  if (parent == header) {
    header->parent = header->left = header->right = node;
  } else if (left) {
    parent->left = node;
    if (parent == header->left)
      header->left = node;
  } else {
    parent->right = node;
    if (parent == header->right)
      header->right = node;
  }
  while (node != header->parent && node->parent->color == RED) {
    struct node *up = node->parent, *top = up->parent;
    _Bool on_left = up == top->left;
    struct node *uncle = *child_of(top, !on_left);
    if (uncle && uncle->color == RED) {
      up->color = uncle->color = BLACK;
      top->color = RED;
      node = top;
      continue;
    }
    if (node == *child_of(up, !on_left)) {
      node = up;
      rotate(header, node, on_left);
    }
    node->parent->color = BLACK;
    top->color = RED;
    rotate(header, top, !on_left);
  }
  header->parent->color = BLACK;
}

/* One black node too few on the paths through `node`, which may be null, below `parent`. */
static void restore(struct node *header, struct node *node, struct node *parent) {
  while (node != header->parent && (!node || node->color == BLACK)) {
    _Bool on_left = node == parent->left;
    struct node *other = *child_of(parent, !on_left);
    if (other->color == RED) {
      other->color = BLACK;
      parent->color = RED;
      rotate(header, parent, on_left);
      other = *child_of(parent, !on_left);
    }
    struct node *near = *child_of(other, on_left), *far = *child_of(other, !on_left);
    if ((!near || near->color == BLACK) && (!far || far->color == BLACK)) {
      other->color = RED;
      node = parent;
      parent = parent->parent;
      continue;
    }
    if (!far || far->color == BLACK) {
      near->color = BLACK;
      other->color = RED;
      far = other;
      rotate(header, other, !on_left);
      other = near;
    }
    other->color = parent->color;
    parent->color = BLACK;
    far->color = BLACK;
    rotate(header, parent, on_left);
    break;
  }
  if (node)
    node->color = BLACK;
}

struct node *tree_erase(struct node *node, struct node *header) CXX_BODY(_ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_);
struct node *tree_erase(struct node *node, struct node *header) {
  struct node *child, *parent;
  int color = node->color;
  if (node->left && node->right) {
    struct node *heir = leftmost(node->right);
    color = heir->color;
    child = heir->right;
    if (heir == node->right) {
      parent = heir;
    } else {
      parent = heir->parent;
      parent->left = child;
      if (child)
        child->parent = parent;
      heir->right = node->right;
      node->right->parent = heir;
    }
    heir->left = node->left;
    node->left->parent = heir;
    replace_child(header, node, heir);
    heir->parent = node->parent;
    heir->color = node->color;
  } else {
    child = node->left ? node->left : node->right;
    parent = node->parent;
    if (header->left == node)
      header->left = node->right ? leftmost(node->right) : parent;
    if (header->right == node)
      header->right = node->left ? rightmost(node->left) : parent;
    replace_child(header, node, child);
    if (child)
      child->parent = parent;
  }
  if (color == BLACK)
    restore(header, child, parent);
  return node;
}
