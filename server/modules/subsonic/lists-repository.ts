import { randomUUID } from 'node:crypto'
import { and, type SQL, sql } from 'drizzle-orm'
import {
  follows,
  likes,
  listens,
  playlists,
  playlistTracks,
  savedPlaylists,
  tracks,
  users,
} from '#server/database/schema.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { containsPattern } from '#server/shared/text-filter-repository.ts'
import {
  isNotPrivate,
  isPublic,
  isPublicOrOwn,
  isPublicRelease,
  isRelease,
  isUnlisted,
} from '#server/shared/visibility.ts'
import type { Folder } from './folders.ts'

/** What a folder lists, as ids: other modules then decide what the viewer sees of it. */

export type AlbumKey = { kind: 'release' | 'loose'; id: string }
/** Where a page starts: after a row, or else at an offset, which costs as much as reading up to it. */
export type Start = { after: Position } | { offset: number }
export type Position = { at: string; id: string }
type Range = { userId: string; folder: Folder; limit: number; start: Start }
type Row = { id: string; at: Date | string }

const positionOf = ({ id, at }: Row): Position => ({ id, at: new Date(at).toISOString() })

/** Public tracks, the user's own, and unlisted ones that the user likes. */
const libraryTracks = (userId: string) => sql`
  select track.id, track.user_id, track.created_at, track.genre, track.title, track.artist, track.like_count
  from ${tracks} track join (
    select track_id as id from ${likes} where user_id = ${userId}
    union select id from ${tracks} where user_id = ${userId}
    union select entry.track_id from ${savedPlaylists} saved
      join ${playlists} playlist on playlist.id = saved.playlist_id and ${isNotPrivate('playlist')}
      join ${playlistTracks} entry on entry.playlist_id = playlist.id
      where saved.user_id = ${userId}
    union select followed.id from ${follows} follow
      join ${tracks} followed on followed.user_id = follow.following_id and ${isPublic('followed')}
      where follow.follower_id = ${userId}
  ) as collected on collected.id = track.id
  where ${isPublicOrOwn('track', userId)} or (${isUnlisted('track')}
    and exists (select from ${likes} liked where liked.user_id = ${userId} and liked.track_id = track.id))`

/** The release of a track, if it is public or the user's own: without one the track is in the album of its artist's other tracks. */
export const releaseOf = (track: SQL, userId: string, orIf = sql`false`) => sql`
  left join lateral (
    select release.id, release.created_at, release.user_id, release.privacy
    from ${playlistTracks} entry join ${playlists} release on release.id = entry.playlist_id
    where entry.track_id = ${track} and entry.playlist_type <> 'playlist'
      and (${isPublicOrOwn('release', userId)} or ${orIf})) as release on true`

/** In lists also an unlisted one that the user has saved. */
const listedReleaseOf = (track: SQL, userId: string) =>
  releaseOf(
    track,
    userId,
    sql`${isUnlisted('release')} and exists (select from ${savedPlaylists} saved
      where saved.user_id = ${userId} and saved.playlist_id = release.id)`,
  )

const albumKind = sql.raw(`case when release.id is null then 'loose' else 'release' end`)

const isAfter = (start: Start, at: SQL, id: SQL) =>
  'after' in start
    ? sql`and (${at}, ${id}) > (${start.after.at}::timestamptz, ${start.after.id}::uuid)`
    : sql``
const offsetOf = (start: Start) => ('offset' in start ? start.offset : 0)
/** How many rows each of several lists must give for a page of all of them. */
const needed = ({ limit, start }: Range) => limit + offsetOf(start)

async function readPositions(db: Db, query: SQL): Promise<Position[]> {
  const { rows } = await db.execute<Row>(query)
  return rows.map(positionOf)
}

/** The oldest first, so that what is uploaded meanwhile comes after the pages that were read. */
export function listSongs(db: Db, range: Range): Promise<Position[]> {
  const { userId, folder, limit, start } = range
  const page = sql`order by created_at, id limit ${limit} offset ${offsetOf(start)}`
  const after = isAfter(start, sql`created_at`, sql`id`)
  if (folder === 'library')
    return readPositions(
      db,
      sql`
      select id, created_at as at from (${libraryTracks(userId)}) as song where true ${after} ${page}`,
    )
  const first = sql`${after} order by created_at, id limit ${needed(range)}`
  return readPositions(
    db,
    sql`
    select id, created_at as at from (
      (select id, created_at from ${tracks} where ${isPublic('tracks')} ${first})
      union all
      (select id, created_at from ${tracks} where user_id = ${userId} and not ${isPublic('tracks')} ${first})
    ) as song ${page}`,
  )
}

/** Users with tracks that one may hear. */
export function listArtists(db: Db, { userId, folder, limit, start }: Range): Promise<Position[]> {
  const isEverywhere = sql`exists (select from ${tracks} track where track.user_id = artist.id
    and ${isPublicOrOwn('track', userId, 'artist.id')})`
  // Read once, not for each artist: a library can have most tracks of the site.
  const collected = sql`join (select distinct user_id from (${libraryTracks(userId)}) as song) as collected
    on collected.user_id = artist.id`
  const isLibrary = folder === 'library'
  return readPositions(
    db,
    sql`
    select artist.id, artist.created_at as at from ${users} artist ${isLibrary ? collected : sql``}
    where artist.suspended_at is null and ${isLibrary ? sql`true` : isEverywhere}
      ${isAfter(start, sql`artist.created_at`, sql`artist.id`)}
    order by artist.created_at, artist.id limit ${limit} offset ${offsetOf(start)}`,
  )
}

/**
 * Only artists with a track that is in no release. Not as `exists`, which PostgreSQL turns into a join of all tracks that
 * every page then reads.
 */
const withLooseTrack = (userId: string) => sql`
  join lateral (
    select track.id from ${tracks} track ${releaseOf(sql`track.id`, userId)}
    where track.user_id = artist.id and ${isPublicOrOwn('track', userId, 'artist.id')} and release.id is null
    limit 1) as loose on true`

/** Releases, and the albums of users' other tracks. `page` limits each of the two. */
function albumsIn(folder: Folder, userId: string, page: (at: SQL, id: SQL) => SQL): SQL {
  if (folder === 'library')
    return sql`
      select ${albumKind} as kind, coalesce(release.id, song.user_id) as id, song.user_id,
        coalesce(release.created_at, artist.created_at) as created_at
      from (${libraryTracks(userId)}) as song ${listedReleaseOf(sql`song.id`, userId)}
      join ${users} artist on artist.id = song.user_id
      group by 1, 2, 3, 4`
  return sql`
    (select 'release' as kind, id, user_id, created_at from ${playlists} release
     where ${isPublicRelease('release')} and track_count > 0 ${page(sql`created_at`, sql`id`)})
    union all
    (select 'release', id, user_id, created_at from ${playlists}
     where user_id = ${userId} and ${isRelease('playlists')} and not ${isPublic('playlists')} ${page(sql`created_at`, sql`id`)})
    union all
    (select 'loose', artist.id, artist.id, artist.created_at from ${users} artist ${withLooseTrack(userId)}
     where artist.suspended_at is null ${page(sql`artist.created_at`, sql`artist.id`)})`
}

export async function listAlbums(db: Db, range: Range): Promise<(Position & AlbumKey)[]> {
  const { userId, folder, limit, start } = range
  const albums = albumsIn(
    folder,
    userId,
    (at, id) => sql`${isAfter(start, at, id)} order by ${at}, ${id} limit ${needed(range)}`,
  )
  const { rows } = await db.execute<Row & AlbumKey>(sql`
    select kind, id, created_at as at from (${albums}) as album
    where true ${isAfter(start, sql`created_at`, sql`id`)}
    order by created_at, id limit ${limit} offset ${offsetOf(start)}`)
  return rows.map((row) => ({ kind: row.kind, ...positionOf(row) }))
}

export type AlbumOrder =
  | { type: 'newest' | 'random' | 'alphabeticalByName' | 'alphabeticalByArtist' }
  | { type: 'byYear'; from: number; to: number }
  | { type: 'byGenre'; genre: string }

const artistName = sql.raw(`lower(coalesce(nullif(artist.display_name, ''),
  nullif(concat_ws(' ', artist.first_name, artist.last_name), ''), artist.username))`)
const albumName = sql.raw(`lower(coalesce(release.title, 'singles and tracks'))`)
const year = sql.raw(`extract(year from coalesce(release.release_date, release.created_at::date))`)

export async function listSortedAlbums(
  db: Db,
  {
    userId,
    folder,
    limit,
    offset,
    order,
  }: {
    userId: string
    folder: Folder
    limit: number
    offset: number
    order: AlbumOrder
  },
): Promise<AlbumKey[]> {
  const sorts = {
    newest: sql`album.created_at desc, album.id desc`,
    random: sql`random()`,
    alphabeticalByName: sql`${albumName}, ${artistName}, album.id`,
    alphabeticalByArtist: sql`${artistName}, ${albumName}, album.id`,
    byGenre: sql`album.created_at desc, album.id desc`,
    byYear: sql`${year}, album.id`,
  }
  const isFalling = order.type === 'byYear' && order.from > order.to
  const { rows } = await db.execute<AlbumKey>(sql`
    select album.kind, album.id from (${albumsIn(folder, userId, () => sql``)}) as album
    join ${users} artist on artist.id = album.user_id
    left join ${playlists} release on album.kind = 'release' and release.id = album.id
    where ${filterOf(order, userId)}
    order by ${isFalling ? sql`${year} desc, album.id` : sorts[order.type]} limit ${limit} offset ${offset}`)
  return rows
}

function filterOf(order: AlbumOrder, userId: string): SQL {
  if (order.type === 'byYear') {
    const [from, to] = [Math.min(order.from, order.to), Math.max(order.from, order.to)]
    return sql`${year} between ${from} and ${to}`
  }
  if (order.type !== 'byGenre') return sql`true`
  const ofGenre = sql`coalesce(track.genre, 'other') = ${order.genre} and ${isPublicOrOwn('track', userId)}`
  return sql`case album.kind
    when 'release' then exists (select from ${playlistTracks} entry join ${tracks} track on track.id = entry.track_id
      where entry.playlist_id = album.id and ${ofGenre})
    else exists (select from ${tracks} track ${sql`left join ${playlistTracks} entry on entry.track_id = track.id and entry.playlist_type <> 'playlist'`}
      where track.user_id = album.id and entry.id is null and ${ofGenre}) end`
}

/** Albums of what the user has listened to, the last or the most frequent first. */
export async function listHeardAlbums(
  db: Db,
  {
    userId,
    by,
    limit,
    offset,
  }: { userId: string; by: 'recent' | 'frequent'; limit: number; offset: number },
): Promise<AlbumKey[]> {
  const sort =
    by === 'recent'
      ? sql`max(listen.listened_at) desc`
      : sql`count(*) desc, max(listen.listened_at) desc`
  const { rows } = await db.execute<AlbumKey>(sql`
    select ${albumKind} as kind, coalesce(release.id, track.user_id) as id
    from ${listens} listen join ${tracks} track on track.id = listen.track_id ${listedReleaseOf(sql`track.id`, userId)}
    where listen.user_id = ${userId} and ${isPublicOrOwn('track', userId)}
    group by 1, 2 order by ${sort}, 2 limit ${limit} offset ${offset}`)
  return rows
}

/** Enough to find the albums that people like most. */
const rankedTracks = 2000

export async function listLikedMostAlbums(
  db: Db,
  {
    userId,
    folder,
    limit,
    offset,
  }: { userId: string; folder: Folder; limit: number; offset: number },
): Promise<AlbumKey[]> {
  const songs =
    folder === 'library'
      ? libraryTracks(userId)
      : sql`select id, user_id, like_count from ${tracks} where ${isPublic('tracks')}
          order by like_count desc, id desc limit ${rankedTracks}`
  const { rows } = await db.execute<AlbumKey>(sql`
    select ${albumKind} as kind, coalesce(release.id, song.user_id) as id
    from (${songs}) as song ${listedReleaseOf(sql`song.id`, userId)}
    where song.like_count > 0 group by 1, 2 order by sum(song.like_count) desc, 2 limit ${limit} offset ${offset}`)
  return rows
}

/** The saved ones, the last saved first. */
export async function listSavedReleases(
  db: Db,
  { userId, limit, offset }: { userId: string; limit: number; offset: number },
): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select playlist_id as id from ${savedPlaylists} saved join ${playlists} release on release.id = saved.playlist_id
    where saved.user_id = ${userId} and ${isRelease('release')} and ${isNotPrivate('release')}
    order by saved_at desc, playlist_id desc limit ${limit} offset ${offset}`)
  return rows.map(({ id }) => id)
}

type GenreRange = { userId: string; folder: Folder; genre: string; limit: number; offset: number }

export async function listSongsOfGenre(
  db: Db,
  { userId, folder, genre, limit, offset }: GenreRange,
) {
  const songs =
    folder === 'library'
      ? sql`select id from (${libraryTracks(userId)}) as song where coalesce(genre, 'other') = ${genre} order by created_at desc, id desc`
      : sql`select id from ${tracks} where ${isPublic('tracks')} and coalesce(genre, 'other') = ${genre} order by play_count desc, id desc`
  const { rows } = await db.execute<{ id: string }>(sql`${songs} limit ${limit} offset ${offset}`)
  return rows.map(({ id }) => id)
}

type RandomQuery = {
  userId: string
  folder: Folder
  limit: number
  genre: string | undefined
  /** Undefined: of any year. */
  years: [number, number] | undefined
}

/** The year that songs show: of their release, or else of the upload. */
const yearOfSong = (song: SQL, userId: string) => sql`extract(year from coalesce((
  select coalesce(release.release_date, release.created_at::date)
  from ${playlistTracks} entry join ${playlists} release on release.id = entry.playlist_id
  where entry.track_id = ${song}.id and entry.playlist_type <> 'playlist'
    and ${isPublicOrOwn('release', userId)} limit 1), ${song}.created_at::date))`

/** Ids are random: the tracks after a random id are too. */
export async function listRandomSongs(
  db: Db,
  { userId, folder, limit, genre, years }: RandomQuery,
) {
  const song = sql.raw('song')
  const ofYears = years && sql`${yearOfSong(song, userId)} between ${years[0]} and ${years[1]}`
  const ofGenre = genre === undefined ? undefined : sql`coalesce(song.genre, 'other') = ${genre}`
  const filter = and(ofYears, ofGenre) ?? sql`true`
  const start = randomUUID()
  const everything = (side: SQL) =>
    sql`(select id from ${tracks} song where ${isPublic('song')} and id ${side} and ${filter} order by id limit ${limit})`
  const songs =
    folder === 'library'
      ? sql`select id from (${libraryTracks(userId)}) as song where ${filter} order by random()`
      : sql`select id from (${everything(sql`>= ${start}`)} union all ${everything(sql`< ${start}`)}) as song`
  const { rows } = await db.execute<{ id: string }>(sql`${songs} limit ${limit}`)
  return rows.map(({ id }) => id)
}

/** What of the library has the text in its name; the site's own search finds everything else. */
export async function searchLibrary(
  db: Db,
  { userId, text, limit }: { userId: string; text: string; limit: number },
) {
  const pattern = containsPattern(text)
  const idsOf = async <T extends { id: string }>(query: SQL) => (await db.execute<T>(query)).rows
  const songs = sql`(${libraryTracks(userId)}) as song join ${users} artist on artist.id = song.user_id`
  const [songRows, artistRows, albumRows] = await Promise.all([
    idsOf(sql`select song.id from ${songs}
      where song.title ilike ${pattern} or song.artist ilike ${pattern} or ${artistName} ilike ${pattern}
      order by song.created_at desc, song.id limit ${limit}`),
    idsOf(
      sql`select distinct artist.id from ${songs} where ${artistName} ilike ${pattern} order by 1 limit ${limit}`,
    ),
    idsOf<AlbumKey>(sql`
      select album.kind, album.id from (${albumsIn('library', userId, () => sql``)}) as album
      join ${users} artist on artist.id = album.user_id
      left join ${playlists} release on album.kind = 'release' and release.id = album.id
      where ${albumName} ilike ${pattern} or ${artistName} ilike ${pattern}
      order by album.created_at desc, album.id limit ${limit}`),
  ])
  const ids = (rows: { id: string }[]) => rows.map(({ id }) => id)
  return { songIds: ids(songRows), artistIds: ids(artistRows), albums: albumRows }
}
