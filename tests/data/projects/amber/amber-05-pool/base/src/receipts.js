// Receipts of a till, read through a pooled client.
async function receipts(pool, till) {
  const client = await pool.acquire();
  return client.query([{ till, total: 499 }]);
}

module.exports = { receipts };
