import { expect, test, vi } from 'vitest'
import { findOwnTrack } from './track-mutations.ts'

test('findOwnTrack: a track behind the first page of the list is found', async () => {
  const next = { link: '</api/users/me/tracks?cursor=2>; rel="next"' }
  const pages = [
    new Response('[{"audioUrl":"/objects/b"}]', { headers: next }),
    new Response('[{"audioUrl":"/objects/a","id":"1"}]'),
  ]
  vi.stubGlobal('fetch', async () => pages.shift())
  await expect(findOwnTrack('me', '/objects/a')).resolves.toMatchObject({ id: '1' })
})

test('findOwnTrack: without such a track there is none, after the last page', async () => {
  vi.stubGlobal('fetch', async () => new Response('[{"audioUrl":"/objects/b"}]'))
  await expect(findOwnTrack('me', '/objects/a')).resolves.toBeUndefined()
})
