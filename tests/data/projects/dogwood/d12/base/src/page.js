// The next `count` rows of a touch, for one page of the book.
export function nextPage(rows, count) {
  throw new Error("not written");
}
