//! Lists, queues and sets of a program's own: what is inserted, removed, sorted and searched.

mod argsort_indices {
    fn argsort(v: &[f64]) -> Vec<usize> {
        let mut idx: Vec<usize> = (0..v.len()).collect();
        idx.sort_by(|&i, &j| v[i].partial_cmp(&v[j]).unwrap_or(std::cmp::Ordering::Equal));
        idx
    }

    suite::case!(at_one_point, [0.5, 0.7, 0.2, 1.3, 0.9, 1.1], |x| {
        let idx = argsort(x);
        let y: Vec<f64> = x.iter().map(|v| v.ln() + v * v).collect();
        let mut auc = 0.0;
        for w in idx.windows(2) {
            let (i, j) = (w[0], w[1]);
            auc += 0.5 * (y[i] + y[j]) * (x[j] - x[i]);
        }
        let mut rank = vec![0usize; x.len()];
        for (r, &i) in idx.iter().enumerate() {
            rank[i] = r;
        }
        auc + x.iter().zip(&rank).map(|(v, &r)| v * (r as f64).cos()).sum::<f64>()
    });
}

mod sort_unstable_by_key_ids {
    #[derive(Debug, Clone, Copy, PartialEq)]
    struct Entry {
        key: u32,
        weight: f64,
        bias: f64,
    }
    fn hash(i: u32) -> u32 {
        i.wrapping_mul(2654435761) >> 28
    }

    suite::case!(at_one_point, [0.5, 0.7, 0.2, 1.3, 0.9], |x| {
        let mut entries: Vec<Entry> = Vec::with_capacity(x.len());
        for (i, &v) in x.iter().enumerate() {
            entries.push(Entry { key: hash(i as u32 + 3), weight: v.exp(), bias: v * 0.5 });
        }
        entries.sort_unstable_by_key(|e| std::cmp::Reverse(e.key));
        let mut state = 0.1;
        for e in &entries {
            state = (state * e.weight + e.bias).tanh();
        }
        state + entries.first().map_or(0.0, |e| e.weight * e.bias)
    });
}

mod vec_insert_sorted {

    suite::case!(at_one_point, [0.5, 0.7, 0.2, 1.3, 0.9], |x| {
        let mut sorted: Vec<f64> = Vec::new();
        let mut running_median = 0.0;
        for &v in x {
            let pos = sorted.partition_point(|&s| s < v);
            sorted.insert(pos, v);
            let n = sorted.len();
            let median = if n % 2 == 1 { sorted[n / 2] } else { (sorted[n / 2 - 1] + sorted[n / 2]) / 2.0 };
            running_median += median * median;
        }
        running_median * sorted[0]
    });
}

mod vec_swap_remove_retain {

    suite::case!(at_one_point, [0.5, 0.7, 0.2, 1.3, 0.9, 1.7, -0.3], |x| {
        let mut v: Vec<f64> = x.iter().map(|a| a * 2.0).collect();
        v.retain(|&a| a > 0.0);
        let mut acc = 0.0;
        let mut k = 1;
        while v.len() > 2 {
            let taken = v.swap_remove(k % v.len());
            acc += taken * v[0];
            k += 2;
            v.retain_mut(|a| {
                *a *= 1.1;
                *a < 4.0
            });
        }
        acc + v.iter().sum::<f64>()
    });
}

mod deque_moving_average {

    suite::case!(at_one_point, [0.5, 0.7, 0.2, 1.3, 0.9, 1.7, -0.3, 0.8], |x| {
        use std::collections::VecDeque;
        let mut window: VecDeque<f64> = VecDeque::with_capacity(4);
        let mut sum = 0.0;
        let mut out = Vec::with_capacity(x.len());
        for &v in x {
            if window.len() == 3 {
                sum -= window.pop_front().unwrap();
            }
            window.push_back(v);
            sum += v;
            out.push(sum / window.len() as f64);
        }
        let spread = window.iter().map(|w| (w - sum / 3.0).powi(2)).sum::<f64>();
        out.iter().map(|o| o * o).sum::<f64>() + spread
    });
}
