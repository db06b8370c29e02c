const lowestId = '00000000-0000-0000-0000-000000000000'

/**
 * Keyset pagination over all rows, in the order of their ids, which tolerates concurrent inserts and deletes.
 * `read` returns the next rows after the given one.
 */
export async function* keysetPages<Row extends string | { id: string }>(
  read: (after: string) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let after: string | undefined = lowestId; after !== undefined; ) {
    const rows: Row[] = await read(after)
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    after = typeof last === 'object' ? last.id : last
  }
}
