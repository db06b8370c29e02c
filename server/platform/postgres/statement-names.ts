import type pg from 'pg'

/** A text that comes this often is worth the memory of its plan on every connection. */
const oftenEnough = 3
const textsMost = 2000
const namesMost = 300

/** Stands at the beginning of a text that may have a name; drizzle's own queries are prepared with the name ''. */
export const plannedOnce = '/* planned once */'

/**
 * A statement with a name is parsed once for each connection, and planned once where that pays: planning often takes
 * longer than answering. Only what asks for it gets one. Where the best way depends on the values, as with `ilike`, one
 * plan for all can be fifty times as slow; and poolers that move callers between connections lose such names.
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

  function apply(client: pg.ClientBase): void {
    const ask = client.query as (...args: unknown[]) => unknown
    const askNamed = (query: unknown, ...rest: unknown[]) =>
      ask.call(client, mayHaveName(query) ? { ...query, name: nameOf(query.text) } : query, ...rest)
    Object.assign(client, { query: askNamed })
  }
  return { nameOf, apply }
}

function mayHaveName(query: unknown): query is { text: string } {
  if (typeof query !== 'object' || query === null) return false
  const { text, name } = query as { text?: unknown; name?: unknown }
  return typeof text === 'string' && (name === '' || text.startsWith(plannedOnce))
}
