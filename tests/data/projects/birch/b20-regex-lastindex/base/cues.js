// Checks a column of time codes (HH:MM:SS:FF) while the user types.

export function invalid(rows) {
  return rows.filter((row) => !/\d\d:\d\d:\d\d:\d\d/.test(row));
}

export function codesIn(line) {
  return line.match(/\d\d:\d\d:\d\d:\d\d/g) ?? [];
}
