//! Small dense linear algebra: symmetric positive definite systems of a few
//! dozen unknowns.

/// A square matrix by rows.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Matrix {
    n: usize,
    cells: Vec<f64>,
}

impl Matrix {
    pub(crate) fn zero(n: usize) -> Self {
        Self { n, cells: vec![0.0; n * n] }
    }

    pub(crate) const fn size(&self) -> usize {
        self.n
    }

    pub(crate) fn at(&self, i: usize, j: usize) -> f64 {
        self.cells[i * self.n + j]
    }

    pub(crate) fn set(&mut self, i: usize, j: usize, value: f64) {
        self.cells[i * self.n + j] = value;
    }

    pub(crate) fn add(&mut self, i: usize, j: usize, value: f64) {
        self.cells[i * self.n + j] += value;
    }

    /// The matrix product.
    pub(crate) fn times(&self, other: &Self) -> Self {
        let mut product = Self::zero(self.n);
        for i in 0..self.n {
            for k in 0..self.n {
                for j in 0..self.n {
                    product.add(i, j, self.at(i, k) * other.at(k, j));
                }
            }
        }
        product
    }

    /// The lower Cholesky factor, or `None` when the matrix is not positive
    /// definite to working precision.
    pub(crate) fn cholesky(&self) -> Option<Self> {
        let mut factor = Self::zero(self.n);
        for j in 0..self.n {
            let above: f64 = (0..j).map(|k| factor.at(j, k).powi(2)).sum();
            let rest = self.at(j, j) - above;
            if rest.is_nan() || rest <= 1e-12 * self.at(j, j).abs() || rest <= 0.0 {
                return None;
            }
            let pivot = rest.sqrt();
            factor.set(j, j, pivot);
            for i in j + 1..self.n {
                let dot: f64 = (0..j).map(|k| factor.at(i, k) * factor.at(j, k)).sum();
                factor.set(i, j, (self.at(i, j) - dot) / pivot);
            }
        }
        Some(factor)
    }

    /// Solves `L Lᵀ x = b` for a lower factor `self`.
    pub(crate) fn solve_factored(&self, b: &[f64]) -> Vec<f64> {
        let mut x = b.to_vec();
        for i in 0..self.n {
            let dot: f64 = (0..i).map(|k| self.at(i, k) * x[k]).sum();
            x[i] = (x[i] - dot) / self.at(i, i);
        }
        for i in (0..self.n).rev() {
            let dot: f64 = (i + 1..self.n).map(|k| self.at(k, i) * x[k]).sum();
            x[i] = (x[i] - dot) / self.at(i, i);
        }
        x
    }

    /// The inverse of `L Lᵀ` for a lower factor `self`.
    pub(crate) fn inverse_factored(&self) -> Self {
        let mut inverse = Self::zero(self.n);
        for j in 0..self.n {
            let mut unit = vec![0.0; self.n];
            unit[j] = 1.0;
            for (i, value) in self.solve_factored(&unit).into_iter().enumerate() {
                inverse.set(i, j, value);
            }
        }
        inverse
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> Matrix {
        let mut m = Matrix::zero(3);
        for (i, row) in [[4.0, 2.0, 1.0], [2.0, 5.0, 3.0], [1.0, 3.0, 6.0]].iter().enumerate() {
            for (j, &v) in row.iter().enumerate() {
                m.set(i, j, v);
            }
        }
        m
    }

    #[test]
    fn solves_and_inverts() {
        let factor = example().cholesky().unwrap();
        let x = factor.solve_factored(&[7.0, 10.0, 10.0]);
        assert!(x.iter().all(|v| (v - 1.0).abs() < 1e-14), "{x:?}");
        let inverse = factor.inverse_factored();
        for i in 0..3 {
            for j in 0..3 {
                let dot: f64 = (0..3).map(|k| inverse.at(i, k) * example().at(k, j)).sum();
                assert!((dot - f64::from(u8::from(i == j))).abs() < 1e-14);
            }
        }
    }

    #[test]
    fn singular_matrices_are_refused() {
        let mut m = example();
        for j in 0..3 {
            let sum = m.at(0, j) + m.at(1, j);
            m.set(2, j, sum);
        }
        let corner = m.at(2, 0) + m.at(2, 1);
        m.set(0, 2, m.at(2, 0));
        m.set(1, 2, m.at(2, 1));
        m.set(2, 2, corner);
        assert!(m.cholesky().is_none());
        assert!(Matrix::zero(2).cholesky().is_none());
    }
}
