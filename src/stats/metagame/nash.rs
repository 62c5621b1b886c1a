//! The mix of strategies that no opponent can exploit: maximin of a zero-sum
//! game by linear programming (von Neumann 1928; Dantzig 1951).

/// A solved zero-sum game.
#[derive(Debug, Clone, PartialEq)]
pub struct Equilibrium {
    /// Probability of each row strategy.
    pub row: Vec<f64>,
    /// Probability of each column strategy.
    pub column: Vec<f64>,
    /// What the row player gets on average, in units of the matrix.
    pub value: f64,
    /// What the best replies would gain against these mixes together: 0 up to
    /// rounding, the proof that this is an equilibrium.
    pub gap: f64,
}

/// An equilibrium of the zero-sum game whose row player gets
/// `payoff[row][column]`, by the simplex method with Bland's rule on the game
/// shifted to positive pay-offs.
///
/// Where several mixes are optimal this is one corner of them; entrants that
/// are copies of each other then share their weight in no particular way.
/// `None` when the matrix is empty, ragged or not finite.
#[must_use]
pub fn equilibrium(payoff: &[Vec<f64>]) -> Option<Equilibrium> {
    let rows = payoff.len();
    let columns = payoff.first()?.len();
    if columns == 0 || payoff.iter().any(|row| row.len() != columns || row.iter().any(|x| !x.is_finite())) {
        return None;
    }
    let all = || payoff.iter().flatten().copied();
    let least = all().fold(f64::INFINITY, f64::min);
    let most = all().fold(f64::NEG_INFINITY, f64::max);
    let scale = if most > least { most - least } else { 1.0 };
    let shifted = |r: usize, c: usize| (payoff[r][c] - least) / scale + 1.0;
    // Maximise Σ y under A y <= 1, y >= 0; the value is 1 / Σ y, and the dual
    // prices are the row player's mix. Columns: y, slacks, right-hand side.
    let width = columns + rows + 1;
    let mut table = vec![vec![0.0; width]; rows + 1];
    for (r, line) in table.iter_mut().take(rows).enumerate() {
        for (c, cell) in line.iter_mut().take(columns).enumerate() {
            *cell = shifted(r, c);
        }
        line[columns + r] = 1.0;
        line[width - 1] = 1.0;
    }
    for cell in &mut table[rows][..columns] {
        *cell = -1.0;
    }
    let mut basis: Vec<usize> = (columns..columns + rows).collect();
    for _ in 0..100_000 {
        let Some(enter) = (0..width - 1).find(|&c| table[rows][c] < -1e-11) else { break };
        let leave = (0..rows).filter(|&r| table[r][enter] > 1e-11).min_by(|&a, &b| {
            let ratio = |r: usize| table[r][width - 1] / table[r][enter];
            ratio(a).total_cmp(&ratio(b)).then(basis[a].cmp(&basis[b]))
        })?;
        let pivot = table[leave][enter];
        for cell in &mut table[leave] {
            *cell /= pivot;
        }
        let line = table[leave].clone();
        for (r, other) in table.iter_mut().enumerate() {
            let factor = other[enter];
            if r != leave && factor != 0.0 {
                for (cell, x) in other.iter_mut().zip(&line) {
                    *cell -= factor * x;
                }
            }
        }
        basis[leave] = enter;
    }
    let mut column = vec![0.0; columns];
    for (r, &variable) in basis.iter().enumerate() {
        if variable < columns {
            column[variable] = table[r][width - 1].max(0.0);
        }
    }
    let row: Vec<f64> = (0..rows).map(|r| table[rows][columns + r].max(0.0)).collect();
    let (row, column) = (normalised(row)?, normalised(column)?);
    let (floor, ceiling) = (guarantee(payoff, &row), concession(payoff, &column));
    Some(Equilibrium { value: f64::midpoint(floor, ceiling), gap: (ceiling - floor).max(0.0), row, column })
}

fn normalised(mut mix: Vec<f64>) -> Option<Vec<f64>> {
    let sum: f64 = mix.iter().sum();
    (sum > 0.0).then(|| {
        for p in &mut mix {
            *p /= sum;
        }
        mix
    })
}

/// What a row mix gets against the best reply: a lower bound of the game's
/// value, and with minus sign the row player's exploitability. Units of the
/// matrix; ∞ for a matrix without columns.
#[must_use]
pub fn guarantee(payoff: &[Vec<f64>], row: &[f64]) -> f64 {
    let columns = payoff.first().map_or(0, Vec::len);
    (0..columns)
        .map(|c| payoff.iter().zip(row).map(|(line, p)| p * line[c]).sum::<f64>())
        .fold(f64::INFINITY, f64::min)
}

/// What the best row gets against a column mix: an upper bound of the value;
/// -∞ for a matrix without rows.
#[must_use]
pub fn concession(payoff: &[Vec<f64>], column: &[f64]) -> f64 {
    payoff
        .iter()
        .map(|line| line.iter().zip(column).map(|(x, p)| x * p).sum::<f64>())
        .fold(f64::NEG_INFINITY, f64::max)
}

/// Splits the advantages of a field into what one strength per strategy
/// explains and what goes round in circles, by the combinatorial Hodge
/// decomposition with equal weights (Jiang, Lim, Yao and Ye 2011): linear,
/// orthogonal, adding up to what was given.
///
/// `advantage[m]` is that of the first of `pairs[m]` over the second; every pair
/// of the `count` strategies once. A field's circularity is the second part's
/// squared length over that of both: 0 a ladder, 1 rock, paper, scissors.
#[must_use]
pub fn circles(count: usize, pairs: &[(usize, usize)], advantage: &[f64]) -> (Vec<f64>, Vec<f64>) {
    let mut strength = vec![0.0; count];
    for (&(a, b), advantage) in pairs.iter().zip(advantage) {
        strength[a] += advantage / count as f64;
        strength[b] -= advantage / count as f64;
    }
    let ladder: Vec<f64> = pairs.iter().map(|&(a, b)| strength[a] - strength[b]).collect();
    let round = advantage.iter().zip(&ladder).map(|(all, ladder)| all - ladder).collect();
    (ladder, round)
}

#[cfg(test)]
mod tests {
    use super::super::super::simulate::Dice;
    use super::*;

    fn solve(rows: &[&[f64]]) -> Equilibrium {
        let e = equilibrium(&rows.iter().map(|row| row.to_vec()).collect::<Vec<_>>()).unwrap();
        assert!(e.gap < 1e-9, "{e:?}");
        e
    }

    #[test]
    fn textbook_games() {
        let e = solve(&[&[0.0, -1.0, 1.0], &[1.0, 0.0, -1.0], &[-1.0, 1.0, 0.0]]);
        assert!(e.row.iter().all(|p| (p - 1.0 / 3.0).abs() < 1e-12) && e.value.abs() < 1e-12);
        // Rock worth double: rock 1/4, paper 1/2, scissors 1/4 of ... weights
        // 1 : 2 : 1 from the skew matrix's kernel.
        let e = solve(&[&[0.0, -1.0, 2.0], &[1.0, 0.0, -1.0], &[-2.0, 1.0, 0.0]]);
        for (p, q) in e.row.iter().zip([0.25, 0.5, 0.25]) {
            assert!((p - q).abs() < 1e-12);
        }
        // Penalty kick, 2 by 2 without saddle: value (ad - bc) / (a + d - b - c).
        let e = solve(&[&[0.58, 0.95], &[0.93, 0.70]]);
        assert!((e.value - (0.58 * 0.70 - 0.95 * 0.93) / (0.58 + 0.70 - 0.95 - 0.93)).abs() < 1e-12);
        assert!((e.row[0] - 0.23 / 0.60).abs() < 1e-12 && (e.column[0] - 0.25 / 0.60).abs() < 1e-12);
        // A saddle point.
        let e = solve(&[&[3.0, 5.0], &[1.0, 9.0]]);
        assert_eq!((e.value, e.row[0], e.column[0]), (3.0, 1.0, 1.0));
    }

    #[test]
    fn edges() {
        assert!(equilibrium(&[]).is_none() && equilibrium(&[vec![]]).is_none());
        assert!(equilibrium(&[vec![1.0], vec![1.0, 2.0]]).is_none());
        assert!(equilibrium(&[vec![f64::NAN]]).is_none());
        assert_eq!(solve(&[&[0.0, 0.0], &[0.0, 0.0]]).value, 0.0);
        assert_eq!(solve(&[&[-7.0]]).value, -7.0);
    }

    #[test]
    fn random_games_have_no_gap() {
        let mut dice = Dice::new("nash", 0);
        for size in 1..30 {
            let rows: Vec<Vec<f64>> =
                (0..size).map(|_| (0..=size / 2).map(|_| f64::from(dice.below(9)) - 4.0).collect()).collect();
            assert!(equilibrium(&rows).unwrap().gap < 1e-9);
        }
    }

    #[test]
    fn ladders_and_circles() {
        let pairs = [(0, 1), (0, 2), (1, 2)];
        let (ladder, round) = circles(3, &pairs, &[1.0, 2.0, 1.0]);
        assert!(round.iter().all(|x| x.abs() < 1e-12) && (ladder[1] - 2.0).abs() < 1e-12);
        let (ladder, round) = circles(3, &pairs, &[1.0, -1.0, 1.0]);
        assert!(ladder.iter().all(|x| x.abs() < 1e-12) && (round[1] + 1.0).abs() < 1e-12);
        // Both at once: orthogonal, and nothing lost.
        let (ladder, round) = circles(3, &pairs, &[0.3, 0.1, -0.4]);
        assert!(ladder.iter().zip(&round).map(|(a, b)| a * b).sum::<f64>().abs() < 1e-12);
        assert!((ladder[2] + round[2] + 0.4).abs() < 1e-12);
    }
}
