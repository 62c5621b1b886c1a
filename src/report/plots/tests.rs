//! What holds for every plot: it has shapes and words, is well formed, always
//! the same, and no text leaves the drawing or lies on another.

use super::scene::{Label, Mark, Scene, Shape};
use super::sheet::Look;
use super::{png, samples, scene, svg, svg_inline, svg_inline_narrow};
use crate::report::figure::{
    Axis, Bins, Curve, CurvePoint, CurveSeries, Figure, Forest, ForestRow, Format, Heading, Heatmap,
    Histogram, Point, SeatBars, Standing, Tornado, TornadoEnd, TornadoRow,
};

const LOOKS: [(&str, Look); 3] = [("file", Look::FILE), ("page", Look::PAGE), ("phone", Look::PHONE)];

fn overlap(one: [f64; 4], other: [f64; 4]) -> bool {
    one[0] < other[2] - 0.01
        && other[0] < one[2] - 0.01
        && one[1] < other[3] - 0.01
        && other[1] < one[3] - 0.01
}

fn clash(scene: &Scene) -> Option<String> {
    let labels: Vec<&Label> = scene.labels().collect();
    for (index, label) in labels.iter().enumerate() {
        let bounds = label.bounds();
        if bounds[0] < -0.01
            || bounds[1] < -0.01
            || bounds[2] > scene.width + 0.01
            || bounds[3] > scene.height + 0.01
        {
            return Some(format!("`{}` leaves the drawing: {bounds:?}", label.text));
        }
        if let Some(other) = labels[..index].iter().find(|other| overlap(bounds, other.bounds())) {
            return Some(format!(
                "`{}` {bounds:?} lies on `{}` {:?}",
                label.text,
                other.text,
                other.bounds()
            ));
        }
    }
    None
}

#[test]
fn no_text_leaves_the_drawing_or_lies_on_another() {
    for (name, figure) in samples::all() {
        for (look_name, look) in LOOKS {
            let scene = scene(&figure, look);
            if let Some(clash) = clash(&scene) {
                panic!("{name} as {look_name}: {clash}");
            }
        }
    }
}

#[test]
fn every_plot_has_title_axis_names_and_shapes() {
    for (name, figure) in samples::all() {
        let scene = scene(&figure, Look::FILE);
        let words: Vec<&str> = scene.labels().map(|label| label.text.as_str()).collect();
        let words = words.join(" ");
        let begin = |text: &str| text.split(' ').take(3).collect::<Vec<_>>().join(" ");
        assert!(words.contains(&begin(&figure.head().title)), "{name} has its title");
        assert!(words.contains(&begin(&figure.head().subtitle)), "{name} has its subtitle");
        let axes = match &figure {
            Figure::Forest(plot) => vec![plot.axis.label.clone()],
            Figure::Tornado(plot) => vec![plot.axis.label.clone()],
            Figure::Histogram(plot) => vec![plot.x.label.clone(), plot.y.label.clone()],
            Figure::SeatBars(plot) => vec![plot.x.clone(), plot.y.label.clone()],
            Figure::Heatmap(plot) => vec![plot.value.label.clone()],
            Figure::Curve(plot) => vec![plot.x.label.clone(), plot.y.label.clone()],
            Figure::Convergence(plot) => vec![plot.x.label.clone(), plot.y.label.clone()],
        };
        for axis in axes {
            assert!(words.contains(&axis), "{name} names {axis}");
        }
        let shapes =
            scene.marks.iter().filter(|mark| !matches!(mark, Mark::Text(_) | Mark::Open(_) | Mark::Close));
        assert!(shapes.count() > 5, "{name} draws something");
    }
}

#[test]
fn svg_is_well_formed_and_stands_alone() {
    for (name, figure) in samples::all() {
        for text in [svg(&figure), svg_inline(&figure), svg_inline_narrow(&figure)] {
            crate::report::wellformed::check(&text).unwrap_or_else(|fault| panic!("{name}: {fault}"));
            assert!(!text.contains("NaN") && !text.contains("inf\""), "{name} has only finite places");
            let outside = text.replace("http://www.w3.org/2000/svg", "");
            assert!(
                !outside.contains("http") && !outside.contains("url("),
                "{name} asks for nothing from outside"
            );
        }
        assert!(svg(&figure).contains("<style>") && !svg_inline(&figure).contains("<style>"));
    }
}

#[test]
fn the_same_figure_gives_the_same_bytes() {
    for (name, figure) in samples::all() {
        assert_eq!(svg(&figure), svg(&figure.clone()), "{name}");
    }
    let figure = samples::forest_two();
    assert_eq!(png(&figure), png(&figure.clone()));
}

#[test]
fn png_has_the_drawing_s_size_twice_and_is_not_blank() {
    let figure = samples::forest_two();
    let bytes = png(&figure);
    let decoder = png::Decoder::new(&bytes[..]);
    let mut reader = decoder.read_info().expect("a PNG header");
    let mut pixels = vec![0; reader.output_buffer_size()];
    let info = reader.next_frame(&mut pixels).expect("a PNG image");
    let scene = scene(&figure, Look::FILE);
    assert_eq!((f64::from(info.width), f64::from(info.height)), (scene.width * 2.0, scene.height * 2.0));
    let dark = pixels.chunks(3).filter(|pixel| pixel.iter().all(|&part| part < 90)).count();
    assert!(dark > 2000, "letters are drawn: {dark}");
    let bad = pixels.chunks(3).filter(|pixel| **pixel == [0xd5, 0x5e, 0x00]).count();
    assert!(bad > 50, "marks are drawn: {bad}");
}

#[test]
fn words_from_outside_are_escaped() {
    let mut figure = samples::forest_two();
    if let Figure::Forest(plot) = &mut figure {
        plot.head.title = "<script>alert('1')</script> & \"co\"".to_owned();
        plot.rows[0].label = "a < b & c".to_owned();
    }
    let text = svg(&figure);
    assert!(
        !text.contains("<script") && text.contains("&lt;script&gt;") && text.contains("a &lt; b &amp; c")
    );
    crate::report::wellformed::check(&text).expect("well formed");
}

#[test]
fn full_names_are_kept_where_labels_are_shortened() {
    let text = svg_inline(&samples::forest_five());
    assert!(text.contains("…"), "a label is shortened");
    let full = "home-advantage-points=12, corner-redraw=never, shoot-out=sudden-death, extra-time=two-halves-of-five-cards";
    assert!(text.contains(&format!("<title>{full}: ")), "and its full name shows on pointing at it");
}

#[test]
fn rows_are_sorted_within_their_groups() {
    let figure = samples::forest_many();
    let scene = scene(&figure, Look::FILE);
    let words: Vec<&str> = scene.labels().map(|label| label.text.as_str()).collect();
    let place = |text: &str| words.iter().position(|word| *word == text).unwrap();
    assert!(place("King of the Pitch") < place("Futbol Dash"));
    let Figure::Forest(plot) = &figure else { unreachable!() };
    let first =
        plot.rows[..17].iter().max_by(|one, other| one.point.value.total_cmp(&other.point.value)).unwrap();
    let value = plot.axis.format.value(first.point.value);
    let values: Vec<&&str> =
        words.iter().filter(|word| word.ends_with("\u{a0}%") && word.contains('.')).collect();
    assert_eq!(**values[0], value, "the largest of the first group comes first");
}

#[test]
fn bars_start_at_zero() {
    for seats in 2..=6 {
        let scene = scene(&samples::bars(seats, &["one", "other"]), Look::FILE);
        let bottoms: Vec<f64> = scene
            .marks
            .iter()
            .filter_map(|mark| match mark {
                Mark::Box { corners, round, .. } if *round == 0.0 => Some(corners[3]),
                _ => None,
            })
            .collect();
        assert_eq!(bottoms.len(), seats * 2);
        assert!(bottoms.iter().all(|&bottom| bottom == bottoms[0]));
        let zero = scene.labels().find(|label| label.text == "0\u{a0}%").expect("zero is labelled");
        assert!((zero.at.1 - 4.2 - bottoms[0]).abs() < 0.01, "the zero label stands at the bars' foot");
    }
}

/// The shapes of the dots of a plot.
fn dots(scene: &Scene) -> Vec<(f64, Shape)> {
    let dots = scene.marks.iter().filter_map(|mark| match mark {
        Mark::Dot { at, shape, .. } => Some((at.1, *shape)),
        _ => None,
    });
    dots.collect()
}

#[test]
fn what_is_cut_off_is_marked() {
    // Where the band leaves the picture, with a line of the legend.
    let cut = scene(&samples::convergence(), Look::FILE);
    let up = dots(&cut).iter().filter(|(_, shape)| *shape == Shape::Up).count();
    assert_eq!(up, 2, "one in the legend and one on the band");
    assert!(dots(&cut).iter().any(|(_, shape)| *shape == Shape::Down));
    assert!(cut.labels().any(|label| label.text == "the interval reaches beyond the picture"));
    assert!(cut.labels().any(|label| label.text.contains("logarithmic")));
    let whole = scene(&samples::curve(&[""]), Look::FILE);
    assert!(dots(&whole).iter().all(|(_, shape)| !matches!(shape, Shape::Up | Shape::Down)));
    // A share's interval beyond 100 %.
    let shares = scene(&samples::shares(), Look::FILE);
    assert_eq!(dots(&shares).iter().filter(|(_, shape)| *shape == Shape::Up).count(), 2);
    let hundred = shares.labels().find(|label| label.text == "100\u{a0}%").expect("100 % is labelled");
    let highest = shares.marks.iter().filter_map(|mark| match mark {
        Mark::Line { places, .. } => places.iter().map(|place| place.1).reduce(f64::min),
        _ => None,
    });
    assert!(highest.fold(f64::INFINITY, f64::min) > hundred.at.1 - 12.0, "no whisker above it");
}

#[test]
fn what_stands_apart_is_named_and_valued() {
    let scene = scene(&samples::stopped(&[""]), Look::FILE);
    let words: Vec<&str> = scene.labels().map(|label| label.text.as_str()).collect();
    assert!(words.contains(&"2.3\u{a0}%") && words.join(" ").contains("stopped, or longer"), "{words:?}");
}

/// Numbers that no estimate should have, and figures with nothing in them.
#[test]
fn odd_figures_do_not_break() {
    let head = Heading { id: "odd".to_owned(), title: String::new(), ..Heading::default() };
    let axis = Axis::new("", Format::percent(1));
    let points = [
        Point::new(f64::NAN, 0.0, 1.0),
        Point::exact(0.0),
        Point::new(0.5, f64::NEG_INFINITY, f64::INFINITY),
    ];
    let row = |point: Point| ForestRow {
        group: String::new(),
        label: "x".repeat(300),
        point,
        standing: Standing::Plain,
    };
    let series = |points: Vec<CurvePoint>| CurveSeries { name: String::new(), points };
    let figures = [
        Figure::Forest(Forest { head: head.clone(), axis: axis.clone(), ..Forest::default() }),
        Figure::Forest(Forest {
            head: head.clone(),
            axis: axis.clone(),
            rows: points.iter().map(|&point| row(point)).collect(),
            ..Forest::default()
        }),
        Figure::Histogram(Histogram { head: head.clone(), ..Histogram::default() }),
        Figure::Histogram(Histogram {
            head: head.clone(),
            bins: Bins { start: -5, width: 7, count: 3, open: true },
            series: vec![crate::report::figure::Spread {
                name: "short".to_owned(),
                shares: vec![f64::NAN],
                marks: Vec::new(),
            }],
            ..Histogram::default()
        }),
        Figure::SeatBars(SeatBars { head: head.clone(), ..SeatBars::default() }),
        Figure::Tornado(Tornado { head: head.clone(), ..Tornado::default() }),
        Figure::Tornado(Tornado {
            head: head.clone(),
            rows: vec![TornadoRow {
                label: "y".repeat(200),
                ends: points.iter().map(|&effect| TornadoEnd::new("z".repeat(80), effect)).collect(),
            }],
            ..Tornado::default()
        }),
        Figure::Heatmap(Heatmap { head: head.clone(), ..Heatmap::default() }),
        Figure::Heatmap(Heatmap {
            head: head.clone(),
            rows: vec!["only".to_owned()],
            columns: vec!["one".to_owned(), "two".to_owned()],
            cells: vec![vec![Some(points[0]), Some(points[1])]],
            ..Heatmap::default()
        }),
        Figure::Curve(Curve { head: head.clone(), ..Curve::default() }),
        Figure::Curve(Curve {
            head,
            series: vec![
                series(vec![CurvePoint { x: 3.0, y: Point::new(0.5, 0.4, 0.6) }]),
                series(vec![CurvePoint { x: f64::NAN, y: points[0] }]),
            ],
            ..Curve::default()
        }),
    ];
    for (index, figure) in figures.iter().enumerate() {
        for (_, look) in LOOKS {
            let scene = scene(figure, look);
            assert_eq!(clash(&scene), None, "figure {index}");
            assert!(scene.height.is_finite() && scene.height < 2000.0, "figure {index}");
        }
        let text = svg(figure);
        assert!(!text.contains("NaN"), "figure {index}");
        crate::report::wellformed::check(&text).expect("well formed");
        assert!(png(figure).len() > 100);
    }
}
