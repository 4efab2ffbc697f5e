// POST /articles: create an article under a slug.
function createArticle(store, { slug, title }) {
  if (!new RegExp("^[a-z0-9]+(-[a-z0-9]+)*$").test(slug)) return { status: 422, error: `bad slug ${slug}` };
  if (store.has(slug)) return { status: 409, error: `slug ${slug} taken` };
  store.set(slug, title);
  return { status: 201 };
}

module.exports = { createArticle };
