// A fixed set of database clients.
class Client {
  constructor(id, log) {
    this.id = id;
    this.log = log;
    this.held = false;
  }

  async query(rows) {
    await new Promise((done) => setTimeout(done, 5));
    if (!this.held) throw new Error(`client ${this.id} used after release`);
    this.log.push(`query ${this.id}`);
    return rows;
  }
}

class Pool {
  constructor(size) {
    this.log = [];
    this.idle = Array.from({ length: size }, (_, i) => new Client(i + 1, this.log));
  }

  async acquire() {
    const client = this.idle.shift();
    if (!client) throw new Error("pool is empty");
    client.held = true;
    this.log.push(`acquire ${client.id}`);
    return client;
  }

  release(client) {
    client.held = false;
    this.log.push(`release ${client.id}`);
    this.idle.push(client);
  }
}

module.exports = { Pool };
