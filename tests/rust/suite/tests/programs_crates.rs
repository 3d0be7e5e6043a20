//! Programs with matrices of other crates, and shared state.

mod ndarray_zip {
    use ndarray::{Array1, ArrayView1, Axis, Zip, concatenate, stack};

    suite::case!(at_one_point, [0.5, 0.7, 0.2, 1.3, 0.9, 2.4], |x| {
        let a = ArrayView1::from(x);
        let b = a.mapv(|v| v.exp());
        let mut out = Array1::<f64>::zeros(6);
        Zip::from(&mut out).and(&a).and(&b).for_each(|o, &a, &b| *o = a * b + 1.0);
        let m = a.to_shape((2, 3)).unwrap().to_owned();
        let outer = stack![Axis(0), out, b];
        let both = concatenate(Axis(0), &[a, out.view()]).unwrap();
        let g = m.t().dot(&m);
        both.iter().map(|v| v.cos()).sum::<f64>() + outer.row(0).dot(&outer.row(1)) + g.diag().sum() + g[[0, 2]]
    });
}

mod nalgebra_views_iter {
    use nalgebra::{DMatrix, DVector, DVectorView};

    suite::case!(at_one_point, [0.5, 0.7, 0.2, 1.3, 0.9, 2.4], |x| {
        let mut m = DMatrix::<f64>::zeros(3, 4);
        for (i, mut row) in m.row_iter_mut().enumerate() {
            for (j, v) in row.iter_mut().enumerate() {
                *v = x[(i + j) % 6] * (j as f64 + 1.0);
            }
        }
        let block = m.view((0, 1), (2, 2)).into_owned();
        m.column_mut(0).scale_mut(x[0]);
        let means = DVector::from_iterator(4, m.column_iter().map(|c| c.mean()));
        let centered = DMatrix::from_columns(
            &m.column_iter().zip(means.iter()).map(|(c, m)| c.add_scalar(-m)).collect::<Vec<_>>(),
        );
        let cov = centered.transpose() * &centered / 2.0;
        cov.map(|v| v.tanh()).sum()
            + block.determinant()
            + m.row(2).iter().product::<f64>()
            + DVectorView::from_slice(x, 6).dot(&DVector::from_element(6, 0.5))
    });
}

mod arc_mutex_shared {
    use std::sync::{Arc, Mutex, RwLock};
    struct Model {
        weights: Vec<f64>,
        label: Arc<str>,
        hits: Mutex<usize>,
    }

    suite::case!(at_one_point, [0.5, 0.7, 0.2], |x| {
        let model = Arc::new(Model {
            weights: x.iter().map(|v| v.exp()).collect(),
            label: Arc::from("model"),
            hits: Mutex::new(0),
        });
        let copies: Vec<Arc<Model>> = (0..3).map(|_| Arc::clone(&model)).collect();
        let total = RwLock::new(0.0);
        for (k, m) in copies.iter().enumerate() {
            *m.hits.lock().unwrap() += 1;
            let v = m.weights.iter().map(|w| w.powi(k as i32 + 1)).sum::<f64>();
            *total.write().unwrap() += v.ln();
        }
        let hits = *model.hits.lock().unwrap();
        let t = *total.read().unwrap();
        t * hits as f64 + model.label.len() as f64 * x[0]
    });
}
