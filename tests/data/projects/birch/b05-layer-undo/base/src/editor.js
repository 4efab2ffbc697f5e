// State of the poster editor: layers on a board, one of them selected.

export class Editor {
  constructor(layers) {
    this.state = { layers, selected: null };
  }

  select(id) {
    this.state.selected = id;
  }

  moveBy(id, dx, dy) {
    const layer = this.state.layers.find((l) => l.id === id);
    layer.x += dx;
    layer.y += dy;
  }

  rename(id, name) {
    this.state.layers.find((l) => l.id === id).name = name;
  }
}
