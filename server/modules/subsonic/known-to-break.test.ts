import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { tracks } from '#server/database/schema.ts'
import { like, makePlaylist, makeTrack, makeUser } from '#server/testing/factories.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'
import { makeCatalog, type Parameters, startApp } from '#server/testing/subsonic.ts'
import { startTestSite } from '#server/testing/test-site.ts'

/** What is known to break music apps; more of it is in the other tests of this folder. */

const site = setUpTestSite()

type Song = { id: string; albumId: string; artistId: string; parent: string; genre: string }

test('music apps: every method is there with and without .view', async () => {
  const { call } = await startApp(site)
  for (const method of ['ping', 'getMusicFolders', 'getArtists', 'getPlaylists', 'search3'])
    expect(await call(`${method}.view`)).toEqual(await call(method))
})

test('music apps: the format in the body of a POST counts, also of an error', async () => {
  const { password } = await startApp(site)
  for (const [method, status] of [
    ['ping', 'ok'],
    ['getSong', 'failed'],
    ['noSuchMethod', 'failed'],
  ]) {
    const response = await fetch(`${site.url}/rest/${method}.view`, {
      method: 'POST',
      body: new URLSearchParams({ apiKey: password, f: 'json' }),
    })
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ 'subsonic-response': { status } })
  }
})

test('music apps: an error is XML by default, with status 200', async () => {
  const response = await site.visitor('GET', '/rest/ping')
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'text/xml; charset=utf-8',
  ])
  expect(await response.text()).toMatch(/status="failed".*<error code="10"/s)
})

test('music apps: a malformed URL is answered in the form that it asks for', async () => {
  const json = await site.visitor('GET', '/rest/getSong%ff?f=json')
  expect([json.status, await json.json()]).toEqual([
    200,
    { 'subsonic-response': expect.objectContaining({ status: 'failed' }) },
  ])
  const xml = await site.visitor('GET', '/rest/getSong%ff')
  expect(await xml.text()).toContain('The URL of this request is malformed.')
})

test('music apps: what the site does not have is an empty list', async () => {
  const { call } = await startApp(site)
  for (const [method, element, list] of [
    ['getBookmarks', 'bookmarks', 'bookmark'],
    ['getInternetRadioStations', 'internetRadioStations', 'internetRadioStation'],
    ['getPodcasts', 'podcasts', 'channel'],
    ['getNewestPodcasts', 'newestPodcasts', 'episode'],
    ['getShares', 'shares', 'share'],
    ['getNowPlaying', 'nowPlaying', 'entry'],
    ['getVideos', 'videos', 'video'],
  ] as const) {
    const response = await call(method)
    expect([method, response.status, response[element]]).toEqual([method, 'ok', { [list]: [] }])
  }
  expect((await call('getScanStatus'))['scanStatus']).toEqual({ scanning: false, count: 0 })
})

test('music apps: names of indexes and genres are never empty', async () => {
  const { call, user } = await startApp(site)
  for (const displayName of ['', ' ', '!', '\u{1f3bb}', '9 Lives', 'Éva']) {
    const artist = await makeUser(site.db, { displayName })
    const { id } = await makeTrack(site.db, artist.id, { genre: '' })
    await like(site.db, user.id, id)
  }
  const { artists } = await call('getArtists')
  const { indexes } = await call('getIndexes')
  for (const { index } of [artists, indexes]) {
    expect(index.map(({ name }: { name: string }) => name)).toContain('#')
    for (const { name, artist } of index) {
      expect(name).toMatch(/\S/)
      for (const one of artist) expect(one.name).not.toBe('')
    }
  }
  for (const { value } of (await call('getGenres'))['genres'].genre) expect(value).toMatch(/\S/)
  const { randomSongs } = await call('getRandomSongs')
  expect(new Set(randomSongs.song.map(({ genre }: Song) => genre))).toEqual(new Set(['other']))
})

test('music apps: nothing similar is an empty list', async () => {
  const empty = await startTestSite()
  try {
    const { call, user } = await startApp(empty)
    const { id } = await makeTrack(empty.db, user.id)
    for (const liked of [`tr-${id}`, `as-${user.id}`, `ar-${user.id}`]) {
      const found = await call('getSimilarSongs2', { id: liked })
      expect([liked, found.status, found['similarSongs2']]).toEqual([liked, 'ok', { song: [] }])
      expect((await call('getSimilarSongs', { id: liked }))['similarSongs']).toEqual({ song: [] })
    }
  } finally {
    await empty.close()
  }
})

test('music apps: a site without a track lists nothing, without an error', async () => {
  const empty = await startTestSite()
  try {
    const { call } = await startApp(empty)
    expect((await call('getArtists'))['artists'].index).toEqual([])
    expect((await call('getGenres'))['genres'].genre).toEqual([])
    expect((await call('getAlbumList2', { type: 'newest' }))['albumList2'].album).toEqual([])
    expect((await call('search3', { query: '' }))['searchResult3']).toEqual({
      ...{ artist: [], album: [], song: [] },
    })
    expect((await call('getRandomSongs'))['randomSongs'].song).toEqual([])
    expect((await call('getStarred2'))['starred2']).toEqual({ artist: [], album: [], song: [] })
  } finally {
    await empty.close()
  }
})

test('music apps: songs of every list have an album, an artist and a parent', async () => {
  const { call, user } = await startApp(site)
  const { artist, release, playlist, first, single } = await makeCatalog(site, user.id)
  const lists: [string, Parameters, (envelope: Awaited<ReturnType<typeof call>>) => Song[]][] = [
    ['search3', { query: '' }, (found) => found['searchResult3'].song],
    ['search2', { query: 'Single' }, (found) => found['searchResult2'].song],
    ['getAlbum', { id: `al-${release.id}` }, (found) => found['album'].song],
    ['getAlbum', { id: `as-${artist.id}` }, (found) => found['album'].song],
    ['getMusicDirectory', { id: `al-${release.id}` }, (found) => found['directory'].child],
    ['getPlaylist', { id: `pl-${playlist.id}` }, (found) => found['playlist'].entry],
    ['getRandomSongs', {}, (found) => found['randomSongs'].song],
    ['getSongsByGenre', { genre: 'folk' }, (found) => found['songsByGenre'].song],
    ['getTopSongs', { artist: 'Ebba & Söner' }, (found) => found['topSongs'].song],
    ['getStarred2', {}, (found) => found['starred2'].song],
    ['getSong', { id: `tr-${single.id}` }, (found) => [found['song']]],
    ['getSong', { id: `tr-${first.id}` }, (found) => [found['song']]],
  ]
  for (const [method, parameters, songsOf] of lists) {
    const songs = songsOf(await call(method, parameters))
    expect(songs.length, method).toBeGreaterThan(0)
    for (const { albumId, artistId, parent } of songs)
      expect([albumId, artistId, parent], method).toEqual([
        expect.stringMatching(/^a[ls]-/),
        expect.stringMatching(/^ar-/),
        albumId,
      ])
  }
})

test('music apps: a track without a loudness has gains of none, one with it those of −18 LUFS', async () => {
  const { call, user } = await startApp(site)
  const { id } = await makeTrack(site.db, user.id, { loudness: null })
  const gain = async () => (await call('getSong', { id: `tr-${id}` }))['song'].replayGain
  expect(await gain()).toEqual({})
  await site.db.update(tracks).set({ loudness: -23.5 }).where(eq(tracks.id, id))
  expect(await gain()).toEqual({ trackGain: 5.5 })
})

test('music apps: search3 lists the folder if nothing is searched for, however apps say so', async () => {
  const { call, user } = await startApp(site)
  await makeTrack(site.db, user.id, { title: 'Only mine' })
  for (const parameters of [{}, { query: '' }, { query: '""' }, { query: '*' }, { query: ' ' }]) {
    const { searchResult3 } = await call('search3', parameters)
    expect(searchResult3.song).toMatchObject([{ title: 'Only mine' }])
    expect(searchResult3.artist).toHaveLength(1)
  }
})

test('music apps: an unlisted track is found by its id alone, from own playlists and likes', async () => {
  const { call, user } = await startApp(site)
  const { unlisted, hidden } = await makeCatalog(site, user.id)
  const idOf = ({ id }: { id: string }) => `tr-${id}`
  expect((await call('getSong', { id: idOf(unlisted) })).status).toBe('ok')
  expect((await call('getSong', { id: idOf(hidden) })).error?.code).toBe(70)
  const listed = async () => {
    const { searchResult3 } = await call('search3', { query: '', musicFolderId: 2, songCount: 500 })
    return searchResult3.song.map(({ id }: Song) => id)
  }
  expect(await listed()).not.toContain(idOf(unlisted))
  await call('star', { id: idOf(unlisted) })
  expect((await call('getStarred2'))['starred2'].song.map(({ id }: Song) => id)).toContain(
    idOf(unlisted),
  )
  expect(await listed()).not.toContain(idOf(unlisted))
})

test('music apps: what is wrong with a request changes nothing', async () => {
  const { call, user } = await startApp(site)
  const { id } = await makeTrack(site.db, user.id)
  const playlist = await makePlaylist(site.db, user.id, [id])
  for (const [method, parameters, code] of [
    ['createPlaylist', { name: 'Of nothing', songId: [`tr-${id}`, `tr-${randomUUID()}`] }, 70],
    ['createPlaylist', { name: 'Of nothing', songId: 'x' }, 70],
    ['updatePlaylist', { playlistId: `pl-${playlist.id}`, songIndexToRemove: '' }, 0],
    ['updatePlaylist', { playlistId: `pl-${playlist.id}`, songIndexToRemove: 'x', name: 'N' }, 0],
    ['getPlaylists', { username: site.otherUser.username }, 50],
    ['setRating', { id: `tr-${id}`, rating: 'x' }, 0],
    ['setRating', { id: `tr-${id}`, rating: 6 }, 0],
    ['setRating', { id: `tr-${id}` }, 10],
  ] as const)
    expect((await call(method, parameters)).error?.code, `${method} ${parameters}`).toBe(code)
  expect((await call('getPlaylists', { username: user.username }))['playlists'].playlist).toEqual([
    expect.objectContaining({ id: `pl-${playlist.id}`, name: playlist.title, songCount: 1 }),
  ])
})

test('music apps: an id that is gone keeps none of the others from being starred', async () => {
  const { call, user } = await startApp(site)
  const [first, last] = [await makeTrack(site.db, user.id), await makeTrack(site.db, user.id)]
  const id = ['x', `tr-${first.id}`, `tr-${randomUUID()}`, `tr-${last.id}`]
  expect((await call('star', { id })).error?.code).toBe(70)
  expect((await call('getStarred2'))['starred2'].song).toHaveLength(2)
})

test('music apps: lists have an unlisted release only for those who saved it', async () => {
  const { call, user } = await startApp(site)
  const { artist } = await makeCatalog(site, user.id)
  const { id } = await makeTrack(site.db, artist.id)
  const release = await makePlaylist(site.db, artist.id, [id], {
    ...{ type: 'album', privacy: 'unlisted', title: 'By its link' },
  })
  await like(site.db, user.id, id)
  await call('scrobble', { id: `tr-${id}` })
  const listed = async (type: string) => {
    const { albumList2 } = await call('getAlbumList2', { type, size: 100 })
    return albumList2.album.some((album: { id: string }) => album.id === `al-${release.id}`)
  }
  const types = ['newest', 'recent', 'highest', 'alphabeticalByName']
  for (const type of types) expect(await listed(type), type).toBe(false)
  expect((await call('getAlbum', { id: `al-${release.id}` })).status).toBe('ok')
  await call('star', { albumId: `al-${release.id}` })
  for (const type of types) expect(await listed(type), type).toBe(true)
})

test('music apps: XML for an older protocol has only elements that it knew, JSON has all', async () => {
  const { fetchMethod, user } = await startApp(site)
  const { artist, release } = await makeCatalog(site, user.id)
  const childrenOf = async (method: string, parameters: Parameters, v: string) => {
    const xml = await (await fetchMethod(method, { ...parameters, f: 'xml', v })).text()
    return new Set(xml.match(/(?<=<)[a-zA-Z]+(?=[ />])/g))
  }
  const album = { id: `al-${release.id}` }
  expect(await childrenOf('getAlbum', album, '1.8.0')).toEqual(new Set(['album', 'song']))
  expect(await childrenOf('getAlbum', album, '1.16.1')).toContain('replayGain')
  const person = { id: `ar-${artist.id}` }
  expect(await childrenOf('getArtist', person, '1.13.0')).toEqual(new Set(['artist', 'album']))
  expect(await childrenOf('getArtists', {}, '1.13.0')).toContain('artists')
  expect(await childrenOf('getGenres', {}, '1.13.0')).toContain('genres')
  const json = await fetchMethod('getAlbum', { ...album, v: '1.8.0' })
  expect(await json.text()).toContain('replayGain')
})
