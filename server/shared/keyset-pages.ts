const lowestId = '00000000-0000-0000-0000-000000000000'

/**
 * Keyset pagination over all rows, in the order of their ids or keys, which tolerates concurrent inserts and deletes.
 * `read` returns the next rows after the given one. `start` sorts before all of them.
 */
export async function* keysetPages<Row extends string | { id: string }>(
  read: (after: string) => Promise<Row[]>,
  start = lowestId,
): AsyncGenerator<Row[]> {
  for (let after: string | undefined = start; after !== undefined; ) {
    const rows: Row[] = await read(after)
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    after = typeof last === 'object' ? last.id : last
  }
}
