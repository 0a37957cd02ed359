use otrera_player::*;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let games: u64 = a[2].parse().unwrap();
    let nodes = a[3].parse().unwrap();
    let practice = Practice { start: a[1].parse().unwrap(), nodes, random_moves: 2, slips: 30 };
    let mut settings = Settings::default();
    settings.memory = 64 << 20;
    if let Some(path) = a.get(5) {
        settings.parameters =
            Some(std::sync::Arc::new(std::fs::read_to_string(path).unwrap().parse().unwrap()));
    }
    let t = std::time::Instant::now();
    let mut train = Vec::new();
    let mut test = Vec::new();
    for seed in 0..games {
        let g = practice.game(&settings, seed + 1_000_000);
        if seed % 10 == 9 { test.extend(g) } else { train.extend(g) }
    }
    eprintln!(
        "{} samples, {} held out, {:.0} s",
        train.len(),
        test.len(),
        t.elapsed().as_secs_f64()
    );
    let start = settings.parameters.as_deref().cloned().unwrap_or(Parameters::fitted().clone());
    eprintln!("before {:.4} {:.4}", loss(&start, &train), loss(&start, &test));
    let p = fit(&start, &train);
    eprintln!(
        "after {:.4} {:.4} {:?}  {:.0} s",
        loss(&p, &train),
        loss(&p, &test),
        p.check(),
        t.elapsed().as_secs_f64()
    );
    std::fs::write(&a[4], format!("# fitted\n{p}")).unwrap();
    print!("{p}");
}
