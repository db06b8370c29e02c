import { expect, test, vi } from 'vitest'
import { createSignedPages, encodeCursor, readPage } from './cursor.ts'

const id = '0b6f3c1e-7a54-4d0c-9b35-5f1f2f3a4b5c'
const written = encodeCursor('recent', new Date('2026-01-02T03:04:05.678Z'), id)
const encode = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url')

const read = (cursor: string) =>
  readPage(
    'recent',
    { limit: 1, cursor },
    async ({ after }) => [after],
    () => [0, ''],
  )

test('cursors: one that a page has written leads to the rows after it', async () => {
  const { items } = await read(written)
  expect(items).toEqual([{ value: '2026-01-02T03:04:05.678Z', id }])
})

test.each([
  ['a year that PostgreSQL does not have', encode('recent', '0000-01-01T00:00:00.000Z', id)],
  [
    'hundreds of digits of a second',
    encode('recent', `2026-01-01T00:00:00.${'1'.repeat(200)}Z`, id),
  ],
  ['a time without milliseconds', encode('recent', '2026-01-01T00:00:00Z', id)],
  ['another spelling of the id', encode('recent', '2026-01-01T00:00:00.000Z', id.toUpperCase())],
  ['another spelling of the same bytes', `${written}=`],
  ['a number instead of a time', encode('recent', 1, id)],
  ['the order of another list', encode('users', '2026-01-01T00:00:00.000Z', id)],
  ['no JSON', 'abc'],
])('cursors: %s is refused', async (_what, cursor) => {
  await expect(read(cursor)).rejects.toMatchObject({ status: 400 })
})

test('cursors: one by counts that a server has signed is valid on another with its secret', async () => {
  const [cursor, time] = [encodeCursor('plays', 7, id), written]
  const page = async (next: string) => ({ items: [], next })
  const here = createSignedPages('one secret')
  const [there, elsewhere] = [createSignedPages('one secret'), createSignedPages('another')]
  const { next = '' } = await here('all', { limit: 1 }, () => page(cursor))
  const read = vi.fn(() => page(time))
  expect(await there('all', { limit: 1, cursor: next }, read)).toEqual({ items: [], next: time })
  expect(read).toHaveBeenCalledWith({ limit: 1, cursor })
  for (const [pages, given] of [
    [elsewhere, next],
    [there, cursor],
    [there, `${next}.`],
    [there, `${time}.x`],
  ] as const)
    await expect(pages('all', { limit: 1, cursor: given }, read)).rejects.toMatchObject({
      status: 400,
    })
})
