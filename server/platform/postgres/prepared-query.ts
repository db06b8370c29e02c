import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'

type Db = PgDatabase<NodePgQueryResultHKT>

/** Databases without a pooler in between: with one, a prepared statement may be missing in the next session. */
const direct = new WeakSet<Db>()

export function allowPreparedStatements(db: Db): void {
  direct.add(db)
}

/**
 * A hot query: drizzle builds its SQL once per database, and PostgreSQL parses and plans it once per connection. `build`
 * ends with `.prepare(name)`; the name is empty, and the statement not prepared, behind a pooler.
 */
export function preparedQuery<Query>(
  name: string,
  build: (db: Db, name: string) => Query,
): (db: Db) => Query {
  const queries = new WeakMap<Db, Query>()
  return (db) => {
    const known = queries.get(db)
    if (known) return known
    const query = build(db, direct.has(db) ? name : '')
    queries.set(db, query)
    return query
  }
}
