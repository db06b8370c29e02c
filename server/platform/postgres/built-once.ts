import type { Db } from './open.ts'

/**
 * A query that is written out once for a database, with placeholders, and not anew for each call: for those that are
 * asked all the time, writing takes longer than a small answer does. Prepare it without a name: the pool gives it one
 * where names are allowed.
 */
export function builtOnce<Query>(build: (db: Db) => Query): (db: Db) => Query {
  const built = new WeakMap<Db, Query>()
  return (db) => {
    const known = built.get(db)
    if (known) return known
    const query = build(db)
    built.set(db, query)
    return query
  }
}
