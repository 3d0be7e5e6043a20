//! Trees, graphs and linked lists.

mod expr_tree_eval {
    #[derive(Clone)]
    enum Expr {
        Const(f64),
        Var(usize),
        Add(Box<Expr>, Box<Expr>),
        Mul(Box<Expr>, Box<Expr>),
        Pow(Box<Expr>, i32),
        Sin(Box<Expr>),
        Neg(Box<Expr>),
    }
    use Expr::*;
    impl Expr {
        fn eval(&self, env: &[f64]) -> f64 {
            match self {
                Const(c) => *c,
                Var(i) => env[*i],
                Add(a, b) => a.eval(env) + b.eval(env),
                Mul(a, b) => a.eval(env) * b.eval(env),
                Pow(a, n) => a.eval(env).powi(*n),
                Sin(a) => a.eval(env).sin(),
                Neg(a) => -a.eval(env),
            }
        }
        fn simplify(self) -> Expr {
            match self {
                Add(a, b) => match (a.simplify(), b.simplify()) {
                    (Const(x), Const(y)) => Const(x + y),
                    (Const(z), e) | (e, Const(z)) if z == 0.0 => e,
                    (a, b) => Add(Box::new(a), Box::new(b)),
                },
                Mul(a, b) => match (a.simplify(), b.simplify()) {
                    (Const(x), Const(y)) => Const(x * y),
                    (a, b) => Mul(Box::new(a), Box::new(b)),
                },
                other => other,
            }
        }
    }

    suite::case!(at_one_point, [0.5, 0.7, 0.2], |x| {
        let e = Add(
            Box::new(Mul(Box::new(Var(0)), Box::new(Sin(Box::new(Mul(Box::new(Var(1)), Box::new(Const(x[2])))))))),
            Box::new(Add(
                Box::new(Pow(Box::new(Var(2)), 3)),
                Box::new(Mul(Box::new(Const(x[0])), Box::new(Const(2.0)))),
            )),
        );
        let simple = e.clone().simplify();
        e.eval(x) * simple.eval(&[x[1], x[2], x[0]]) + Neg(Box::new(Var(1))).eval(x)
    });
}

mod rc_refcell_graph {
    use std::cell::RefCell;
    use std::rc::{Rc, Weak};
    struct Node {
        value: f64,
        children: RefCell<Vec<Rc<Node>>>,
        parent: RefCell<Weak<Node>>,
        cache: RefCell<Option<f64>>,
    }
    impl Node {
        fn new(value: f64) -> Rc<Node> {
            Rc::new(Node {
                value,
                children: RefCell::new(vec![]),
                parent: RefCell::new(Weak::new()),
                cache: RefCell::new(None),
            })
        }
        fn add(parent: &Rc<Node>, child: Rc<Node>) {
            *child.parent.borrow_mut() = Rc::downgrade(parent);
            parent.children.borrow_mut().push(child);
        }
        fn total(&self) -> f64 {
            if let Some(v) = *self.cache.borrow() {
                return v;
            }
            let sum = self.value + self.children.borrow().iter().map(|c| c.total().sin()).sum::<f64>();
            *self.cache.borrow_mut() = Some(sum);
            sum
        }
    }

    suite::case!(at_one_point, [0.5, 0.7, 0.2, 1.3, 0.9], |x| {
        let nodes: Vec<_> = x.iter().map(|&v| Node::new(v * v)).collect();
        Node::add(&nodes[0], nodes[1].clone());
        Node::add(&nodes[0], nodes[2].clone());
        Node::add(&nodes[2], nodes[3].clone());
        Node::add(&nodes[2], nodes[4].clone());
        let up = nodes[4].parent.borrow().upgrade().map_or(0.0, |p| p.value);
        nodes[0].total() * nodes[0].total() + up * nodes[2].total()
    });
}

mod linked_list_option_box {
    struct ListNode {
        val: f64,
        tag: u8,
        next: Option<Box<ListNode>>,
    }
    fn push(head: Option<Box<ListNode>>, val: f64, tag: u8) -> Option<Box<ListNode>> {
        Some(Box::new(ListNode { val, tag, next: head }))
    }
    fn turned(mut head: Option<Box<ListNode>>) -> Option<Box<ListNode>> {
        let mut prev = None;
        while let Some(mut node) = head {
            head = node.next.take();
            node.next = prev;
            prev = Some(node);
        }
        prev
    }

    suite::case!(at_one_point, [0.5, 0.7, 0.2, 1.3, 0.9], |x| {
        let mut head = None;
        for (i, &v) in x.iter().enumerate() {
            head = push(head, v.exp(), i as u8);
        }
        let mut head = turned(head);
        let mut cur = &mut head;
        while let Some(node) = cur {
            node.val *= 1.0 + f64::from(node.tag) * 0.1;
            cur = &mut node.next;
        }
        let mut acc = 0.0;
        let mut it = head.as_ref();
        while let Some(n) = it {
            acc = acc * 0.5 + n.val.sqrt();
            it = n.next.as_ref();
        }
        acc
    });
}

mod binary_heap_dijkstra {
    use std::cmp::Ordering;
    use std::collections::BinaryHeap;
    #[derive(Copy, Clone, PartialEq)]
    struct State {
        cost: f64,
        node: usize,
    }
    impl Eq for State {}
    impl Ord for State {
        fn cmp(&self, other: &Self) -> Ordering {
            other.cost.partial_cmp(&self.cost).unwrap().then_with(|| self.node.cmp(&other.node))
        }
    }
    impl PartialOrd for State {
        fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
            Some(self.cmp(other))
        }
    }
    struct Edge {
        to: usize,
        cost: f64,
    }
    fn shortest(adj: &[Vec<Edge>], start: usize, goal: usize) -> Option<f64> {
        let mut dist: Vec<f64> = vec![f64::INFINITY; adj.len()];
        let mut heap = BinaryHeap::new();
        dist[start] = 0.0;
        heap.push(State { cost: 0.0, node: start });
        while let Some(State { cost, node }) = heap.pop() {
            if node == goal {
                return Some(cost);
            }
            if cost > dist[node] {
                continue;
            }
            for e in &adj[node] {
                let next = State { cost: cost + e.cost, node: e.to };
                if next.cost < dist[next.node] {
                    dist[next.node] = next.cost;
                    heap.push(next);
                }
            }
        }
        None
    }

    fn program(x: &[f64]) -> f64 {
        let pairs = [(0, 1), (0, 2), (1, 2), (1, 3), (2, 3), (2, 4), (3, 4)];
        let mut adj: Vec<Vec<Edge>> = (0..5).map(|_| Vec::new()).collect();
        for (&(a, b), &w) in pairs.iter().zip(x) {
            adj[a].push(Edge { to: b, cost: w * w + 0.1 });
            adj[b].push(Edge { to: a, cost: w * w + 0.1 });
        }
        (1..5).filter_map(|goal| shortest(&adj, 0, goal)).map(f64::sqrt).sum()
    }

    suite::case!(at_point_1, [0.5, 0.7, 0.2, 1.3, 0.9, 1.7, 0.3], |x| { program(x) });

    suite::case!(at_point_2, [1.5, 0.7, 0.9, 0.1, 0.4, 1.7, 2.3], |x| { program(x) });
}

mod union_find_mst {
    struct UnionFind {
        parent: Vec<usize>,
        rank: Vec<u8>,
    }
    impl UnionFind {
        fn new(n: usize) -> Self {
            Self { parent: (0..n).collect(), rank: vec![0; n] }
        }
        fn find(&mut self, i: usize) -> usize {
            if self.parent[i] != i {
                self.parent[i] = self.find(self.parent[i]);
            }
            self.parent[i]
        }
        fn union(&mut self, a: usize, b: usize) -> bool {
            let (a, b) = (self.find(a), self.find(b));
            if a == b {
                return false;
            }
            match self.rank[a].cmp(&self.rank[b]) {
                std::cmp::Ordering::Less => self.parent[a] = b,
                std::cmp::Ordering::Greater => self.parent[b] = a,
                std::cmp::Ordering::Equal => {
                    self.parent[b] = a;
                    self.rank[a] += 1;
                }
            }
            true
        }
    }
    #[derive(Clone, Copy)]
    struct Edge {
        a: usize,
        b: usize,
        weight: f64,
    }

    suite::case!(at_one_point, [0.5, 0.7, 0.2, 1.3, 0.9, 2.4, 0.35], |x| {
        let pairs = [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (1, 3), (3, 4)];
        let mut edges: Vec<Edge> =
            pairs.iter().zip(x).map(|(&(a, b), &v)| Edge { a, b, weight: v * v + 0.1 * v }).collect();
        edges.sort_by(|p, q| p.weight.partial_cmp(&q.weight).unwrap());
        let mut sets = UnionFind::new(5);
        edges.iter().filter(|e| sets.union(e.a, e.b)).map(|e| e.weight.sqrt()).sum()
    });
}

mod pagerank_sparse {
    struct Csr {
        ptr: Vec<usize>,
        idx: Vec<u32>,
        val: Vec<f64>,
    }
    impl Csr {
        fn from_triplets(n: usize, mut t: Vec<(usize, u32, f64)>) -> Csr {
            t.sort_by_key(|&(r, c, _)| (r, c));
            let mut ptr = vec![0; n + 1];
            for &(r, _, _) in &t {
                ptr[r + 1] += 1;
            }
            for i in 0..n {
                ptr[i + 1] += ptr[i];
            }
            Csr { ptr, idx: t.iter().map(|t| t.1).collect(), val: t.iter().map(|t| t.2).collect() }
        }
        fn apply(&self, v: &[f64]) -> Vec<f64> {
            self.ptr.windows(2).map(|w| (w[0]..w[1]).map(|k| self.val[k] * v[self.idx[k] as usize]).sum()).collect()
        }
    }

    suite::case!(at_one_point, [0.5, 0.7, 0.2, 1.3, 0.9], |x| {
        let t = vec![(2, 0, x[0]), (0, 1, x[1]), (1, 2, x[2]), (2, 1, x[3]), (0, 0, x[4]), (1, 1, 0.5)];
        let a = Csr::from_triplets(3, t);
        let mut v = vec![1.0; 3];
        for _ in 0..5 {
            v = a.apply(&v);
            let n = v.iter().map(|q| q * q).sum::<f64>().sqrt();
            v.iter_mut().for_each(|q| *q /= n);
        }
        v[0] + 2.0 * v[1] - v[2]
    });
}
