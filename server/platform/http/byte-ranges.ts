import type { ByteRange } from '#server/platform/objects/object-store.ts'

type Headers = Record<string, string | string[] | undefined>
/** Without a date, `If-Range` needs the ETag. */
export type RangeMetadata = { size: number; etag: string; modified?: Date }

export type ResolvedRange =
  | { kind: 'whole' }
  | { kind: 'range'; range: ByteRange }
  | { kind: 'unsatisfiable' }
  | { kind: 'not-modified' }

/** Which bytes of a file to send (RFC 9110): none, one range, or all. */
export function resolveRange(headers: Headers, metadata: RangeMetadata): ResolvedRange {
  if (etagMatches(headers['if-none-match'], metadata.etag)) return { kind: 'not-modified' }
  const { range } = headers
  if (typeof range !== 'string' || !ifRangeMatches(headers['if-range'], metadata))
    return { kind: 'whole' }
  return parseRange(range, metadata.size)
}

/** A request for several ranges may get the whole file, and no player sends one. */
function parseRange(header: string, size: number): ResolvedRange {
  const match = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header)
  const [first = '', last = ''] = match?.slice(1) ?? []
  if (!match || (first === '' && last === '')) return { kind: 'whole' }
  if (first !== '' && last !== '' && Number(last) < Number(first)) return { kind: 'whole' }
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return start > end ? { kind: 'unsatisfiable' } : { kind: 'range', range: { start, end } }
}

export function etagMatches(header: string | string[] | undefined, etag: string): boolean {
  if (typeof header !== 'string') return false
  if (header.trim() === '*') return true
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}

/** A range of a file that has changed since is useless to the client: it gets the whole file. */
function ifRangeMatches(
  ifRange: string | string[] | undefined,
  { etag, modified }: RangeMetadata,
): boolean {
  if (ifRange === undefined) return true
  return ifRange === etag || ifRange === modified?.toUTCString()
}
