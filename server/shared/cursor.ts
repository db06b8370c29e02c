import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { trackSorts } from '#contract/tracks.ts'
import { badRequest } from '#server/errors.ts'
import { deriveKey } from '#server/platform/secrets/secrets.ts'

/** `updated`, the order of the home page's 'Most Recent', is offered by no `sort` parameter. */
const sorts = [...trackSorts, 'updated'] as const
export type Sort = (typeof sorts)[number]
/** Those of tracks, and one for each other list: a cursor of one list is not valid in another. */
const orders = [
  ...sorts,
  'liked',
  'heard',
  'followed',
  'saved',
  'reposts',
  'playlists',
  'entries',
  'releases',
  'comments',
  'comment moments',
  'credits',
  'feed',
  'followers',
  'following',
  'users',
  'invites',
  'notifications',
  'share links',
  'audit log',
  'blocks',
  'reported items',
  'reports',
] as const
type Order = (typeof orders)[number]
/** The last row of a page: its sort value, and its id as the tiebreaker. */
export type CursorPosition = { value: number | string; id: string }
/** The query of list routes. */
export type PageQuery = { limit: number; cursor?: string | undefined }
/** What a repository reads: the rows after the cursor, one more than the page has. */
export type PageRange = { limit: number; after: CursorPosition | undefined }
export type Page<Item> = { items: Item[]; next: string | undefined }

/** Instead of a count: the row itself is asked for it. */
export const valueOfRow = -1

const cursorSchema = z.tuple([
  z.enum(orders),
  z.union([
    z
      .int()
      .min(valueOfRow)
      .max(2 ** 31 - 1),
    // PostgreSQL has no year 0.
    z.iso.datetime({ precision: 3 }).regex(/^(?!0000)/),
  ]),
  z.uuid().lowercase(),
])

type PositionOf<Row> = (row: Row) => [value: Date | number, id: string]

export async function readPage<Row>(
  order: Order,
  { limit, cursor }: PageQuery,
  read: (range: PageRange) => PromiseLike<Row[]>,
  positionOf: PositionOf<Row>,
): Promise<Page<Row>> {
  const rows = await read({ limit: limit + 1, after: decodeCursor(order, cursor) })
  return toPage(rows, limit, order, positionOf)
}

export const mapPage = <Row, Item>(
  { items, next }: Page<Row>,
  present: (row: Row) => Item,
): Page<Item> => ({ items: items.map((row) => present(row)), next })

/** `rows` were read with a limit of `limit + 1`: the extra row says that there is a next page. */
export function toPage<Row>(
  rows: readonly Row[],
  limit: number,
  order: Order,
  positionOf: PositionOf<Row>,
): Page<Row> {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  const hasMore = rows.length > limit && last !== undefined
  return { items, next: hasMore ? encodeCursor(order, ...positionOf(last)) : undefined }
}

export function encodeCursor(order: Order, value: Date | number | string, id: string): string {
  return Buffer.from(JSON.stringify([order, value, id])).toString('base64url')
}

/** The sort values of all other orders are times. */
const numericOrders: readonly Order[] = ['plays', 'likes', 'popular', 'entries', 'comment moments']

/** Undefined for the first page. Accepts only what `encodeCursor` returns. */
function decodeCursor(order: Order, cursor: string | undefined): CursorPosition | undefined {
  if (cursor === undefined) return undefined
  const parsed = cursorSchema.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString()))
  if (parsed.success) {
    const [, value, id] = parsed.data
    const isRightType = (typeof value === 'number') === numericOrders.includes(order)
    if (isRightType && encodeCursor(order, value, id) === cursor) return { value, id }
  }
  throw refused()
}

/** How often something was played or liked, which its owner may hide. */
const countOrders: readonly unknown[] = ['plays', 'likes', 'popular'] satisfies Order[]

const refused = () => badRequest('The cursor does not belong to this list.')

/**
 * Signs the cursors of lists that are sorted by counts: one with any number would tell whether a track with hidden counts
 * comes before it or after. Each is valid in its list only.
 */
export function createSignedPages(sessionSecret: string) {
  const key = deriveKey(sessionSecret, 'cursors')
  const signatureOf = (list: string, cursor: string) =>
    createHmac('sha256', key).update(`${list} ${cursor}`).digest('base64url').slice(0, 22)
  const sign = (list: string, cursor: string) =>
    isOfCounts(cursor) ? `${cursor}.${signatureOf(list, cursor)}` : cursor

  function open(list: string, cursor: string): string {
    const [unsigned = ''] = cursor.split('.')
    if (sign(list, unsigned) !== cursor) throw refused()
    return unsigned
  }

  return async <Query extends PageQuery, Item>(
    list: string,
    query: Query,
    read: (query: Query) => Promise<Page<Item>>,
  ): Promise<Page<Item>> => {
    const { cursor } = query
    const { items, next } = await read(cursor ? { ...query, cursor: open(list, cursor) } : query)
    return { items, next: next && sign(list, next) }
  }
}
export type SignedPages = ReturnType<typeof createSignedPages>

function isOfCounts(cursor: string): boolean {
  const parsed = parseJson(Buffer.from(cursor, 'base64url').toString())
  return Array.isArray(parsed) && countOrders.includes(parsed[0])
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
