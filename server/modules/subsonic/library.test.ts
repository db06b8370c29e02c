import { eq } from 'drizzle-orm'
import { SubsonicAPI } from 'subsonic-api'
import { beforeAll, expect, test } from 'vitest'
import type { NewPlayerState, SavedPlayerState } from '#contract/player.ts'
import {
  follows,
  likes,
  pendingPlays,
  playlists,
  savedPlaylists,
  tracks,
} from '#server/database/schema.ts'
import { like, makePlaylist, makeTrack, makeTracks } from '#server/testing/factories.ts'
import { fixture } from '#server/testing/sample-files.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'
import { type App, makeCatalog, startApp } from '#server/testing/subsonic.ts'

const site = setUpTestSite()
let app: App
let catalog: Awaited<ReturnType<typeof makeCatalog>>
beforeAll(async () => {
  app = await startApp(site)
  catalog = await makeCatalog(site, app.user.id)
})

type Named = { id: string; name: string; title: string }
const titles = (songs: Named[]) => songs.map(({ title }) => title).toSorted()
const names = (items: Named[]) => items.map(({ name }) => name).toSorted()

test('subsonic: every song has what apps rely on, and gains from its loudness', async () => {
  const { first, release, artist } = catalog
  const { song } = await app.call('getSong', { id: `tr-${first.id}` })
  expect(song).toMatchObject({
    id: `tr-${first.id}`,
    ...{ parent: `al-${release.id}`, albumId: `al-${release.id}`, artistId: `ar-${artist.id}` },
    ...{ title: 'Första & <låten>', album: 'Long Nights', artist: 'Ebba & Söner', track: 1 },
    ...{ suffix: 'mp3', contentType: 'audio/mpeg', bitRate: 320, duration: 100, size: 48_000 },
    ...{ genre: 'folk', isDir: false, isrc: ['SEA012600001'], year: 2025 },
    created: first.createdAt.toISOString(),
    starred: expect.stringMatching(/Z$/),
    replayGain: { trackGain: -4, trackPeak: 0.5, albumPeak: 0.5 },
  })
  // −14 LUFS for 100 s and −20 LUFS for 300 s.
  const loudness = 10 * Math.log10((100 * 10 ** -1.4 + 300 * 10 ** -2) / 400)
  expect(song.replayGain.albumGain).toBeCloseTo(-18 - loudness, 1)
})

test('subsonic: an artist has releases and one album of all other tracks', async () => {
  const { artist, release } = catalog
  const found = await app.call('getArtist', { id: `ar-${artist.id}` })
  expect(names(found['artist'].album)).toEqual(['Long Nights', 'Singles and tracks'])
  const album = await app.call('getAlbum', { id: `al-${release.id}` })
  expect(album['album']).toMatchObject({
    songCount: 2,
    duration: 400,
    year: 2025,
    displayArtist: 'Ebba',
  })
  expect(titles(album['album'].song)).toEqual(['Första & <låten>', 'Second'])
  const loose = await app.call('getAlbum', { id: `as-${artist.id}` })
  expect(titles(loose['album'].song)).toEqual(['Single'])
  expect(loose['album'].song[0]).toMatchObject({ albumId: `as-${artist.id}`, genre: 'other' })
})

test('subsonic: an unlisted release of others is in no list, and its public tracks do not name it', async () => {
  const [artist, title] = [site.otherUser, 'Link only']
  const track = await makeTrack(site.db, artist.id, { flushedPlays: 5, likeCount: 5 })
  const hidden = { type: 'album', privacy: 'unlisted', title } as const
  const { id } = await makePlaylist(site.db, artist.id, [track.id], hidden)
  await like(site.db, app.user.id, track.id)
  for (const type of ['newest', 'highest', 'alphabeticalByName']) {
    const { albumList2 } = await app.call('getAlbumList2', { type, size: 500 })
    expect(names(albumList2.album)).not.toContain(title)
  }
  const { song } = await app.call('getSong', { id: `tr-${track.id}` })
  expect(song).toMatchObject({ album: 'Singles and tracks', albumId: `as-${artist.id}` })
  await site.db.delete(playlists).where(eq(playlists.id, id))
  await site.db.delete(tracks).where(eq(tracks.id, track.id))
})

test('subsonic: lists have neither unlisted nor private tracks, and unlisted ones that one likes', async () => {
  const { unlisted, hidden } = catalog
  const listed = await app.call('search3', { query: '', songCount: 500 })
  expect(titles(listed['searchResult3'].song)).toEqual(['Första & <låten>', 'Second', 'Single'])
  expect(await app.call('getSong', { id: `tr-${hidden.id}` })).toMatchObject({
    error: { code: 70 },
  })
  await like(site.db, app.user.id, unlisted.id)
  const withLike = await app.call('search3', { query: '', songCount: 500 })
  expect(titles(withLike['searchResult3'].song)).toContain('Unlisted')
  const everything = await app.call('search3', { query: '', songCount: 500, musicFolderId: 2 })
  expect(titles(everything['searchResult3'].song)).not.toContain('Unlisted')
  await site.db.delete(likes).where(eq(likes.trackId, unlisted.id))
})

test('subsonic: My library has what one collected, Everything also the rest', async () => {
  const stranger = (await makeTrack(site.db, site.otherUser.id, { title: 'Of a stranger' })).id
  const own = await makeTrack(site.db, app.user.id, { title: 'Own', privacy: 'private' })
  const saved = await makeTrack(site.db, site.owner.id, { title: 'On a saved playlist' })
  const playlist = await makePlaylist(site.db, site.owner.id, [saved.id], { title: 'Saved' })
  await app.call('star', { id: `pl-${playlist.id}` })
  const listed = async (folder: object) => {
    const page = { query: '', songCount: 500, artistCount: 500, albumCount: 500, ...folder }
    const { searchResult3: found } = await app.call('search3', page)
    return { songs: titles(found.song), artists: found.artist.length, albums: found.album.length }
  }
  const library = await listed({})
  expect(library.songs).toEqual(expect.arrayContaining(['Own', 'On a saved playlist', 'Single']))
  expect(library.songs).not.toContain('Of a stranger')
  expect(library).toMatchObject({ artists: 3, albums: 4 })
  const everything = await listed({ musicFolderId: 2 })
  expect(everything.songs).toEqual([...library.songs, 'Of a stranger'].toSorted())
  expect(everything).toMatchObject({ artists: 4, albums: 5 })
  const found = await app.call('search3', { query: 'stranger' })
  expect(found['searchResult3'].song).toEqual([])
  const foundInAll = await app.call('search3', { query: 'stranger', musicFolderId: 2 })
  expect(foundInAll['searchResult3'].song).toMatchObject([{ id: `tr-${stranger}` }])
  await site.db.delete(tracks).where(eq(tracks.id, own.id))
  await app.call('unstar', { id: `pl-${playlist.id}` })
})

test('subsonic: pages of a folder list every song once, also if songs are added and deleted meanwhile', async () => {
  const user = await startApp(site)
  const made = await makeTracks(
    site.db,
    Array.from({ length: 12 }, (_, index) => ({ userId: user.user.id, title: `Song ${index}` })),
  )
  const read = async (songOffset: number) => {
    const page = { query: '""', songCount: 5, songOffset, artistCount: 0, albumCount: 0 }
    return ((await user.call('search3', page))['searchResult3'].song as Named[]).map(({ id }) => id)
  }
  const seen = await read(0)
  expect(seen).toHaveLength(5)
  await site.db.delete(tracks).where(eq(tracks.id, (seen[0] ?? '').slice(3)))
  const late = await makeTrack(site.db, user.user.id, { title: 'Late' })
  for (let offset = 5; ; offset += 5) {
    const page = await read(offset)
    seen.push(...page)
    if (page.length < 5) break
  }
  expect(seen.toSorted()).toEqual([...made, late].map(({ id }) => `tr-${id}`).toSorted())
})

test('subsonic: star and unstar like tracks, follow artists and save albums, any number of times', async () => {
  const { first, artist, release } = catalog
  const user = await startApp(site)
  const stars = [`tr-${first.id}`, `ar-${artist.id}`, `al-${release.id}`]
  const counts = async () => [
    await site.db.$count(likes, eq(likes.userId, user.user.id)),
    await site.db.$count(follows, eq(follows.followerId, user.user.id)),
    await site.db.$count(savedPlaylists, eq(savedPlaylists.userId, user.user.id)),
  ]
  for (let time = 0; time < 2; time += 1)
    expect(await user.call('star', { id: stars })).toMatchObject({ status: 'ok' })
  expect(await counts()).toEqual([1, 1, 1])
  const { starred2 } = await user.call('getStarred2')
  expect([starred2.song.length, starred2.artist.length, starred2.album.length]).toEqual([1, 1, 1])
  for (let time = 0; time < 2; time += 1)
    expect(await user.call('unstar', { id: stars })).toMatchObject({ status: 'ok' })
  expect(await counts()).toEqual([0, 0, 0])
})

test('subsonic: a submitted scrobble counts once a day as a play in an app, and enters the history', async () => {
  const { second } = catalog
  const user = await startApp(site)
  const id = `tr-${second.id}`
  await user.call('scrobble', { id, submission: false })
  const history = async () => {
    const session = await site.as(user.user)
    return (await (await session('GET', '/api/library/history')).json()) as { heardAt: string }[]
  }
  expect(await history()).toEqual([])
  const time = Date.now() - 3_600_000
  for (let repetition = 0; repetition < 2; repetition += 1)
    expect(await user.call('scrobble', { id, time })).toMatchObject({ status: 'ok' })
  const [entry] = await history()
  expect(Math.abs(Date.parse(entry?.heardAt ?? '') - time)).toBeLessThan(60_000)
  const counted = await site.db
    .select()
    .from(pendingPlays)
    .where(eq(pendingPlays.trackId, second.id))
  expect(counted).toMatchObject([{ appPlays: 1, plays: 1 }])
})

test('subsonic: the play queue is the queue of the player on the site', async () => {
  const { first, second, single } = catalog
  const user = await startApp(site)
  const session = await site.as(user.user)
  const ids = [first, second, single].map(({ id }) => id)
  const id = ids.map((trackId) => `tr-${trackId}`)
  await user.call('savePlayQueue', { id, current: id[1] ?? '', position: 12_500 })
  const state = (await (await session('GET', '/api/player/state')).json()) as SavedPlayerState
  expect(state).toMatchObject({ index: 1, position: 12.5, playing: false })
  expect(state.tracks.map((track) => track.id)).toEqual(ids)
  const { version, repeat, resume } = state
  const next: NewPlayerState = {
    ...{ version, repeat, resume, deviceId: null, playing: true, position: 3, index: 0 },
    ...{ tracks: ids.slice(1), added: ids.slice(0, 1), original: null, source: null },
  }
  expect((await session('PUT', '/api/player/state', { body: next })).status).toBe(200)
  const { playQueue } = await user.call('getPlayQueue')
  expect(playQueue).toMatchObject({ current: id[1], position: 3000, username: user.user.username })
  expect(playQueue.entry.map((entry: Named) => entry.id)).toEqual([id[1], id[0], id[2]])
})

test('subsonic: random songs of a year are those that show it', async () => {
  const ofYear = async (fromYear: number, toYear: number) => {
    const { randomSongs } = await app.call('getRandomSongs', { fromYear, toYear, musicFolderId: 2 })
    return titles(randomSongs.song).sort()
  }
  expect(await ofYear(2025, 2025)).toEqual(['Första & <låten>', 'Second'])
  const thisYear = new Date().getUTCFullYear()
  expect(await ofYear(thisYear, thisYear)).toContain('Single')
})

test('subsonic: a queue says which app saved it, and the name of the site after a browser did', async () => {
  const user = await startApp(site)
  const session = await site.as(user.user)
  const changedBy = async () => (await user.call('getPlayQueue'))['playQueue'].changedBy
  await user.call('savePlayQueue', { id: `tr-${catalog.first.id}`, c: 'Symfonium' })
  expect(await changedBy()).toBe('Symfonium')
  const state = (await (await session('GET', '/api/player/state')).json()) as SavedPlayerState
  expect(state).not.toHaveProperty('app')
  const { updatedAt, dropped, ...next } = { ...state, tracks: [], index: -1 }
  expect((await session('PUT', '/api/player/state', { body: next })).status).toBe(200)
  expect(await changedBy()).toBe('Soundpost')
})

test('subsonic: newest albums are sorted by the time that they show as created', async () => {
  const { albumList2 } = await app.call('getAlbumList2', { type: 'newest', musicFolderId: 2 })
  const created = albumList2.album.map((album: { created: string }) => album.created)
  expect(created.length).toBeGreaterThan(2)
  expect(created).toEqual(created.toSorted().toReversed())
})

test('subsonic: a client from npm browses, makes playlists and reads a song', async () => {
  const client = new SubsonicAPI({
    url: site.url,
    auth: { username: app.user.username, password: app.password },
  })
  expect((await client.ping()).status).toBe('ok')
  const { artists } = await client.getArtists()
  const listed = artists.index?.flatMap(({ name, artist }) => [name, artist?.[0]?.name])
  expect(listed).toContain('Ebba & Söner')
  const { albumList2 } = await client.getAlbumList2({ type: 'alphabeticalByName' })
  const album = albumList2.album?.find(({ name }) => name === 'Long Nights')
  const opened = await client.getAlbum({ id: album?.id ?? '' })
  const ids = opened.album.song?.map(({ id }) => id) ?? []
  const created = await client.createPlaylist({ name: 'Of a client', songId: ids })
  expect(created.playlist.entry?.map(({ id }) => id)).toEqual(ids)
  await client.updatePlaylist({ playlistId: created.playlist.id, songIndexToRemove: [0] })
  const changed = await client.getPlaylist({ id: created.playlist.id })
  expect(changed.playlist.entry?.map(({ id }) => id)).toEqual(ids.slice(1))
  expect((await client.deletePlaylist({ id: created.playlist.id })).status).toBe('ok')
  const sound = await client.stream({ id: ids[0] ?? '' })
  expect(Buffer.from(await sound.arrayBuffer())).toEqual(fixture('tone.mp3'))
  const cover = await client.getCoverArt({ id: album?.coverArt ?? '', size: 100 })
  expect(cover.headers.get('content-type')).toBe('image/jpeg')
})

test('subsonic: stream sends ranges and never counts a play; download sends what the artist allows', async () => {
  const { second } = catalog
  const id = `tr-${second.id}`
  const part = await app.fetchMethod('stream', { id }, { range: 'bytes=10-19' })
  expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 10])
  expect(part.headers.get('content-type')).toBe('audio/mpeg')
  const head = await site.visitor('HEAD', app.url('stream', { id }))
  expect(head.headers.get('content-length')).toBe(String(fixture('tone.mp3').length))
  const plain = await app.fetchMethod('download', { id })
  expect(plain.headers.get('content-disposition')).toBeNull()
  await site.db.update(tracks).set({ allowDownload: true }).where(eq(tracks.id, second.id))
  const allowed = await app.fetchMethod('download', { id })
  expect(allowed.headers.get('content-disposition')).toContain('attachment')
  await allowed.arrayBuffer()
})

test('subsonic: a playlist of another user can be read but not changed', async () => {
  const playlist = await makePlaylist(site.db, site.owner.id, [], { title: 'Of another' })
  const id = `pl-${playlist.id}`
  expect((await app.call('getPlaylist', { id }))['playlist']).toMatchObject({ readonly: true })
  for (const [method, parameters] of [
    ['updatePlaylist', { playlistId: id, name: 'Mine' }],
    ['createPlaylist', { playlistId: id }],
    ['deletePlaylist', { id }],
  ] as const)
    expect(await app.call(method, parameters), method).toMatchObject({ error: { code: 50 } })
})

test('subsonic: thousands of tracks are added to and removed from a playlist in one request', async () => {
  const rows = Array.from({ length: 3000 }, () => ({ userId: site.owner.id }))
  const ids = (await makeTracks(site.db, rows)).map(({ id }) => id)
  const { id } = await makePlaylist(site.db, app.user.id, ids.slice(0, 2000))
  const before = await listedIn(id)
  const body = new URLSearchParams({ playlistId: `pl-${id}` })
  for (let index = 0; index < 1990; index += 1) body.append('songIndexToRemove', String(index))
  for (const added of ids.slice(1995)) body.append('songIdToAdd', `tr-${added}`)
  expect(await post('updatePlaylist', body)).toMatchObject({ status: 'ok' })
  expect(await listedIn(id)).toEqual([...before.slice(1990), ...ids.slice(2000)])
})

async function post(method: string, body: URLSearchParams) {
  const response = await fetch(new URL(app.url(method), site.url), { method: 'POST', body })
  return ((await response.json()) as { 'subsonic-response': object })['subsonic-response']
}

const listedIn = async (id: string) =>
  (await app.call('getPlaylist', { id: `pl-${id}` }))['playlist'].entry.map((song: Named) =>
    song.id.slice(3),
  )

test('subsonic: an app gets an error for too many stars, and for odd times a listen of now', async () => {
  const many = new URLSearchParams()
  for (let count = 0; count <= 500; count += 1) many.append('id', `tr-${catalog.first.id}`)
  for (const method of ['star', 'scrobble'])
    expect(await post(method, many)).toMatchObject({ status: 'failed' })
  for (const time of ['1e300', '-1e15', 'x', '0'])
    expect(await app.call('scrobble', { id: `tr-${catalog.first.id}`, time }), time).toMatchObject({
      status: 'ok',
    })
})
