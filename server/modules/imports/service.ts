import type { Readable } from 'node:stream'
import { z } from 'zod'
import type { NewCredits } from '#contract/credits.ts'
import { limits } from '#contract/limits.ts'
import type { NewPins } from '#contract/pins.ts'
import { maxPlaylistTracks, newPlaylist, playlistUpdate } from '#contract/playlists.ts'
import { newTrack } from '#contract/tracks.ts'
import { profileUpdate } from '#contract/users.ts'
import { badRequest, HttpError, notFound, payloadTooLarge } from '#server/errors.ts'
import { listPins, setPins } from '#server/modules/pins/service.ts'
import { addTrack } from '#server/modules/playlists/entries/service.ts'
import { createPlaylist, updatePlaylist } from '#server/modules/playlists/service.ts'
import { createTrack } from '#server/modules/tracks/service.ts'
import {
  type RegisterDeps,
  registerAudio,
  registerImage,
  registerProfileImage,
} from '#server/modules/uploads/register-service.ts'
import { requestUpload } from '#server/modules/uploads/service.ts'
import { updateProfile } from '#server/modules/users/service.ts'
import { ArchiveError } from '#server/platform/archive/unzip.ts'
import { MiB } from '#server/platform/memory/memory-budget.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { Viewer } from '#server/viewer.ts'
import { type Archive, listOf, pick, readJson } from './archive.ts'
import { importComments, importRelations } from './relations.ts'

export type Outcome = {
  tracks: number
  playlists: number
  blocks: number
  likes: number
  reposts: number
  follows: number
  history: number
  savedPlaylists: number
  comments: number
  problems: string[]
}

const entry = z.looseObject({ id: z.string() })
const exportedTrack = entry.extend({ audio: z.string().nullish(), artwork: z.string().nullish() })
const exportedPlaylist = entry.extend({
  cover: z.string().nullish(),
  tracks: listOf(z.looseObject({ id: z.string() }), maxPlaylistTracks).default([]),
})
const exportedProfile = z.looseObject({ image: z.string().nullish() })

const exportedPin = z.object({ kind: z.enum(['track', 'playlist']), id: z.string() })

const { audioUrl: _audio, artworkUrl: _artwork, ...trackTexts } = newTrack.shape
const newTrackTexts = z.strictObject(trackTexts)
const profileTexts = profileUpdate.omit({ username: true })

/** What became due since the export stays private. */
function withoutPastTime({ publishAt, ...fields }: Record<string, unknown>) {
  const isPast = typeof publishAt === 'string' && Date.parse(publishAt) <= Date.now()
  return isPast || publishAt === undefined ? fields : { ...fields, publishAt }
}

/**
 * Reads the archive of an export into the account of a user: profile, tracks with their files, playlists. Likes,
 * follows, history and playlist entries are imported if this site has what they name. What an archive says is checked
 * like the body of a request: it may come from another site, and may have been changed. What is rejected is reported.
 */
export async function importArchive(
  deps: RegisterDeps,
  archive: Archive,
  userId: string,
): Promise<Outcome> {
  const viewer = { id: userId, isAdmin: false }
  const problems: string[] = []
  const attempt = async <T>(name: unknown, run: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await run()
    } catch (error) {
      const reason = describeRejection(error)
      if (reason === undefined) throw error
      problems.push(printable(`${name}: ${reason}`))
      return undefined
    }
  }
  const read = async <T>(name: string, schema: z.ZodType<T>) =>
    attempt(name, () => readJson(archive, name, schema))
  const send = createSender(deps, archive, userId)
  const image = async (name: string | null | undefined) => {
    if (!name) return undefined
    const maxBytes = limits.maxBulkArtworkBytes
    return attempt(name, async () =>
      registerImage(deps, { userId, url: await send(name, maxBytes), maxBytes }),
    )
  }

  const profile = await read('profile.json', exportedProfile)
  if (profile) {
    await attempt('profile.json', async () =>
      updateProfile(deps.db, viewer, profileTexts.parse(pick(profile, profileTexts))),
    )
    const { image: avatar } = profile
    if (avatar)
      await attempt(avatar, async () => {
        const url = await send(avatar, limits.maxImageBytes)
        await registerProfileImage(deps, { userId, url })
      })
  }

  const newTrackIds = new Map<string, string>()
  for (const track of (await read('tracks.json', listOf(exportedTrack))) ?? [])
    await attempt(track['title'], async () => {
      const picked = withoutPastTime(pick(track, newTrackTexts))
      const texts = withoutLinks(newTrackTexts.parse(picked))
      if (!track.audio) throw notFound('Audio')
      const url = await send(track.audio, limits.maxAudioBytes)
      const audioUrl = await registerAudio(deps, { userId, url })
      const artworkUrl = await image(track.artwork)
      const fields = newTrack.parse({ ...texts, audioUrl, ...(artworkUrl && { artworkUrl }) })
      const { id } = await createTrack(deps.db, fields, viewer)
      newTrackIds.set(track.id, id)
    })
  const trackIdOf = (id: string) => newTrackIds.get(id) ?? id

  const newPlaylistIds = new Map<string, string>()
  for (const playlist of (await read('playlists.json', listOf(exportedPlaylist))) ?? [])
    await attempt(playlist['title'], async () => {
      const picked = withoutPastTime(pick(playlist, newPlaylist))
      const texts = withoutLinks(newPlaylist.parse(picked))
      const { id } = await createPlaylist(deps.db, texts, viewer)
      newPlaylistIds.set(playlist.id, id)
      for (const track of playlist.tracks) {
        const trackId = trackIdOf(track.id)
        if (isId(trackId))
          await attempt(playlist['title'], () =>
            ifPresent(() => addTrack(deps.db, id, trackId, viewer)),
          )
      }
      const coverUrl = await image(playlist.cover)
      if (coverUrl) await updatePlaylist(deps, id, playlistUpdate.parse({ coverUrl }), viewer)
    })
  const newIds = new Map([...newTrackIds, ...newPlaylistIds])
  const pins = (await read('pins.json', listOf(exportedPin))) ?? []
  await attempt('pins.json', () => addPins(deps.db, viewer, pins, newIds))
  const relations = await importRelations(deps.db, { viewer, read, trackIdOf })
  const comments = await importComments(deps.db, { viewer, read, trackIdOf })
  const counts = { tracks: newTrackIds.size, playlists: newPlaylistIds.size }
  return { ...counts, ...relations, comments, problems }
}

/** After those that the account has, as far as there is space. */
async function addPins(db: Db, viewer: Viewer, exported: NewPins, newIds: Map<string, string>) {
  const imported = exported.flatMap(({ kind, id }) => {
    const newId = newIds.get(id)
    return newId ? [{ kind, id: newId }] : []
  })
  if (imported.length === 0) return
  const pinned = (await listPins(db, viewer.id, viewer)).map((pin): NewPins[number] =>
    pin.kind === 'track'
      ? { kind: 'track', id: pin.track.id }
      : { kind: 'playlist', id: pin.playlist.id },
  )
  const unique = new Map([...pinned, ...imported].map((pin) => [pin.id, pin]))
  await setPins(db, [...unique.values()].slice(0, limits.maxPins), viewer)
}

/** The members whom the archive credits have not accepted to be linked here. */
const withoutLinks = <Fields extends { credits?: NewCredits | undefined }>(fields: Fields) => ({
  ...fields,
  ...(fields.credits && { credits: fields.credits.map(({ role, name }) => ({ role, name })) }),
})

const isId = (text: string) => z.uuid().safeParse(text).success

/** Tracks of other users that this site does not have, or hides, are left out. */
async function ifPresent(run: () => Promise<unknown>): Promise<void> {
  try {
    await run()
  } catch (error) {
    if (!(error instanceof HttpError && error.status === 404)) throw error
  }
}

/** Sends files through the same checks as an upload. */
function createSender(deps: RegisterDeps, archive: Archive, userId: string) {
  // An archive that this program has made names each file once; a forged one could name a file often, and fill the
  // disk.
  const sent = new Set<string>()
  return async (name: string, maxBytes: number): Promise<string> => {
    const file = await archive.open(name)
    if (!file) throw notFound('File')
    if (file.size > maxBytes) throw payloadTooLarge(maxBytes / MiB)
    if (sent.has(name)) throw badRequest('the file is named twice')
    sent.add(name)
    // The operator runs the import: the hourly and daily upload limits are for users.
    const rateLimitScale = Number.MAX_SAFE_INTEGER
    const { uploadURL } = await requestUpload({ ...deps, rateLimitScale }, userId)
    const key = deps.store.keyFromUploadUrl(uploadURL)
    if (!key) throw new Error('An upload URL has no key.')
    await store(deps, key, { stream: await file.read(), size: file.size })
    return uploadURL
  }
}

async function store(
  { store }: RegisterDeps,
  key: string,
  body: { stream: Readable; size: number },
): Promise<void> {
  let failure: Error | undefined
  body.stream.once('error', (error) => (failure = error))
  try {
    await store.write(key, body, { contentType: 'application/octet-stream' })
  } catch (error) {
    // The store may report a damaged file as a failure of its own.
    throw failure ?? error
  }
}

/** Undefined for what is not the fault of the archive. */
function describeRejection(error: unknown): string | undefined {
  if (error instanceof z.ZodError) return error.issues[0]?.message ?? 'invalid'
  return error instanceof HttpError || error instanceof ArchiveError ? error.message : undefined
}

/** Titles of an archive are shown in a terminal. */
const printable = (text: string) => text.replaceAll(/\p{C}/gu, '').slice(0, 200)
