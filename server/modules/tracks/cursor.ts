import { z } from 'zod'
import { trackSorts } from '#contract/tracks.ts'
import { badInput } from '#server/errors.ts'

export type TrackSort = (typeof trackSorts)[number]
/** Where a page ended: the value it is sorted by, and the id that decides between equals. */
export type Place = { value: number | string; id: string }

const written = z.tuple([
  z.enum(trackSorts),
  z.union([
    z
      .int()
      .min(0)
      .max(2 ** 31 - 1),
    z.iso.datetime(),
  ]),
  z.uuid(),
])

export function writeCursor(sort: TrackSort, { value, id }: Place): string {
  return Buffer.from(JSON.stringify([sort, value, id])).toString('base64url')
}

export function readCursor(sort: TrackSort, cursor: string): Place {
  const parsed = written.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString()))
  const fits = parsed.success && parsed.data[0] === sort
  if (!fits || (typeof parsed.data[1] === 'string') !== (sort === 'recent'))
    throw badInput('The cursor does not belong to this list.')
  const [, value, id] = parsed.data
  return { value, id }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
