import { listLikedTracks } from '#server/modules/library/service.ts'
import { listFollowPage } from '#server/modules/reactions/lists.ts'
import { search } from '#server/modules/search/service.ts'
import type { Page } from '#server/shared/cursor.ts'
import { folderOf } from './folders.ts'
import {
  type AlbumKey,
  type AlbumOrder,
  listAlbums,
  listArtists,
  listHeardAlbums,
  listLikedMostAlbums,
  listRandomSongs,
  listSavedReleases,
  listSongs,
  listSongsOfGenre,
  listSortedAlbums,
  searchLibrary,
} from './lists-repository.ts'
import { type Call, type MethodDeps, type Methods, reads } from './method.ts'
import type { Parameters } from './parameters.ts'
import {
  type Album,
  type Artist,
  presentAlbum,
  presentAlbumFolder,
  presentArtist,
  presentArtistFolder,
} from './presenter.ts'
import { errorCodes, type Payload, SubsonicError } from './protocol.ts'

/** Search finds the best matches, not all of them. */
const maxMatches = 200
/** Likes, follows and saved releases in one response. */
const maxStarred = 10_000

type Found = { artists: Artist[]; albums: Album[]; songs: Payload[] }

export function listMethods({ db, page }: Pick<MethodDeps, 'db' | 'page'>): Methods {
  async function albumKeys({ parameters, viewer }: Call): Promise<AlbumKey[]> {
    const type = parameters.required('type')
    const range = {
      userId: viewer.id,
      folder: folderOf(parameters),
      ...parameters.page('size', 'offset', 10),
    }
    if (type === 'recent' || type === 'frequent') return listHeardAlbums(db, { ...range, by: type })
    if (type === 'highest') return listLikedMostAlbums(db, range)
    if (type === 'starred') return releaseKeys(await listSavedReleases(db, range))
    return listSortedAlbums(db, { ...range, order: orderOf(type, parameters) })
  }

  /** What a folder has, a page at a time. */
  async function listFolder({ parameters, viewer, load }: Call): Promise<Found> {
    const within = (list: string, range: { limit: number; offset: number }) => ({
      list,
      userId: viewer.id,
      folder: folderOf(parameters),
      ...range,
    })
    const pages = searchPages(parameters)
    const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)
    const artists = await page(within('artists', pages.artists), (range) => listArtists(db, range))
    const albums = await page(within('albums', pages.albums), (range) => listAlbums(db, range))
    const songs = await page(within('songs', pages.songs), (range) => listSongs(db, range))
    return {
      artists: await load.artists(idsOf(artists)),
      albums: await load.albums(albums),
      songs: await load.songs(idsOf(songs)),
    }
  }

  async function findText(text: string, { parameters, viewer, load }: Call): Promise<Found> {
    const pages = searchPages(parameters)
    const limit = Math.min(
      maxMatches,
      Math.max(...Object.values(pages).map((range) => range.offset + range.limit)),
    )
    const cut = <Item>(items: Item[], range: { limit: number; offset: number }) =>
      items.slice(range.offset, range.offset + range.limit)
    if (folderOf(parameters) === 'library') {
      const found = await searchLibrary(db, { userId: viewer.id, text, limit })
      return {
        artists: await load.artists(cut(found.artistIds, pages.artists)),
        albums: await load.albums(cut(found.albums, pages.albums)),
        songs: await load.songs(cut(found.songIds, pages.songs)),
      }
    }
    const { tracks, users, albums } = await search(db, { text, limit, viewer })
    const keys = releaseKeys(albums.map(({ id }) => id))
    return {
      artists: await load.artistsOf(cut(users, pages.artists)),
      albums: await load.albums(cut(keys, pages.albums)),
      songs: await load.presentSongs(cut(tracks, pages.songs)),
    }
  }

  async function find(call: Call): Promise<Found> {
    // Some apps send two quotation marks for nothing, or a wildcard at the end.
    const text = (call.parameters.get('query') ?? '').replaceAll(/["*]/g, ' ').trim().slice(0, 200)
    return text === '' ? listFolder(call) : findText(text, call)
  }

  async function starred({ viewer, load }: Call): Promise<Found> {
    const [tracks, users, releaseIds] = await Promise.all([
      readAll((cursor) => listLikedTracks(db, { limit: 1000, cursor }, viewer)),
      readAll((cursor) =>
        listFollowPage(db, { limit: 1000, cursor, userId: viewer.id, side: 'following', viewer }),
      ),
      listSavedReleases(db, { userId: viewer.id, limit: maxStarred, offset: 0 }),
    ])
    return {
      artists: await load.artistsOf(users),
      albums: await load.albums(releaseKeys(releaseIds)),
      songs: await load.presentSongs(tracks),
    }
  }

  async function randomSongs({ parameters, viewer, load }: Call) {
    const ids = await listRandomSongs(db, {
      userId: viewer.id,
      folder: folderOf(parameters),
      limit: parameters.int('size', 10, [0, 500]),
      genre: parameters.get('genre') || undefined,
      years: yearsOf(parameters),
    })
    return load.songs(ids)
  }

  return reads({
    getAlbumList: async (call) => ({
      albumList: { album: (await call.load.albums(await albumKeys(call))).map(presentAlbumFolder) },
    }),
    getAlbumList2: async (call) => ({
      albumList2: { album: (await call.load.albums(await albumKeys(call))).map(presentAlbum) },
    }),
    getRandomSongs: async (call) => ({ randomSongs: { song: await randomSongs(call) } }),
    async getSongsByGenre({ parameters, viewer, load }) {
      const ids = await listSongsOfGenre(db, {
        userId: viewer.id,
        folder: folderOf(parameters),
        genre: parameters.required('genre'),
        ...parameters.page('count', 'offset', 10),
      })
      return { songsByGenre: { song: await load.songs(ids) } }
    },
    search2: async (call) => ({ searchResult2: asFolders(await find(call)) }),
    search3: async (call) => ({ searchResult3: asTags(await find(call)) }),
    getStarred: async (call) => ({ starred: asFolders(await starred(call)) }),
    getStarred2: async (call) => ({ starred2: asTags(await starred(call)) }),
  })
}

const asFolders = ({ artists, albums, songs }: Found): Payload => ({
  artist: artists.map(presentArtistFolder),
  album: albums.map(presentAlbumFolder),
  song: songs,
})

const asTags = ({ artists, albums, songs }: Found): Payload => ({
  artist: artists.map(presentArtist),
  album: albums.map(presentAlbum),
  song: songs,
})

const releaseKeys = (ids: string[]): AlbumKey[] => ids.map((id) => ({ kind: 'release', id }))

const searchPages = (parameters: Parameters) => ({
  artists: parameters.page('artistCount', 'artistOffset', 20),
  albums: parameters.page('albumCount', 'albumOffset', 20),
  songs: parameters.page('songCount', 'songOffset', 20),
})

function orderOf(type: string, parameters: Parameters): AlbumOrder {
  if (type === 'byGenre') return { type, genre: parameters.required('genre') }
  if (type === 'byYear') {
    const year = (name: string) => {
      parameters.required(name)
      return parameters.int(name, 0, [0, 9999])
    }
    return { type, from: year('fromYear'), to: year('toYear') }
  }
  const known = ['newest', 'random', 'alphabeticalByName', 'alphabeticalByArtist'] as const
  const found = known.find((name) => name === type)
  if (found) return { type: found }
  throw new SubsonicError(errorCodes.generic, 'This type of list is not known.')
}

async function readAll<Item>(
  read: (cursor: string | undefined) => Promise<Page<Item>>,
): Promise<Item[]> {
  const items: Item[] = []
  for (let cursor: string | undefined; items.length < maxStarred; ) {
    const page = await read(cursor)
    items.push(...page.items)
    cursor = page.next
    if (cursor === undefined) break
  }
  return items
}

function yearsOf(parameters: Parameters): [number, number] | undefined {
  if (!parameters.get('fromYear') && !parameters.get('toYear')) return undefined
  return [parameters.int('fromYear', 0, [0, 9999]), parameters.int('toYear', 9999, [0, 9999])]
}
