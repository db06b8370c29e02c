import { dailyPlays, reposts } from '#server/database/schema.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { slugCandidates, slugify } from '#server/shared/slug.ts'
import {
  generateDailyPlays,
  generateFollows,
  generateLikes,
  generateReposts,
  hoursBefore,
  type SeededTrack,
} from './activity.ts'
import { deterministicId } from './deterministic-id.ts'
import {
  insertCredits,
  insertFollows,
  insertLikes,
  insertPlaylists,
  insertTracks,
  insertUsers,
  queueAnalyses,
} from './factories.ts'
import type { Fixtures } from './fixtures/fixtures.ts'
import { generateListeners, type Listener } from './fixtures/listeners.ts'
import type { DemoArtist, DemoTrack } from './fixtures/types.ts'
import { assignFile, type StoredFile } from './store-files.ts'

/** Files in the object store: audio by track title, images by name. */
export type StoredFiles = {
  audio: ReadonlyMap<string, StoredFile>
  images: ReadonlyMap<string, StoredFile>
}

type Context = {
  db: Db
  fixtures: Fixtures
  files: StoredFiles
  now: Date
  withReposts?: boolean
}

/** No identity provider has this issuer, so no one can sign in as a demo user. */
const issuer = 'demo'

export async function insertRows(context: Context): Promise<void> {
  const { db, fixtures, now } = context
  const artists = fixtures.artists.map((artist) => artistRow(artist, context))
  const listeners = generateListeners(fixtures.listeners).map((listener) => userRow(listener, now))
  await insertUsers(db, [...artists, ...listeners])
  for (const artist of fixtures.artists)
    await assignImage(context, artist.portrait, deterministicId(artist.username))
  const tracks = await insertArtistTracks(context)
  await insertArtistPlaylists(context, tracks)
  const listed = tracks.filter(({ track }) => track.privacy !== 'private')
  await insertLikes(db, generateLikes(listed, [...artists, ...listeners], now))
  const withLikes = artists.map((user, index) => ({
    ...user,
    likes: totalLikes(fixtures.artists[index]),
  }))
  await insertFollows(db, generateFollows(withLikes, listeners, now))
  if (context.withReposts) await db.insert(reposts).values(generateReposts(listed, artists, now))
  const days = generateDailyPlays(tracks, now)
  if (days.length > 0) await db.insert(dailyPlays).values(days)
}

function artistRow(artist: DemoArtist, { files, now }: Context) {
  return {
    ...userRow(artist, now),
    bio: artist.bio,
    location: artist.location,
    website: artist.website ?? null,
    profileImageUrl: imagePath(files, artist.portrait),
  }
}

function userRow(user: DemoArtist | Listener, now: Date) {
  const joined = hoursBefore(now, user.joinedDaysAgo * 24)
  return {
    id: deterministicId(user.username),
    username: user.username,
    displayName: user.displayName,
    firstName: user.firstName ?? null,
    lastName: user.lastName ?? null,
    issuer,
    subject: user.username,
    createdAt: joined,
    updatedAt: joined,
  }
}

async function insertArtistTracks(context: Context): Promise<SeededTrack[]> {
  const { db, fixtures, files, now } = context
  const tracks = fixtures.artists.flatMap((artist) =>
    artist.tracks.map((track) => ({
      id: deterministicId(`${artist.username} ${track.title}`),
      userId: deterministicId(artist.username),
      artist: artist.displayName,
      track,
      createdAt: hoursBefore(now, track.hoursAgo),
    })),
  )
  const rows = tracks.map(({ track, ...row }) => ({
    ...trackRow(track, files),
    ...row,
    updatedAt: row.createdAt,
  }))
  await insertTracks(db, rows)
  await queueAnalyses(
    db,
    tracks.map(({ id }) => id),
  )
  for (const { track, userId } of tracks) {
    await assignAudio(context, track.title, userId)
    await assignImage(context, track.artwork, userId)
  }
  return tracks
}

function trackRow(track: DemoTrack, files: StoredFiles) {
  const audio = files.audio.get(track.title)
  if (!audio) throw new Error(`No audio was stored for ${track.title}.`)
  return {
    title: track.title,
    slug: slugCandidates(track, 'track').next().value,
    description: track.description,
    studio: track.studio ?? null,
    genre: track.genre,
    tags: [...track.tags],
    privacy: track.privacy ?? ('public' as const),
    audioPath: audio.objectPath,
    artworkPath: imagePath(files, track.artwork),
    spotifyUrl: track.spotifyUrl ?? null,
    appleMusicUrl: track.appleMusicUrl ?? null,
    duration: audio.duration,
    flushedPlays: track.plays,
  }
}

async function insertArtistPlaylists(context: Context, tracks: readonly SeededTrack[]) {
  const { db, fixtures, files, now } = context
  const idByTitle = new Map(tracks.map(({ id, track }) => [track.title, id]))
  const rows = fixtures.playlists.map((playlist) => {
    const createdAt = hoursBefore(now, playlist.daysAgo * 24)
    return {
      id: deterministicId(`playlist ${playlist.title}`),
      userId: deterministicId(playlist.owner),
      title: playlist.title,
      slug: slugify(playlist.title),
      type: playlist.type ?? ('playlist' as const),
      description: playlist.description ?? null,
      label: playlist.label ?? null,
      copyright: playlist.copyright ?? null,
      upc: playlist.upc ?? null,
      releaseDate: playlist.type ? createdAt.toISOString().slice(0, 10) : null,
      allowDownload: playlist.type !== undefined,
      coverPath: imagePath(files, playlist.cover),
      createdAt,
      updatedAt: createdAt,
      trackIds: playlist.tracks.flatMap((title) => idByTitle.get(title) ?? []),
    }
  })
  await insertPlaylists(db, rows)
  await insertCredits(
    db,
    fixtures.playlists.flatMap(({ title, credits = [] }) =>
      credits.map(({ role, name, username }, position) => ({
        playlistId: deterministicId(`playlist ${title}`),
        ...{ position, role, name, status: 'accepted' as const },
        userId: username ? deterministicId(username) : null,
      })),
    ),
  )
  for (const { cover, owner } of fixtures.playlists)
    await assignImage(context, cover, deterministicId(owner))
}

function totalLikes(artist: DemoArtist | undefined): number {
  return (artist?.tracks ?? []).reduce((sum, track) => sum + track.likes, 0)
}

function imagePath({ images }: StoredFiles, name: string | undefined): string | null {
  return images.get(name ?? '')?.objectPath ?? null
}

async function assignAudio({ db, files }: Context, title: string, userId: string) {
  const file = files.audio.get(title)
  if (file) await assignFile(db, file, userId)
}

async function assignImage({ db, files }: Context, name: string | undefined, userId: string) {
  const file = files.images.get(name ?? '')
  if (file) await assignFile(db, file, userId)
}
