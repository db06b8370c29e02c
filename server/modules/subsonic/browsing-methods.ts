import type { PlaylistDetail } from '#contract/playlists.ts'
import { HttpError } from '#server/errors.ts'
import { listGenres, listSimilarTracks } from '#server/modules/discover/lists.ts'
import { getPlaylist, listReleasesOfUser } from '#server/modules/playlists/service.ts'
import { getVisibleTracksByIds, listTracks } from '#server/modules/tracks/service.ts'
import { getUser } from '#server/modules/users/service.ts'
import { countReleasesByGenre, findArtistByName, listLooseSongs } from './details-repository.ts'
import { folderOf, musicFolders } from './folders.ts'
import { type AlbumKey, listArtists, type Position, type Start } from './lists-repository.ts'
import { type Call, type MethodDeps, type Methods, reads } from './method.ts'
import type { ParsedId } from './parameters.ts'
import {
  type Album,
  type Artist,
  presentAlbum,
  presentAlbumFolder,
  presentArtist,
  presentArtistFolder,
  presentIndex,
} from './presenter.ts'
import { missingParameter, noSuch, type Payload } from './protocol.ts'

/** All artists come in one response: so many are read at a time. */
const artistsPerQuery = 1000
const maxReleases = 1000
const maxLooseSongs = 5000

export function browsingMethods({ db }: MethodDeps): Methods {
  const artistsIn = async ({ parameters, viewer, load }: Call) => {
    const range = { userId: viewer.id, folder: folderOf(parameters), limit: artistsPerQuery }
    const artists: Artist[] = []
    for (let start: Start | undefined = { offset: 0 }; start; ) {
      const rows: Position[] = await listArtists(db, { ...range, start })
      artists.push(...(await load.artists(rows.map(({ id }) => id))))
      const last = rows.length === artistsPerQuery ? rows.at(-1) : undefined
      start = last && { after: last }
    }
    return artists
  }

  const albumKeysOf = async (userId: string, { viewer }: Call): Promise<AlbumKey[]> => {
    const { items } = await listReleasesOfUser(db, userId, { limit: maxReleases }, viewer)
    const releases = items.map(({ id }) => ({ kind: 'release' as const, id }))
    return [...releases, { kind: 'loose', id: userId }]
  }

  async function artistOf(userId: string, call: Call) {
    const user = await getUser(db, userId, call.viewer)
    const [artist] = await call.load.artistsOf([user])
    if (!artist) throw noSuch('Artist')
    return { user, artist, albums: await call.load.albums(await albumKeysOf(userId, call)) }
  }

  async function albumOf({ kind, id }: ParsedId, { load, viewer }: Call) {
    if (kind !== 'release' && kind !== 'loose') throw noSuch('Album')
    if (kind === 'loose') {
      const [album] = await load.albums([{ kind, id }])
      if (!album) throw noSuch('Album')
      const songs = await load.songs(await listLooseSongs(db, id, viewer.id, maxLooseSongs))
      return { album, songs, notes: null }
    }
    const release = await getPlaylist(db, id, viewer).catch((error) => {
      throw error instanceof HttpError && error.status === 404 ? noSuch('Album') : error
    })
    const { album, songs } = await load.presentRelease(release)
    if (!album || release.type === 'playlist') throw noSuch('Album')
    return { album, songs, notes: release.description }
  }

  async function directoryOf(parsed: ParsedId, call: Call): Promise<Payload> {
    if (parsed.kind === 'user') {
      const { artist, albums } = await artistOf(parsed.id, call)
      const { id, name, starred } = presentArtistFolder(artist)
      return { id, name, ...(starred ? { starred } : {}), child: albums.map(presentAlbumFolder) }
    }
    if (parsed.kind === 'playlist') {
      const playlist = await getPlaylist(db, parsed.id, call.viewer)
      const child = await call.load.presentSongs(tracksOf(playlist))
      return { id: call.parameters.required('id'), name: playlist.title, child }
    }
    const { album, songs } = await albumOf(parsed, call)
    const { id, parent, title: name, starred, playCount } = presentAlbumFolder(album)
    return { id, parent, name, ...(starred ? { starred } : {}), playCount, child: songs }
  }

  /** Tracks to play after a song, or after those of an artist or album. */
  async function similarTo({ kind, id }: ParsedId, call: Call): Promise<Payload[]> {
    const { viewer, parameters, load } = call
    const limit = parameters.int('count', 50, [1, 50])
    const [first] =
      kind === 'track'
        ? await getVisibleTracksByIds(db, [id], viewer)
        : kind === 'release'
          ? tracksOf(await getPlaylist(db, id, viewer))
          : await topTracks(id, 1, call)
    if (!first) return []
    return load.presentSongs(
      await listSimilarTracks(db, { trackId: first.id, limit, viewer, token: '' }),
    )
  }

  const topTracks = async (userId: string, limit: number, { viewer }: Call) =>
    (await listTracks(db, { userId, limit, sort: 'plays', publicOnly: true }, viewer)).items

  async function artistInfo(call: Call, present: string): Promise<Payload> {
    const { load, parameters } = call
    const parsed = parameters.id('id', 'Artist')
    const userId = parsed.kind === 'track' ? await songsOwner(parsed.id, call) : parsed.id
    const user = await getUser(db, userId, call.viewer)
    return {
      [present]: {
        ...(user.bio ? { biography: user.bio } : {}),
        smallImageUrl: load.imageUrl('profile', user.id, 96),
        mediumImageUrl: load.imageUrl('profile', user.id, 384),
        largeImageUrl: load.imageUrl('profile', user.id, 1400),
        similarArtist: [],
      },
    }
  }

  async function songsOwner(trackId: string, { viewer }: Call): Promise<string> {
    const [track] = await getVisibleTracksByIds(db, [trackId], viewer)
    if (!track) throw noSuch('Song')
    return track.userId
  }

  async function albumInfo(call: Call): Promise<Payload> {
    const parsed = call.parameters.id('id', 'Album')
    const key = await albumIdOf(parsed, call)
    const { album, notes } = await albumOf(key, call)
    const [kind, id] = imageOf(album, parsed)
    const sized = (size: number) => call.load.imageUrl(kind, id, size)
    return {
      albumInfo: {
        ...(notes && { notes }),
        smallImageUrl: sized(96),
        mediumImageUrl: sized(384),
        largeImageUrl: sized(1400),
      },
    }
  }

  async function albumIdOf(parsed: ParsedId, { viewer }: Call): Promise<ParsedId> {
    if (parsed.kind !== 'track') return parsed
    const [track] = await getVisibleTracksByIds(db, [parsed.id], viewer)
    if (!track) throw noSuch('Song')
    return track.release
      ? { kind: 'release', id: track.release.id }
      : { kind: 'loose', id: track.userId }
  }

  const similar = (name: string) => async (call: Call) => ({
    [name]: { song: await similarTo(call.parameters.id('id', 'Song'), call) },
  })

  return reads({
    async getIndexes(call) {
      const index = presentIndex(await artistsIn(call), presentArtistFolder)
      return { indexes: { lastModified: Date.now(), ignoredArticles: '', index } }
    },
    async getArtists(call) {
      const index = presentIndex(await artistsIn(call), presentArtist)
      return { artists: { ignoredArticles: '', index } }
    },
    async getArtist(call) {
      const { artist, albums } = await artistOf(call.parameters.idOf('id', 'user', 'Artist'), call)
      return {
        artist: {
          ...presentArtist(artist),
          albumCount: albums.length,
          album: albums.map(presentAlbum),
        },
      }
    },
    async getAlbum(call) {
      const { album, songs } = await albumOf(call.parameters.id('id', 'Album'), call)
      return { album: { ...presentAlbum(album), song: songs } }
    },
    async getMusicDirectory(call) {
      const id = call.parameters.required('id')
      const folder = musicFolders.find((known) => String(known.id) === id)
      if (!folder)
        return { directory: await directoryOf(call.parameters.id('id', 'Directory'), call) }
      const artists = await artistsIn(call)
      const child = artists.map((artist) => {
        const { id: artistId, name: title } = presentArtistFolder(artist)
        return { id: artistId, parent: id, isDir: true, title }
      })
      return { directory: { id, name: folder.name, child } }
    },
    async getSong({ parameters, load }) {
      const [song] = await load.songs([parameters.idOf('id', 'track', 'Song')])
      if (!song) throw noSuch('Song')
      return { song }
    },
    async getGenres() {
      const [genres, releases] = await Promise.all([listGenres(db), countReleasesByGenre(db)])
      const genre = genres.map(({ genre: value, trackCount: songCount }) => ({
        songCount,
        albumCount: releases.get(value) ?? 0,
        value: value || 'other',
      }))
      return { genres: { genre } }
    },
    async getTopSongs(call) {
      const { parameters, load } = call
      const limit = parameters.int('count', 50, [1, 500])
      const name = parameters.get('artist')
      const isById = parameters.get('artistId') !== undefined
      if (!isById && !name) throw missingParameter('artist')
      const userId = isById
        ? parameters.idOf('artistId', 'user', 'Artist')
        : await findArtistByName(db, name ?? '')
      const tracks = userId ? await topTracks(userId, limit, call) : []
      return { topSongs: { song: await load.presentSongs(tracks) } }
    },
    getSimilarSongs: similar('similarSongs'),
    getSimilarSongs2: similar('similarSongs2'),
    getArtistInfo: (call) => artistInfo(call, 'artistInfo'),
    getArtistInfo2: (call) => artistInfo(call, 'artistInfo2'),
    getAlbumInfo: albumInfo,
    getAlbumInfo2: albumInfo,
  })
}

const tracksOf = ({ playlistTracks }: PlaylistDetail) => playlistTracks.map(({ track }) => track)

const imageOf = ({ user }: Album, { kind, id }: ParsedId): [kind: string, id: string] =>
  kind === 'release' ? ['playlist', id] : kind === 'track' ? ['track', id] : ['profile', user.id]
