import { dailyPlays } from '#server/database/schema.ts'
import { slugOf } from '#server/modules/tracks/slug.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import {
  followMany,
  likeMany,
  type MadeUser,
  makePlaylists,
  makeTracks,
  makeUsers,
} from '#server/testing/factories.ts'
import type { Cast } from './cast/cast.ts'
import { inventListeners, type Listener } from './cast/listeners.ts'
import type { DemoArtist, DemoTrack } from './cast/types.ts'
import { before, inventDailyPlays, inventFollows, inventLikes, type Published } from './crowd.ts'
import { idOf } from './ids.ts'
import { assignFile, type StoredFile } from './store-files.ts'

/** What lies in the store: audio by the track's title, pictures by their name. */
export type StoredFiles = {
  audio: ReadonlyMap<string, StoredFile>
  pictures: ReadonlyMap<string, StoredFile>
}

type Writing = { db: Db; cast: Cast; files: StoredFiles; now: Date }

/** Nobody can sign in as these people: no identity provider has this issuer. */
const issuer = 'demo'

export async function writeRows(writing: Writing): Promise<void> {
  const { db, cast, now } = writing
  const artists = await writeArtists(writing)
  const listeners = await makeUsers(
    db,
    inventListeners(cast.listeners).map((listener) => listenerRow(listener, now)),
  )
  const published = await writeTracks(writing, artists)
  await writePlaylists(writing, artists, published)
  const listed = published.filter(({ track }) => track.privacy !== 'private')
  await likeMany(db, inventLikes(listed, [...artists, ...listeners], now))
  const famous = artists.map((artist) => ({ ...artist, fame: fameOf(cast, artist) }))
  await followMany(db, inventFollows(famous, listeners, now))
  const days = inventDailyPlays(published, now)
  if (days.length > 0) await db.insert(dailyPlays).values(days)
}

async function writeArtists({ db, cast, files, now }: Writing): Promise<MadeUser[]> {
  const rows = cast.artists.map((artist) => ({
    ...personRow(artist, now),
    bio: artist.bio,
    location: artist.location,
    website: artist.website ?? null,
    profileImageUrl: pathOf(files, artist.portrait),
  }))
  const made = await makeUsers(db, rows)
  for (const artist of cast.artists)
    await assign(db, files.pictures.get(artist.portrait ?? ''), idOf(artist.username))
  return made
}

function personRow(person: DemoArtist | Listener, now: Date) {
  const joined = before(now, person.joinedDaysAgo * 24)
  return {
    id: idOf(person.username),
    username: person.username,
    displayName: person.displayName,
    firstName: person.firstName ?? null,
    lastName: person.lastName ?? null,
    issuer,
    subject: person.username,
    createdAt: joined,
    updatedAt: joined,
  }
}

const listenerRow = (listener: Listener, now: Date) => personRow(listener, now)

async function writeTracks(
  { db, cast, files, now }: Writing,
  artists: readonly MadeUser[],
): Promise<Published[]> {
  const published = cast.artists.flatMap((artist) =>
    artist.tracks.map((track) => ({
      id: idOf(`${artist.username} ${track.title}`),
      userId: idOf(artist.username),
      track,
      createdAt: before(now, track.hoursAgo),
    })),
  )
  const rows = published.map((one) => {
    const artist = artists.find(({ id }) => id === one.userId)?.displayName ?? null
    return { ...trackRow(one.track, files), ...withoutTrack(one), artist, updatedAt: one.createdAt }
  })
  await makeTracks(db, rows)
  for (const { track, userId } of published) {
    await assign(db, files.audio.get(track.title), userId)
    await assign(db, files.pictures.get(track.artwork ?? ''), userId)
  }
  return published
}

function withoutTrack({ id, userId, createdAt }: Published) {
  return { id, userId, createdAt }
}

function trackRow(track: DemoTrack, files: StoredFiles) {
  const audio = files.audio.get(track.title)
  if (!audio) throw new Error(`There is no sound for ${track.title}.`)
  return {
    title: track.title,
    slug: slugOf(track.title),
    description: track.description,
    studio: track.studio ?? null,
    genre: track.genre,
    tags: [...track.tags],
    privacy: track.privacy ?? ('public' as const),
    audioUrl: audio.objectPath,
    artworkUrl: pathOf(files, track.artwork),
    spotifyUrl: track.spotifyUrl ?? null,
    appleMusicUrl: track.appleMusicUrl ?? null,
    duration: audio.duration,
    playCount: track.plays,
  }
}

async function writePlaylists(
  { db, cast, files, now }: Writing,
  artists: readonly MadeUser[],
  published: readonly Published[],
): Promise<void> {
  const idByTitle = new Map(published.map(({ id, track }) => [track.title, id]))
  const owned = cast.playlists.filter(({ owner }) => artists.some((a) => a.username === owner))
  const rows = owned.map((playlist) => {
    const createdAt = before(now, playlist.daysAgo * 24)
    return {
      id: idOf(`playlist ${playlist.title}`),
      userId: idOf(playlist.owner),
      title: playlist.title,
      slug: slugOf(playlist.title),
      description: playlist.description ?? null,
      coverUrl: pathOf(files, playlist.cover),
      createdAt,
      updatedAt: createdAt,
      trackIds: playlist.tracks.flatMap((title) => idByTitle.get(title) ?? []),
    }
  })
  await makePlaylists(db, rows)
  for (const { cover, owner } of owned)
    await assign(db, files.pictures.get(cover ?? ''), idOf(owner))
}

function fameOf(cast: Cast, artist: MadeUser): number {
  const tracks = cast.artists.find(({ username }) => username === artist.username)?.tracks ?? []
  return tracks.reduce((sum, track) => sum + track.likes, 0)
}

function pathOf({ pictures }: StoredFiles, name: string | undefined): string | null {
  return pictures.get(name ?? '')?.objectPath ?? null
}

async function assign(db: Db, file: StoredFile | undefined, userId: string): Promise<void> {
  if (file) await assignFile(db, file, userId)
}
