// Plain hunt on n bells: an endless sequence of rows.
export function* plainHunt(bells) {
  let row = Array.from({ length: bells }, (_, i) => i + 1);
  for (let change = 0; ; change++) {
    yield row.join("");
    const next = [...row];
    for (let i = change % 2; i + 1 < bells; i += 2) {
      [next[i], next[i + 1]] = [next[i + 1], next[i]];
    }
    row = next;
  }
}
