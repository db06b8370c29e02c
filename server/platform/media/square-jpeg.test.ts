import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createImage } from '#server/testing/sample-files.ts'
import { createSquareJpegs } from './square-jpeg.ts'

test('square images: each is converted once, one at a time, and a flood of one client is refused', async () => {
  const toSquareJpeg = createSquareJpegs({ maxQueue: 3 })
  const image = await createImage({ width: 40, height: 20 })
  let [running, most, conversions] = [0, 0, 0]
  const request = (key: string, client: string) =>
    toSquareJpeg({
      ...{ key, size: 96, client },
      async load() {
        conversions += 1
        running += 1
        most = Math.max(most, running)
        await new Promise(setImmediate)
        running -= 1
        return image
      },
    })
  const flood = ['a', 'b', 'c', 'd', 'e', 'f'].map((key) => request(key, 'flood'))
  const others = [request('a', 'other'), request('z', 'other')]
  const results = await Promise.allSettled(flood)
  const refused = results.filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(3)
  for (const { reason } of refused as PromiseRejectedResult[]) expect(reason.status).toBe(503)
  const [jpeg] = await Promise.all(others)
  expect((await sharp(jpeg).metadata()).width).toBe(96)
  await request('a', 'other')
  expect([most, conversions]).toEqual([1, 4])
})
