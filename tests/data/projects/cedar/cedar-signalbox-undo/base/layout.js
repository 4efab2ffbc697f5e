// A model railway's signal box: points that are thrown, routes that follow from them.
export class Point {
  constructor(left, right) {
    this.left = left;
    this.right = right;
    this.thrown = false;
  }

  throw() {
    this.thrown = !this.thrown;
  }

  leadsTo() {
    return this.thrown ? this.right : this.left;
  }
}

export class Layout {
  constructor(points) {
    this.points = new Map(Object.entries(points));
  }

  throwPoint(name) {
    this.points.get(name).throw();
  }

  route() {
    return [...this.points.values()].map((p) => p.leadsTo()).join(' ');
  }
}
