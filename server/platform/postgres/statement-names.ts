import type pg from 'pg'

/** A text that comes this often is worth the memory of its plan on every connection. */
const oftenEnough = 3
const textsMost = 2000
const namesMost = 300

/**
 * A statement with a name is parsed once for each connection and planned anew only while that pays: for most of our
 * queries planning takes longer than answering. Poolers that move callers between connections lose such names.
 */
export function createStatementNames() {
  const names = new Map<string, string>()
  const seen = new Map<string, number>()

  function nameOf(text: string): string | undefined {
    const known = names.get(text)
    if (known !== undefined || names.size >= namesMost) return known
    const times = (seen.get(text) ?? 0) + 1
    if (times < oftenEnough) {
      if (seen.size < textsMost) seen.set(text, times)
      return undefined
    }
    seen.delete(text)
    const name = `soundpost_${names.size}`
    names.set(text, name)
    return name
  }

  /** Every query with values that this connection is asked from now on. */
  function apply(client: pg.ClientBase): void {
    const ask = client.query as (...args: unknown[]) => unknown
    const askNamed = (query: unknown, ...rest: unknown[]) =>
      ask.call(client, isNameless(query) ? { ...query, name: nameOf(query.text) } : query, ...rest)
    Object.assign(client, { query: askNamed })
  }
  return { nameOf, apply }
}

type Nameless = { text: string; name?: undefined }

/** As drizzle asks. Others, such as cursors and plain texts, are left as they are. */
function isNameless(query: unknown): query is Nameless {
  if (
    typeof query !== 'object' ||
    query === null ||
    Object.getPrototypeOf(query) !== Object.prototype
  )
    return false
  const { text, name } = query as { text?: unknown; name?: unknown }
  return typeof text === 'string' && name === undefined
}
