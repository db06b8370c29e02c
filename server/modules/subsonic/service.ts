import { LRUCache } from 'lru-cache'
import type { UserSummary } from '#contract/fields.ts'
import type { Playlist, PlaylistDetail } from '#contract/playlists.ts'
import type { Track } from '#contract/tracks.ts'
import { getPlaylistsByIds } from '#server/modules/playlists/service.ts'
import { getVisibleTracksByIds } from '#server/modules/tracks/service.ts'
import { getUsersByIds } from '#server/modules/users/service.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { Viewer } from '#server/viewer.ts'
import {
  findArtistDetails,
  findLooseTotals,
  findPlaylistTotals,
  findSavedTimes,
  findSongDetails,
  type Totals,
} from './details-repository.ts'
import type { Folder } from './folders.ts'
import type { AlbumKey, Position, Start } from './lists-repository.ts'
import {
  type Album,
  type Artist,
  type ListedPlaylist,
  looseAlbum,
  presentPlaylist,
  presentSong,
  releaseAlbum,
} from './presenter.ts'
import type { Payload } from './protocol.ts'

type Options = { db: Db; viewer: Viewer; publicUrl: string; charge(calls: number): void }
/** As on a page of the site's own lists: the protocol has none for most of its lists. */
const songsPerCall = 1000
const distinct = (ids: string[]) => [...new Set(ids)]

export type Loader = ReturnType<typeof createLoader>

/** Loads what the viewer may see of items, with all that apps show of them: a few queries for any number. */
export function createLoader({ db, viewer, publicUrl, charge }: Options) {
  const imageUrl = (kind: string, id: string, size: number) =>
    `${publicUrl}/square-images/${kind}/${id}.jpg?size=${size}`

  async function presentSongs(
    tracks: Track[],
    known = new Map<string, Totals>(),
  ): Promise<Payload[]> {
    if (tracks.length === 0) return []
    charge(Math.ceil(tracks.length / songsPerCall) - 1)
    const releaseIds = distinct(tracks.flatMap(({ release }) => release?.id ?? [])).filter(
      (id) => !known.has(id),
    )
    const [details, albums] = await Promise.all([
      findSongDetails(
        db,
        tracks.map(({ id }) => id),
        viewer.id,
      ),
      releaseIds.length > 0 ? findPlaylistTotals(db, releaseIds, viewer.id) : undefined,
    ])
    return tracks.map((track) =>
      presentSong(track, {
        details: details.get(track.id),
        album: known.get(track.release?.id ?? '') ?? albums?.get(track.release?.id ?? ''),
      }),
    )
  }

  /** A release with its songs. */
  async function presentRelease(release: PlaylistDetail) {
    const album = (await fromReleases([release])).get(release.id)
    const tracks = release.playlistTracks.map(({ track }) => track)
    const known = new Map(album?.totals && [[release.id, album.totals]])
    return { album, songs: await presentSongs(tracks, known) }
  }

  async function fromReleases(releases: Playlist[]): Promise<Map<string, Album>> {
    const ids = releases.map(({ id }) => id)
    const [totals, saved] = await Promise.all([
      findPlaylistTotals(db, ids, viewer.id),
      findSavedTimes(db, ids, viewer.id),
    ])
    return new Map(
      releases.map((release) => [
        release.id,
        releaseAlbum(release, {
          totals: totals.get(release.id),
          starredAt: saved.get(release.id)?.savedAt,
        }),
      ]),
    )
  }

  async function looseAlbums(userIds: string[]): Promise<Map<string, Album>> {
    if (userIds.length === 0) return new Map()
    const [users, totals] = await Promise.all([
      getUsersByIds(db, userIds),
      findLooseTotals(db, userIds, viewer.id),
    ])
    return new Map(
      users.flatMap((user) => {
        const own = totals.get(user.id)
        return own ? [[user.id, looseAlbum(user, own)] as const] : []
      }),
    )
  }

  /** In the order of the keys. */
  async function albums(keys: AlbumKey[]): Promise<Album[]> {
    const idsOf = (kind: AlbumKey['kind']) =>
      keys.filter((key) => key.kind === kind).map(({ id }) => id)
    const releaseIds = idsOf('release')
    const releases = releaseIds.length > 0 ? await getPlaylistsByIds(db, releaseIds, viewer) : []
    const [byRelease, byUser] = await Promise.all([
      fromReleases(releases.filter(({ type }) => type !== 'playlist')),
      looseAlbums(idsOf('loose')),
    ])
    return keys.flatMap(({ kind, id }) => (kind === 'release' ? byRelease : byUser).get(id) ?? [])
  }

  async function artistsOf(users: UserSummary[]): Promise<Artist[]> {
    const ids = users.map(({ id }) => id)
    const details = ids.length > 0 ? await findArtistDetails(db, ids, viewer.id) : new Map()
    return users.map((user) => ({
      user,
      albums: details.get(user.id)?.albums ?? 0,
      starredAt: details.get(user.id)?.starredAt,
      imageUrl: imageUrl('profile', user.id, 384),
    }))
  }

  return {
    imageUrl,
    presentSongs,
    presentRelease,
    albums,
    artistsOf,
    songs: async (ids: string[]) => presentSongs(await getVisibleTracksByIds(db, ids, viewer)),
    artists: async (ids: string[]) => artistsOf(ids.length > 0 ? await getUsersByIds(db, ids) : []),
    async playlists(playlists: ListedPlaylist[]): Promise<Payload[]> {
      const ids = playlists.map(({ id }) => id)
      const totals = await findPlaylistTotals(db, ids, viewer.id)
      return playlists.map((playlist) =>
        presentPlaylist(playlist, totals.get(playlist.id), viewer.id),
      )
    },
  }
}

const maxKnownPositions = 20_000

/**
 * The protocol pages by offset, which costs as much as reading all rows before it. The row at which each page ended is
 * remembered, so that the next page starts there: synchronizing a folder then costs the same per page, and neither
 * repeats nor misses rows if others are inserted or deleted meanwhile. A page that nobody has read up to is counted.
 */
export function createPager() {
  const ends = new LRUCache<string, Position>({ max: maxKnownPositions })
  return async <Row extends Position>(
    {
      list,
      userId,
      folder,
      offset,
      limit,
    }: {
      list: string
      userId: string
      folder: Folder
      offset: number
      limit: number
    },
    read: (range: {
      userId: string
      folder: Folder
      limit: number
      start: Start
    }) => Promise<Row[]>,
  ): Promise<Row[]> => {
    if (limit === 0) return []
    const keyAt = (position: number) => JSON.stringify([list, userId, folder, position])
    const after = offset === 0 ? undefined : ends.get(keyAt(offset))
    const rows = await read({ userId, folder, limit, start: after ? { after } : { offset } })
    const last = rows.at(-1)
    if (last) ends.set(keyAt(offset + rows.length), { at: last.at, id: last.id })
    return rows
  }
}
export type Pager = ReturnType<typeof createPager>
