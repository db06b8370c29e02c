import { expect, test } from 'vitest'
import { likeMany, makePlaylist, makeTracks, makeUser } from '#server/testing/factories.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'

const site = setUpTestSite()

test('library: a cursor of one list is accepted by no other', async () => {
  const { db, owner, asOwner } = site
  const artist = await makeUser(db)
  const made = await makeTracks(db, [{ userId: artist.id }, { userId: artist.id }])
  await likeMany(
    db,
    made.map(({ id }) => ({ userId: owner.id, trackId: id })),
  )
  for (const { id } of made)
    await asOwner('POST', '/api/library/history', { body: { trackId: id } })
  await asOwner('POST', `/api/users/${artist.id}/follow`)
  for (const title of ['One', 'Two']) await makePlaylist(db, owner.id, [], { title })

  const paths = ['likes', 'history', 'following', 'playlists'].map((list) => `/api/library/${list}`)
  for (const path of paths) {
    const response = await asOwner('GET', `${path}?limit=1`)
    const next = /cursor=([^&>]+)/.exec(response.headers.get('link') ?? '')?.[1]
    expect(next, path).toBeDefined()
    const others = paths.filter((other) => other !== path)
    for (const other of [...others, '/api/playlists']) {
      const refused = await asOwner('GET', `${other}?cursor=${next}`)
      const { message } = (await refused.json()) as { message: string }
      expect([refused.status, message]).toEqual([400, 'The cursor does not belong to this list.'])
    }
  }
})
