import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { newPlaylist } from '#contract/playlists.ts'
import { newTrack } from '#contract/tracks.ts'
import { profileUpdate } from '#contract/users.ts'
import { slugOf } from '#server/modules/tracks/slug.ts'
import { wholeCast } from './cast.ts'
import { inventListeners } from './listeners.ts'

const tracks = wholeCast.artists.flatMap((artist) => artist.tracks)
const unique = (values: readonly string[]) => expect(new Set(values).size).toBe(values.length)

test('about a dozen artists and sixty tracks', () => {
  expect(wholeCast.artists.length).toBeGreaterThanOrEqual(12)
  expect(tracks.length).toBeGreaterThanOrEqual(60)
})

test('everything in it could have been typed into our own forms', () => {
  for (const { username, displayName, firstName, lastName, bio, location, website } of [
    ...wholeCast.artists,
    ...inventListeners(wholeCast.listeners).map((listener) => ({
      ...listener,
      bio: undefined,
      location: undefined,
      website: undefined,
    })),
  ])
    profileUpdate.parse({ username, displayName, firstName, lastName, bio, location, website })
  for (const { title, description, studio, genre, tags, privacy } of tracks)
    newTrack.parse({ title, description, studio, genre, tags, privacy, audioUrl: '/objects/x' })
  for (const { title, description } of wholeCast.playlists)
    newPlaylist.parse({ title, description })
})

test('nothing is there twice, and playlists hold only what there is', () => {
  unique(tracks.map(({ title }) => slugOf(title)))
  unique(wholeCast.playlists.map(({ title }) => slugOf(title)))
  unique([
    ...wholeCast.artists.map(({ username }) => username),
    ...inventListeners(wholeCast.listeners).map(({ username }) => username),
  ])
  const titles = new Set(tracks.map(({ title }) => title))
  const owners = new Set(wholeCast.artists.map(({ username }) => username))
  for (const playlist of wholeCast.playlists) {
    expect(owners).toContain(playlist.owner)
    unique(playlist.tracks)
    for (const title of playlist.tracks) expect(titles).toContain(title)
  }
})

test('every picture that is named is there, and none lies there unused', async () => {
  const named = [
    ...wholeCast.artists.map(({ portrait }) => portrait),
    ...tracks.map(({ artwork }) => artwork),
    ...wholeCast.playlists.map(({ cover }) => cover),
  ].filter((name) => name !== undefined)
  const files = await readdir(path.join(import.meta.dirname, '../artwork'))
  expect(files.map((file) => file.replace('.webp', '')).sort()).toEqual(named.sort())
})

test('no track has more likes than there are people', () => {
  const people = wholeCast.artists.length + wholeCast.listeners
  for (const { likes, plays } of tracks) {
    expect(likes).toBeLessThan(people)
    expect(likes).toBeLessThanOrEqual(plays)
  }
})
