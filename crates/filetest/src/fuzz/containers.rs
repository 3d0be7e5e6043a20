//! C++: containers, algorithms, closures, virtual calls and exceptions, each as a closure that is called on the spot.

use super::ast::{Expr, ExprKind, Node, Piece, Stmt, Ty, decl, other};
use super::scope::VarKind;
use super::state::Gen;

/// What C++ programs start with. `«` and `»` stand around decisions that depend on floating-point values.
pub const DECLARATIONS: &[&str] = &[
    "struct shape@ { virtual double area(double q) const = 0; virtual ~shape@() {} };",
    "struct square@ : shape@ { double k; square@(double k) : k(k) {} double area(double q) const override { return k * q * q; } };",
    "struct round@ : shape@ { double r; round@(double r) : r(r) {} double area(double q) const override { return std::sin(r * q) + r; } };",
    "struct tree@ { double value; std::unique_ptr<tree@> left, right; double sum() const { return std::tanh(value) + (left ? 0.5 * left->sum() : 0) + (right ? 0.25 * right->sum() : 0); } };",
    "static __attribute__((noinline)) double risky@(double q) { if («q > 0.3») throw std::runtime_error(\"large\"); return q * q; }",
    "static __attribute__((noinline)) double carries@(double q) { if («q < 0.1») throw q * 1.5; return std::sin(q); }",
    "static __attribute__((noinline)) void grow@(std::vector<double> &v, double q) { v.push_back(q); v.insert(v.begin(), 0.5 * q); }",
];

/// Bodies of closures; every `$` becomes an expression of its own. Names of theirs end in `_`.
const BODIES: &[&str] = &[
    "std::vector<double> v_; for (int k_ = 0; k_ < 4; k_++) v_.push_back($ + 0.3 * k_); double w_ = 0; for (double e_ : v_) w_ += e_ * std::cos(w_); return w_;",
    "std::vector<double> v_(3, $); v_.resize(6, $); v_[1] *= v_[4]; v_.pop_back(); v_.erase(v_.begin()); return std::accumulate(v_.begin(), v_.end(), $);",
    "std::vector<double> v_ = {$, $, $}; auto u_ = v_; u_[0] = $ * v_[1]; v_.swap(u_); std::vector<double> o_ = std::move(v_); return o_[0] * o_[2] + u_[0];",
    "std::vector<std::vector<double>> m_(2); for (auto &row : m_) for (int k_ = 0; k_ < 3; k_++) row.push_back($ * (k_ + 1)); m_.push_back(m_[0]); m_[2][1] = $; double w_ = 0; for (const auto &row : m_) for (double e_ : row) w_ = 0.5 * w_ + e_; return w_;",
    "std::vector<double> v_; grow@(v_, $); grow@(v_, $); double w_ = 1; for (std::size_t k_ = 0; k_ < v_.size(); k_++) w_ = 0.3 * w_ + v_[k_] * w_; return w_;",
    "std::map<int, double> m_; for (int k_ = 0; k_ < 6; k_++) m_[k_ * 5 % 4] += $ * (k_ + 1); m_.erase(1); double w_ = 0; for (auto &[key, e_] : m_) w_ += e_ * std::cos(w_ + key); return w_;",
    "std::map<std::string, double> m_; m_[\"left\"] = $; m_[\"right\"] = $; m_[\"left\"] *= m_[\"right\"]; return m_.at(\"left\") + m_.count(\"none\");",
    "std::unordered_map<int, double> m_; for (int k_ = 0; k_ < 5; k_++) m_[k_ % 3] = 0.5 * m_[k_ % 3] + $; return m_[0] * m_[1] + m_[2];",
    "std::list<double> l_; for (int k_ = 0; k_ < 3; k_++) { l_.push_back($); l_.push_front($ * k_); } l_.reverse(); double w_ = 0; for (double &e_ : l_) { e_ *= 0.5; w_ = w_ * 0.5 + e_; } return w_;",
    "std::deque<double> q_; for (int k_ = 0; k_ < 5; k_++) { q_.push_back($); if (k_ > 1) { q_[0] += q_.back(); q_.pop_front(); } } return q_.front() * q_.back();",
    "std::array<double, 3> r_{{$, $, $}}; auto o_ = r_; o_[1] += r_[2]; std::swap(r_, o_); return r_[1] * o_[0] + r_.size();",
    "std::array<double, 4> r_{{$, $, $, $}}; std::sort(r_.begin(), r_.end(), [](double l_, double h_) { return «l_ < h_»; }); return r_[0] + 2 * r_[1] - 3 * r_[3];",
    "std::vector<double> v_ = {$, $, $}; std::transform(v_.begin(), v_.end(), v_.begin(), [&](double e_) { return e_ * $; }); return std::inner_product(v_.begin(), v_.end(), v_.rbegin(), 0.0);",
    "double f0 = $; std::function<double(double)> f_ = [f0](double q_) { return f0 * q_ + 0.1; }; std::function<double(double)> g_ = [&f_](double q_) { return f_(f_(q_)); }; return g_($);",
    "double state = $; auto step = [state](double q_) mutable { state = 0.5 * state + q_; return state; }; step($); return step($);",
    "std::unique_ptr<shape@> one(new square@($)); std::unique_ptr<shape@> two = std::make_unique<round@>($); std::vector<shape@ *> all = {one.get(), two.get(), one.get()}; double w_ = 0; for (auto *p_ : all) w_ += p_->area($); return w_;",
    "auto p_ = std::make_shared<double>($); std::shared_ptr<double> q_ = p_; *q_ *= $; std::weak_ptr<double> r_ = p_; q_.reset(); return *r_.lock() + *p_;",
    "std::optional<double> o_; if («$ > 0.0») o_ = $; return o_.value_or(0.5) * (o_ ? *o_ : 1.0);",
    "std::variant<int, double> u_; if («$ > 0.0») u_ = $; else u_ = 2; return std::visit([](auto e_) { return 1.5 * e_; }, u_);",
    "std::tuple<double, int, double> u_{$, 2, $}; auto [p_, q_, r_] = u_; std::get<0>(u_) += r_; return p_ * q_ + std::get<0>(u_);",
    "std::pair<double, double> u_ = {$, $}; std::swap(u_.first, u_.second); return u_.first - 0.5 * u_.second;",
    "std::complex<double> z_($, $), u_($, 0.5); z_ = z_ * u_ + std::exp(0.1 * z_); return std::abs(z_) + (z_ / (u_ + 2.0)).imag();",
    "std::string t_ = \"n\"; for (int k_ = 0; k_ < 20; k_++) t_ += char('a' + k_); return t_.size() * $;",
    "double r_ = 0; try { r_ = risky@($); } catch (const std::exception &e_) { r_ = $ + e_.what()[0]; } return r_;",
    "double r_ = $; try { r_ += carries@(r_); r_ *= carries@($); } catch (double e_) { r_ = e_ * r_; } return r_;",
    "std::vector<double> v_ = {$}; try { v_.push_back(carries@($)); v_.push_back(risky@($)); } catch (double e_) { v_.push_back(e_); } catch (...) { v_[0] = $; } return v_.front() + v_.back();",
    "tree@ t_{$, nullptr, nullptr}; t_.left.reset(new tree@{$, nullptr, nullptr}); t_.left->right.reset(new tree@{$, nullptr, nullptr}); return t_.sum();",
    "std::stack<double> t_; t_.push($); t_.push($); double p_ = t_.top(); t_.pop(); return p_ * t_.top();",
    "std::ostringstream out; out << $; return $ * (out.str().empty() ? 2 : 1);",
];

impl Gen {
    /// One statement (or group) of C++.
    pub fn container(&mut self) -> Vec<Stmt> {
        if self.rng.chance(20) {
            return self.vector_array();
        }
        let body = *self.rng.pick(BODIES);
        let mut pieces = vec![Piece::Word("[&]() -> double { ".into())];
        for (index, part) in body.split('$').enumerate() {
            if index > 0 {
                pieces.push(Piece::Expr(self.bounded(1)));
            }
            pieces.push(Piece::Word(part.into()));
        }
        pieces.push(Piece::Word(" }()".into()));
        let value = self.squash(Expr::new(ExprKind::Real, Node::Text(pieces)));
        let name = self.fresh("t");
        self.declare(&name, VarKind::Real, true);
        vec![decl(Ty::Double, &name, value)]
    }

    /// A vector that is used through a pointer to its elements.
    fn vector_array(&mut self) -> Vec<Stmt> {
        let len = self.rng.range(3, 6);
        let (vector, name) = (self.fresh("vec"), self.fresh("p"));
        let mut pieces = vec![Piece::Word("{".into())];
        for _ in 0..len {
            pieces.extend([Piece::Expr(self.bounded(1)), Piece::Word(", ".into())]);
        }
        pieces.push(Piece::Word("}".into()));
        let items = Expr::new(ExprKind::Other, Node::Text(pieces));
        let data = vec![Piece::Expr(other(&vector)), Piece::Word(".data()".into())];
        let out = vec![
            decl(Ty::Named("std::vector<double>".into()), &vector, items),
            decl(Ty::real_ptr(false), &name, Expr::new(ExprKind::Other, Node::Text(data))),
        ];
        self.declare(&name, VarKind::Array { float: false, len, bound: None, heap: false }, true);
        vec![Stmt::Group(out)]
    }
}
