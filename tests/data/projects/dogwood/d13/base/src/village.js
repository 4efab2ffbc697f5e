export class Village {
  #motto;
  constructor(motto) {
    this.#motto = motto;
    this.huts = new Map();
  }
  build(hex, people) {
    this.huts.set(hex, people);
  }
  population() {
    return [...this.huts.values()].reduce((a, b) => a + b, 0);
  }
  get motto() {
    return this.#motto;
  }
}
