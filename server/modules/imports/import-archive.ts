import type { Readable } from 'node:stream'
import { z } from 'zod'
import { limits } from '#contract/limits.ts'
import { newPlaylist, playlistUpdate } from '#contract/playlists.ts'
import { newTrack, trackUpdate } from '#contract/tracks.ts'
import { profileUpdate } from '#contract/users.ts'
import { HttpError } from '#server/errors.ts'
import { addTrack } from '#server/modules/playlists/entries.ts'
import { createPlaylist, updatePlaylist } from '#server/modules/playlists/service.ts'
import { createTrack, updateTrack } from '#server/modules/tracks/service.ts'
import {
  type RegisterDeps,
  registerAudio,
  registerImage,
} from '#server/modules/uploads/register.ts'
import { requestUpload } from '#server/modules/uploads/request-upload.ts'
import { updateProfile } from '#server/modules/users/service.ts'

export type Archive = {
  readText(name: string): Promise<string | undefined>
  open(name: string): Promise<{ stream: Readable; size: number } | undefined>
}

type Outcome = { tracks: number; playlists: number; problems: string[] }

/** What an archive says is checked like the body of a request: it may come from another site. */
const entry = z.looseObject({ id: z.string() })
const exportedTrack = entry.extend({ audio: z.string(), artwork: z.string().nullish() })
const exportedPlaylist = entry.extend({
  cover: z.string().nullish(),
  tracks: z.array(z.looseObject({ id: z.string() })).default([]),
})

/**
 * Reads the archive of an export into the account of a user: profile texts, tracks with their files, playlists. Likes,
 * follows and history name things of another site and stay there. A file that is rejected is reported.
 */
export async function importArchive(
  deps: RegisterDeps,
  archive: Archive,
  userId: string,
): Promise<Outcome> {
  const viewer = { id: userId, isAdmin: false }
  const outcome: Outcome = { tracks: 0, playlists: 0, problems: [] }
  const attempt = async (name: string, run: () => Promise<void>) => {
    try {
      await run()
    } catch (error) {
      if (!(error instanceof HttpError || error instanceof z.ZodError)) throw error
      const reason = error instanceof HttpError ? error.message : error.issues[0]?.message
      outcome.problems.push(`${name}: ${reason}`)
    }
  }
  const send = (name: string) => storeUpload(deps, archive, name, userId)
  const image = async (name: string | null | undefined) => {
    const url = name ? await send(name) : undefined
    return url && registerImage(deps, { userId, url, maxBytes: limits.maxBulkArtworkBytes })
  }

  await attempt('profile.json', async () => {
    const profile = await readJson(archive, 'profile.json', z.looseObject({}))
    const texts = pick(profile, [
      'displayName',
      'firstName',
      'lastName',
      'bio',
      'location',
      'website',
    ])
    if (profile) await updateProfile(deps.db, viewer, profileUpdate.parse(texts))
  })

  const newIds = new Map<string, string>()
  for (const track of (await readJson(archive, 'tracks.json', z.array(exportedTrack))) ?? [])
    await attempt(String(track['title']), async () => {
      const url = await send(track.audio)
      if (!url) throw new HttpError(404, `the archive has no ${track.audio}.`)
      const texts = pick(track, [
        'title',
        'description',
        'artist',
        'studio',
        'genre',
        'tags',
        'privacy',
      ])
      const audioUrl = await registerAudio(deps, { userId, url })
      const artworkUrl = await image(track.artwork)
      const fields = newTrack.parse({ ...texts, audioUrl, ...(artworkUrl && { artworkUrl }) })
      const { id } = await createTrack(deps.db, fields, viewer)
      newIds.set(track.id, id)
      outcome.tracks += 1
      const links = trackUpdate.parse(pick(track, ['spotifyUrl', 'appleMusicUrl']))
      if (links.spotifyUrl || links.appleMusicUrl) await updateTrack(deps, id, links, viewer)
    })

  for (const playlist of (await readJson(archive, 'playlists.json', z.array(exportedPlaylist))) ??
    [])
    await attempt(String(playlist['title']), async () => {
      const texts = newPlaylist.parse(pick(playlist, ['title', 'description', 'privacy']))
      const { id } = await createPlaylist(deps.db, texts, viewer)
      outcome.playlists += 1
      for (const track of playlist.tracks) {
        const newId = newIds.get(track.id)
        if (newId) await addTrack(deps.db, id, newId, viewer)
      }
      const coverUrl = await image(playlist.cover)
      if (coverUrl) await updatePlaylist(deps, id, playlistUpdate.parse({ coverUrl }), viewer)
    })
  return outcome
}

/** Through the same checks as an upload. Undefined if the archive has no such file. */
async function storeUpload(
  deps: RegisterDeps,
  archive: Archive,
  name: string,
  userId: string,
): Promise<string | undefined> {
  const file = await archive.open(name)
  if (!file) return undefined
  // The operator's command: the hourly and daily limits are for users.
  const scale = Number.MAX_SAFE_INTEGER
  const { uploadURL } = await requestUpload({ ...deps, rateLimitScale: scale }, userId)
  const key = deps.store.keyFromUploadUrl(uploadURL)
  if (!key) throw new Error('An upload URL has no key.')
  await deps.store.write(key, file, { contentType: 'application/octet-stream' })
  return uploadURL
}

async function readJson<T>(
  archive: Archive,
  name: string,
  schema: z.ZodType<T>,
): Promise<T | undefined> {
  const content = await archive.readText(name)
  return content === undefined ? undefined : schema.parse(JSON.parse(content))
}

function pick(fields: Record<string, unknown> | undefined, names: readonly string[]) {
  return Object.fromEntries(
    names.flatMap((name) => (fields?.[name] === undefined ? [] : [[name, fields[name]]])),
  )
}
