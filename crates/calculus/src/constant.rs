//! The irrational numbers that occur in derivatives.

/// A number an [`crate::Emit`] rounds to whatever width it works in.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Constant {
    /// `ln 2`
    Ln2,
    /// `ln 10`
    Ln10,
    /// `1 / ln 2`
    InvLn2,
    /// `1 / ln 10`
    InvLn10,
    /// `π`
    Pi,
    /// `1 / π`
    InvPi,
    /// `2 / √π`
    TwoOverSqrtPi,
}

impl Constant {
    pub const ALL: [Constant; 7] = [
        Constant::Ln2,
        Constant::Ln10,
        Constant::InvLn2,
        Constant::InvLn10,
        Constant::Pi,
        Constant::InvPi,
        Constant::TwoOverSqrtPi,
    ];

    /// The nearest `f64`.
    pub fn value(self) -> f64 {
        self.decimal().parse().expect("a decimal number")
    }

    /// Fifty significant decimal digits.
    pub const fn decimal(self) -> &'static str {
        match self {
            Constant::Ln2 => "0.69314718055994530941723212145817656807550013436026",
            Constant::Ln10 => "2.3025850929940456840179914546843642076011014886288",
            Constant::InvLn2 => "1.4426950408889634073599246810018921374266459541530",
            Constant::InvLn10 => "0.43429448190325182765112891891660508229439700580367",
            Constant::Pi => "3.1415926535897932384626433832795028841971693993751",
            Constant::InvPi => "0.31830988618379067153776752674502872406891929148091",
            Constant::TwoOverSqrtPi => "1.1283791670955125738961589031215451716881012586580",
        }
    }
}
