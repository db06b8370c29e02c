import { listSimilarTracks } from '#server/modules/discover/lists.ts'
import {
  getLibrary,
  listFollowedTracks,
  listLibraryPlaylists,
  listLikedTracks,
} from '#server/modules/library/service.ts'
import { listHistory } from '#server/modules/listening/history/service.ts'
import { listTracksOfUser } from '#server/modules/tracks/service.ts'
import { encodeCursor } from '#server/shared/cursor.ts'
import type { DatabaseClient } from '../measurement/database-client.ts'
import type { Workload } from '../measurement/measure.ts'

const limit = 50
const entries = 100_000
const followed = 2000

/** A user with much of everything, one with little, and one who follows many. */
const heavy = { id: '11111111-0000-4000-8000-000000000001', isAdmin: false }
const light = { id: '11111111-0000-4000-8000-000000000002', isAdmin: false }
/** The tracks with many likes and with few: 'track-0' and 'track-1'. */
const track = (n: number) => `(select id from tracks where slug = 'track-${n}')`
const [liked, hardlyLiked] = [track(0), track(1)]

export const names = {
  profile: 'the tracks of a profile, first page: for comparison',
  fewLikes: 'likes of a user with 100, first page',
  likes: `likes of a user with ${entries.toLocaleString('en')}`,
  rareSearch: 'search within them, a rare word',
  commonSearch: 'search within them, a common word',
  history: `history of ${entries.toLocaleString('en')} entries`,
  playlists: 'playlists, 1,000 of them saved',
  followsFew: 'new tracks of 20 followed artists, first page',
  followsMany: `new tracks of ${followed.toLocaleString('en')} followed artists`,
  dot: `whether ${followed.toLocaleString('en')} followed artists have new tracks`,
  similarToFew: 'similar tracks to one with hardly any likes',
  similarToMany: `similar tracks to one with ${entries.toLocaleString('en')} likes`,
} as const

export const firstPage = (list: string) => `${list}, first page`
export const deepPage = (list: string) => `${list}, a page in the middle`

/**
 * Fills two libraries in a transaction of this connection, which the caller rolls back: the dataset stays as it is for
 * other benchmarks.
 */
export async function fillLibraries({ client }: DatabaseClient): Promise<void> {
  const tracks = `(select id, row_number() over (order by id) as n from tracks where privacy = 'public' limit ${entries}) as track`
  const at = `timestamptz '2026-02-01' - n * interval '1 minute'`
  const user = (id: string, name: string) =>
    `insert into users (id, username, issuer, subject) values ('${id}', '${name}', 'bench', '${name}')`
  const statements = [
    'begin',
    // The fans of a track need not exist: similar tracks are found from the likes alone.
    'alter table likes drop constraint likes_user_id_users_id_fk',
    user(heavy.id, 'bench-heavy'),
    user(light.id, 'bench-light'),
    `insert into likes (user_id, track_id, created_at) select '${heavy.id}', id, ${at} from ${tracks}`,
    `insert into likes (user_id, track_id, created_at) select '${light.id}', id, ${at} from ${tracks} where n <= 100`,
    `insert into listens (user_id, track_id, day, listened_at) select '${heavy.id}', id, (${at})::date, ${at} from ${tracks}`,
    `insert into saved_playlists (user_id, playlist_id, saved_at)
     select '${heavy.id}', id, timestamptz '2026-02-01' - row_number() over (order by id) * interval '1 minute'
     from playlists where privacy = 'public' order by id limit 1000`,
    `insert into follows (follower_id, following_id)
     select '${heavy.id}', id from users where issuer = 'bench' and subject ~ '^\\d+$' order by md5(id::text) limit ${followed}`,
    `insert into follows (follower_id, following_id)
     select '${light.id}', id from users where issuer = 'bench' and subject ~ '^\\d+$' order by md5(id::text) limit 20`,
    `insert into likes (user_id, track_id, created_at)
     select md5('fan' || n)::uuid, ${liked}, ${at} from generate_series(1, ${entries}) as n`,
    `insert into likes (user_id, track_id, created_at)
     select md5('fan' || n)::uuid, tracks.id, ${at} - place * interval '1 hour'
     from generate_series(1, 500) as n cross join generate_series(1, 40) as place
     join tracks on slug = 'track-' || (2 + (n * 31 + place * 7) % 900) on conflict do nothing`,
    'analyze likes, listens, follows, saved_playlists',
  ]
  for (const statement of statements) await client.query(statement)
}

async function one<Value>({ client }: DatabaseClient, expression: string): Promise<Value> {
  const { rows } = await client.query<{ value: Value }>(`select ${expression} as value`)
  if (!rows[0]) throw new Error('The dataset is too small.')
  return rows[0].value
}

/** The cursor after half of the rows of a list. */
async function cursorInTheMiddle(
  { client }: DatabaseClient,
  { rows, at, id }: { rows: string; at: string; id: string },
): Promise<string> {
  const { rows: found } = await client.query<{ at: Date; id: string }>(
    `select ${at} as at, ${id} as id from ${rows} order by ${at} desc, ${id} desc
     offset (select count(*) / 2 from ${rows}) limit 1`,
  )
  if (!found[0]) throw new Error('The list is empty.')
  return encodeCursor('recent', found[0].at, found[0].id)
}

export async function libraryPages(database: DatabaseClient): Promise<Workload[]> {
  const { db } = database
  const artist = await one<string>(database, `(select user_id from tracks where slug = 'track-0')`)
  const tracks = [await one<string>(database, hardlyLiked), await one<string>(database, liked)]
  const of = (table: string, at: string, id: string) =>
    cursorInTheMiddle(database, { rows: `${table} where user_id = '${heavy.id}'`, at, id })
  const likes = await of('likes', 'created_at', 'track_id')
  const history = await of('listens', 'listened_at', 'track_id')
  const playlists = await of('saved_playlists', 'saved_at', 'playlist_id')
  const following = await cursorInTheMiddle(database, {
    rows: `tracks where privacy = 'public' and user_id in (select following_id from follows where follower_id = '${heavy.id}')`,
    at: 'created_at',
    id: 'id',
  })
  const work = (name: string, query: () => Promise<unknown>): Workload => ({
    name,
    client: database,
    queries: Array.from({ length: 10 }, () => query),
  })
  const pages = (
    name: string,
    cursor: string,
    page: (query: { limit: number; cursor?: string }) => Promise<unknown>,
  ) => [
    work(firstPage(name), () => page({ limit })),
    work(deepPage(name), () => page({ limit, cursor })),
  ]
  const similar = (trackId = '') =>
    listSimilarTracks(db, { trackId, limit, viewer: heavy, token: '' })
  return [
    work(names.profile, () => listTracksOfUser(db, artist, { limit, sort: 'recent' }, undefined)),
    work(names.fewLikes, () => listLikedTracks(db, { limit }, light)),
    ...pages(names.likes, likes, (query) => listLikedTracks(db, query, heavy)),
    work(names.rareSearch, () => listLikedTracks(db, { limit, q: 'pomegranate' }, heavy)),
    work(names.commonSearch, () => listLikedTracks(db, { limit, q: 'river' }, heavy)),
    ...pages(names.history, history, (query) => listHistory(db, query, heavy)),
    ...pages(names.playlists, playlists, (query) => listLibraryPlaylists(db, query, heavy)),
    work(names.followsFew, () => listFollowedTracks(db, { limit }, light)),
    ...pages(names.followsMany, following, (query) => listFollowedTracks(db, query, heavy)),
    work(names.dot, () => getLibrary(db, heavy)),
    work(names.similarToFew, () => similar(tracks[0])),
    work(names.similarToMany, () => similar(tracks[1])),
  ]
}
