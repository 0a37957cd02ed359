// The slow twin: who wins and by how much, by the rules alone. Every move is tried, nothing is pruned but positions seen before.

const STEPS = [-1, 0, 1].flatMap((x) => [-1, 0, 1].map((y) => [x, y])).filter(([x, y]) => x || y);

/** The squares in line from (x, y) up to the first that is taken. */
function* reach(rows, x, y) {
  for (const [dx, dy] of STEPS) {
    for (let [a, b] = [x + dx, y + dy]; rows[b]?.[a] === '.'; [a, b] = [a + dx, b + dy]) yield [a, b];
  }
}

const put = (rows, x, y, piece) => rows.map((row, place) => (place === y ? row.slice(0, x) + piece + row.slice(x + 1) : row));

function* successors(rows, side) {
  for (let y = 0; y < rows.length; y++) {
    for (let x = 0; x < rows[y].length; x++) {
      if (rows[y][x] !== side) continue;
      const lifted = put(rows, x, y, '.');
      for (const [a, b] of reach(rows, x, y)) {
        const landed = put(lifted, a, b, side);
        for (const [c, d] of reach(landed, a, b)) yield put(landed, c, d, 'x');
      }
    }
  }
}

const other = (side) => (side === 'w' ? 'b' : 'w');

/** How many moves a side can make one after another, at best. */
function movesAlone(rows, side, known) {
  const key = `${rows.join('/')}${side}`;
  if (!known.has(key)) {
    let most = 0;
    for (const next of successors(rows, side)) most = Math.max(most, 1 + movesAlone(next, side, known));
    known.set(key, most);
  }
  return known.get(key);
}

/**
 * Who wins and by how many moves, for a position as "rows/of/it side" with a point for each empty square. Both play for
 * their best: to win, then to have many moves left when the other has none, or to leave few.
 */
export function outcome(position) {
  const known = new Map();
  const alone = new Map();
  // Positive if the side to move wins; a win by nothing is still a win.
  const score = (rows, side) => {
    const key = `${rows.join('/')}${side}`;
    if (!known.has(key)) {
      let best = -Infinity;
      for (const next of successors(rows, side)) best = Math.max(best, -score(next, other(side)));
      known.set(key, best === -Infinity ? -(movesAlone(rows, other(side), alone) + 1) : best);
    }
    return known.get(key);
  };
  const [board, side] = position.split(' ');
  const found = score(board.split('/'), side);
  return { winner: found > 0 ? side : other(side), margin: Math.abs(found) - 1 };
}
