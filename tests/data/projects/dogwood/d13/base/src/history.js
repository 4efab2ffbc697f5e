// Undo: keeps a copy of the village before each turn.
export class History {
  #past = [];
  remember(village) {
    this.#past.push(village);
  }
  undo() {
    return this.#past.pop();
  }
}
