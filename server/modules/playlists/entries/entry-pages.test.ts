import { expect, test } from 'vitest'
import type { PlaylistDetail } from '#contract/playlists.ts'
import { makePlaylist, makeTracks, makeUser } from '#server/testing/factories.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'

const site = setUpTestSite()

async function read(path: string) {
  const response = await site.visitor('GET', path)
  const { playlistTracks, ...playlist } = (await response.json()) as PlaylistDetail
  const next = /<([^>]+)>/.exec(response.headers.get('link') ?? '')?.[1]
  return { playlist, playlistTracks, next, positions: playlistTracks.map((e) => e.position) }
}

/** Every third track is hidden from visitors. */
async function makeLongPlaylist(length: number) {
  const description = 'x'.repeat(5000)
  const tracks = await makeTracks(
    site.db,
    Array.from({ length }, (_, index) => ({
      ...{ userId: site.owner.id, description },
      privacy: index % 3 === 0 ? ('private' as const) : ('public' as const),
    })),
  )
  const ids = tracks.map(({ id }) => id)
  const visible = tracks.flatMap(({ id, privacy }) => (privacy === 'public' ? id : []))
  return { playlist: await makePlaylist(site.db, site.owner.id, ids), visible }
}

test('pages of a playlist: together they are the playlist, with counts and positions of the whole', async () => {
  const { playlist, visible } = await makeLongPlaylist(12)
  const first = await read(`/api/playlists/${playlist.id}?limit=5`)
  expect(first.playlist).toMatchObject({ trackCount: 8, duration: 8 * 12 })
  expect(first.positions).toEqual([0, 1, 2, 3, 4])
  const second = await read(first.next ?? '')
  expect(second.playlist).toMatchObject({ trackCount: 8, duration: 8 * 12 })
  expect(second.positions).toEqual([5, 6, 7])
  expect(second.next).toBeUndefined()
  const ids = [...first.playlistTracks, ...second.playlistTracks].map((e) => e.trackId)
  expect(ids).toEqual(visible)
})

test('pages of a playlist: without a limit 1,000 tracks are whole, and of more the rest is a page', async () => {
  const user = await makeUser(site.db)
  const rows = await makeTracks(
    site.db,
    Array.from({ length: 1001 }, () => ({ userId: user.id })),
  )
  const ids = rows.map(({ id }) => id)
  const whole = await makePlaylist(site.db, user.id, ids.slice(1))
  const long = await makePlaylist(site.db, user.id, ids)
  const one = await read(`/api/playlists/slug/${whole.slug}`)
  expect([one.playlistTracks.length, one.next]).toEqual([1000, undefined])
  const first = await read(`/api/playlists/slug/${long.slug}`)
  expect(first.playlistTracks).toHaveLength(1000)
  expect((await read(first.next ?? '')).positions).toEqual([1000])
})

test('lists and playlists: tracks have the start of a long description there, and all of it on their own', async () => {
  const { playlist, visible } = await makeLongPlaylist(3)
  const paths = ['/api/tracks', `/api/playlists/${playlist.id}`, '/api/discover']
  for (const path of paths) {
    const text = await (await site.visitor('GET', path)).text()
    expect(text).toContain(visible[0])
    expect(text).toContain(`"${'x'.repeat(200)}"`)
    expect(text).not.toContain('x'.repeat(201))
  }
  const track = await site.visitor('GET', `/api/tracks/slug/${visible[0]}`)
  expect(await track.json()).toMatchObject({ description: 'x'.repeat(5000) })
})
