import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeTrack } from '#server/testing/factories.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'

const site = setUpTestSite({ env: { RATE_LIMIT_SCALE: '0.05' } })

test('share links: after too many wrong guesses no link opens from that address', async () => {
  const track = await makeTrack(site.db, site.owner.id, { privacy: 'private' })
  const body = { trackId: track.id, name: 'For the label' }
  const created = await site.asOwner('POST', '/api/share-links', { body })
  const { url } = (await created.json()) as { url: string }
  const token = url.split('/').at(-1) ?? ''
  // An image: calls that return JSON have the default limit besides.
  const open = async (guess: string) =>
    (await site.visitor('GET', `/api/share/${guess}/artwork`)).status
  for (let i = 0; i < 20; i++) expect(await open(token)).toBe(200)
  for (let i = 0; i < 10; i++) expect(await open(randomBytes(16).toString('base64url'))).toBe(404)
  expect(await open(randomBytes(16).toString('base64url'))).toBe(429)
  expect(await open(token)).toBe(429)
})
