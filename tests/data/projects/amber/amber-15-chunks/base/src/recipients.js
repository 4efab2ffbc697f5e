// Recipients of a mailing, one name per line, from any readable stream.
const fs = require("node:fs");

async function recipients(stream) {
  const text = fs.readFileSync(stream.path, "utf8");
  return text.split("\n").filter(Boolean);
}

module.exports = { recipients };
