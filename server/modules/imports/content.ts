import { z } from 'zod'
import type { NewCredits } from '#contract/credits.ts'
import { optionalSingleLine } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { maxPlaylistTracks, newPlaylist, playlistUpdate } from '#contract/playlists.ts'
import { newTrack } from '#contract/tracks.ts'
import { HttpError, notFound } from '#server/errors.ts'
import { addTrack, listTrackIds } from '#server/modules/playlists/entries/service.ts'
import { createPlaylist, updatePlaylist } from '#server/modules/playlists/service.ts'
import { createTrack } from '#server/modules/tracks/service.ts'
import { registerAudio } from '#server/modules/uploads/register-service.ts'
import { addFormerAudio, hasFormerAudio } from '#server/modules/versions/service.ts'
import { listOf, pick } from './archive.ts'
import type { Context } from './context.ts'
import { pastDate } from './dates.ts'
import { importedId } from './imported-id.ts'
import { listOwn, type Own, setAddedAt } from './repository.ts'

const entry = z.looseObject({ id: z.string() })
const exportedVersion = z.looseObject({ audio: z.string().nullish(), replacedAt: pastDate })
const exportedTrack = entry.extend({
  audio: z.string().nullish(),
  artwork: z.string().nullish(),
  commentsClosed: z.boolean().catch(false),
  versions: listOf(z.unknown(), 1000).default([]),
})
const exportedName = z.object({
  fileName: optionalSingleLine('File name', limits.maxShortTextLength),
})
const exportedEntry = entry.extend({ addedAt: pastDate.optional().catch(undefined) })
const exportedPlaylist = entry.extend({
  cover: z.string().nullish(),
  tracks: listOf(exportedEntry, maxPlaylistTracks).default([]),
})

const { audioUrl: _audio, artworkUrl: _artwork, ...trackTexts } = newTrack.shape
const newTrackTexts = z.strictObject(trackTexts)

/** What an import made of tracks or playlists: their ids here, by those in the archive. */
export type Imported = { ids: Map<string, string>; added: number; known: number }

/** Those that are here already, from an import that was interrupted or because they never left, are not added again. */
export async function importTracks(context: Context): Promise<Imported> {
  const { deps, viewer, attempt, read, sendImage } = context
  const imported: Imported = { ids: new Map(), added: 0, known: 0 }
  for (const track of (await read('tracks.json', listOf(exportedTrack))) ?? [])
    await attempt(track['title'], async () => {
      const id = importedId(viewer.id, track.id)
      const known = await findKnown(context, 'track', track.id, id)
      if (known) {
        imported.known++
        imported.ids.set(track.id, known.id)
      } else {
        const picked = withoutPastTime(pick(track, newTrackTexts))
        const texts = withoutLinks(newTrackTexts.parse(picked))
        const createdAt = await readCreatedAt(context, track)
        const audioUrl = await sendAudio(context, track['title'], track)
        const artworkUrl = await sendImage(track.artwork)
        const fields = newTrack.parse({ ...texts, audioUrl, ...(artworkUrl && { artworkUrl }) })
        const { commentsClosed } = track
        await createTrack(deps.db, fields, viewer, { id, createdAt, commentsClosed })
        imported.added++
        imported.ids.set(track.id, id)
      }
      // Also those of a track whose import was interrupted; never those of one that was here before.
      if (known?.id !== track.id) await importVersions(context, id, track)
    })
  return imported
}

/** The former audio of a track, oldest first, as it came about. */
async function importVersions(
  context: Context,
  trackId: string,
  { title, versions }: { [name: string]: unknown; versions: unknown[] },
) {
  const { deps, viewer, attempt } = context
  const name = `${title}, former audio`
  for (const exported of versions.slice(-limits.maxVersions))
    await attempt(name, async () => {
      const version = exportedVersion.parse(exported)
      const { replacedAt } = version
      if (await hasFormerAudio(deps.db, trackId, replacedAt)) return
      const audioPath = await sendAudio(context, name, version)
      await addFormerAudio(deps, trackId, { audioPath, replacedAt }, viewer)
    })
}

/** With the file name and the date that it had. One that is rejected does not keep the audio out. */
async function sendAudio(
  { deps, viewer, attempt, send }: Context,
  name: unknown,
  exported: { [name: string]: unknown; audio?: string | null | undefined },
): Promise<string> {
  if (!exported.audio) throw notFound('Audio')
  const fileName = await attempt(name, async () => exportedName.parse(pick(exported, exportedName)))
  const uploadedAt = await attempt(name, async () =>
    pastDate.nullish().parse(exported['uploadedAt']),
  )
  const origin = { fileName: fileName?.fileName ?? undefined, createdAt: uploadedAt ?? undefined }
  const url = await send(exported.audio, limits.maxAudioBytes)
  return registerAudio(deps, { userId: viewer.id, url, origin })
}

/** Those that were interrupted are completed. */
export async function importPlaylists(
  context: Context,
  trackIdOf: (id: string) => string,
): Promise<Imported & { entries: Entries }> {
  const { deps, viewer, attempt, read } = context
  const entries: Entries = { leftOut: 0, of: 0 }
  const imported = { ids: new Map<string, string>(), added: 0, known: 0, entries }
  for (const playlist of (await read('playlists.json', listOf(exportedPlaylist))) ?? [])
    await attempt(playlist['title'], async () => {
      const id = importedId(viewer.id, playlist.id)
      const known = await findKnown(context, 'playlist', playlist.id, id)
      if (known) imported.known++
      imported.ids.set(playlist.id, known?.id ?? id)
      if (known?.id === playlist.id) return
      const createdAt = await readCreatedAt(context, playlist)
      if (!known) {
        const picked = withoutPastTime(pick(playlist, newPlaylist))
        const texts = withoutLinks(newPlaylist.parse(picked))
        await createPlaylist(deps.db, texts, viewer, { id, createdAt })
        imported.added++
      }
      entries.of += playlist.tracks.length
      entries.leftOut += await addEntries(context, id, playlist, { trackIdOf, createdAt })
      const coverUrl = known?.hasCover ? undefined : await context.sendImage(playlist.cover)
      if (coverUrl) await updatePlaylist(deps, id, playlistUpdate.parse({ coverUrl }), viewer)
    })
  return imported
}

type Entries = { leftOut: number; of: number }

/** In their order. Returns how many are left out: tracks of other users that this site does not have, or hides. */
async function addEntries(
  { deps: { db }, viewer, attempt }: Context,
  id: string,
  { title, tracks }: { [name: string]: unknown; tracks: z.output<typeof exportedEntry>[] },
  { trackIdOf, createdAt }: { trackIdOf(id: string): string; createdAt: Date },
) {
  const present = new Set(await listTrackIds(db, id, viewer))
  const entries = tracks.map(({ id, addedAt = createdAt }) => {
    return { trackId: trackIdOf(id), addedAt }
  })
  for (const { trackId } of entries)
    if (isId(trackId) && !present.has(trackId))
      await attempt(title, () => ifPresent(() => addTrack(db, id, trackId, viewer)))
  await setAddedAt(
    db,
    id,
    entries.filter(({ trackId }) => isId(trackId)),
  )
  const added = new Set(await listTrackIds(db, id, viewer))
  return entries.filter(({ trackId }) => !added.has(trackId)).length
}

/** What the user already has: under its own id, if it never left this site, or that of an earlier import. */
async function findKnown(
  { deps, viewer }: Context,
  kind: 'track' | 'playlist',
  exported: string,
  imported: string,
): Promise<Own | undefined> {
  const ids = [exported, imported].filter(isId)
  const own = await listOwn(deps.db, kind, { userId: viewer.id, ids })
  return own.find(({ id }) => id === exported) ?? own[0]
}

/** As in the archive, so that nothing old stands as new. */
async function readCreatedAt({ attempt }: Context, exported: Record<string, unknown>) {
  if (exported['createdAt'] === undefined) return new Date()
  const date = await attempt(exported['title'], async () => pastDate.parse(exported['createdAt']))
  return date ?? new Date()
}

/** What became due since the export stays private. */
function withoutPastTime({ publishAt, ...fields }: Record<string, unknown>) {
  const isPast = typeof publishAt === 'string' && Date.parse(publishAt) <= Date.now()
  return isPast || publishAt === undefined ? fields : { ...fields, publishAt }
}

/** The members whom the archive credits have not accepted to be linked here. */
const withoutLinks = <Fields extends { credits?: NewCredits | undefined }>(fields: Fields) => ({
  ...fields,
  ...(fields.credits && { credits: fields.credits.map(({ role, name }) => ({ role, name })) }),
})

const isId = (text: string) => z.uuid().safeParse(text).success

async function ifPresent(run: () => Promise<unknown>): Promise<void> {
  try {
    await run()
  } catch (error) {
    if (!(error instanceof HttpError && error.status === 404)) throw error
  }
}
