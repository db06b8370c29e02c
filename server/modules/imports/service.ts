import { z } from 'zod'
import { limits } from '#contract/limits.ts'
import type { NewPins } from '#contract/pins.ts'
import { profileUpdate } from '#contract/users.ts'
import { archiveParts } from '#server/modules/exports/parts.ts'
import { listPins, setPins } from '#server/modules/reactions/pins.ts'
import {
  type RegisterDeps,
  registerProfileImage,
} from '#server/modules/uploads/register-service.ts'
import { updateProfile } from '#server/modules/users/service.ts'
import { type Archive, listOf, pick } from './archive.ts'
import { importPlaylists, importTracks } from './content.ts'
import { type Context, createContext } from './context.ts'
import { importComments, importRelations } from './relations.ts'
import { importSettings } from './settings.ts'

export type Outcome = {
  tracks: number
  playlists: number
  /** Tracks and playlists that were here before. */
  known: number
  blocks: number
  likes: number
  reposts: number
  follows: number
  history: number
  savedPlaylists: number
  comments: number
  problems: string[]
  /** What the archive has and an import leaves out. */
  left: { part: string; reason: string }[]
}

const exportedProfile = z.looseObject({ image: z.string().nullish() })
const exportedPin = z.object({ kind: z.enum(['track', 'playlist']), id: z.string() })
const profileTexts = profileUpdate.omit({ username: true })

/**
 * Reads the archive of an export into the account of a user: profile, settings, tracks with their files, playlists.
 * Likes, follows, history and playlist entries are imported if this site has what they name. What an archive says is
 * checked like the body of a request: it may come from another site, and may have been changed. What is rejected is
 * reported. Nobody is notified: what is imported is as old as it was. An import that was interrupted can be repeated.
 */
export async function importArchive(
  deps: RegisterDeps,
  archive: Archive,
  userId: string,
): Promise<Outcome> {
  const context = createContext(deps, archive, { id: userId, isAdmin: false })
  await importProfile(context)
  await importSettings(context)
  const tracks = await importTracks(context)
  const trackIdOf = (id: string) => tracks.ids.get(id) ?? id
  const playlists = await importPlaylists(context, trackIdOf)
  await importPins(context, new Map([...tracks.ids, ...playlists.ids]))
  const { problems } = context
  const left = await listLeft(context)
  const leave = createLeave(left)
  leave('playlists.json', playlists.entries, 'their tracks are not on this site, or hidden')
  const options = { ...context, trackIdOf, leave }
  const relations = await importRelations(deps.db, options)
  const comments = await importComments(deps.db, options)
  const known = tracks.known + playlists.known
  const counts = { tracks: tracks.added, playlists: playlists.added, known }
  return { ...counts, ...relations, comments, problems, left }
}

const createLeave =
  (left: Outcome['left']) =>
  (part: string, { leftOut, of }: { leftOut: number; of: number }, reason: string): void => {
    if (leftOut > 0) left.push({ part, reason: `${leftOut} of ${of} entries: ${reason}.` })
  }

async function listLeft({ read }: Context): Promise<Outcome['left']> {
  const left: Outcome['left'] = []
  for (const [part, { notImported: reason }] of Object.entries(archiveParts))
    if (reason && hasContent(await read(part, z.unknown()))) left.push({ part, reason })
  return left
}

const hasContent = (value: unknown): boolean =>
  typeof value === 'object' ? Object.values(value ?? {}).some(hasContent) : value !== undefined

async function importProfile({ deps, viewer, attempt, read, send }: Context) {
  const profile = await read('profile.json', exportedProfile)
  if (!profile) return
  await attempt('profile.json', async () =>
    updateProfile(deps.db, viewer, profileTexts.parse(pick(profile, profileTexts))),
  )
  const { image } = profile
  if (image)
    await attempt(image, async () => {
      const url = await send(image, limits.maxImageBytes)
      await registerProfileImage(deps, { userId: viewer.id, url })
    })
}

/** After those that the account has, as far as there is space. */
async function importPins(
  { deps: { db }, viewer, read, attempt }: Context,
  ids: Map<string, string>,
) {
  const exported = (await read('pins.json', listOf(exportedPin))) ?? []
  const imported = exported.flatMap(({ kind, id }) => {
    const newId = ids.get(id)
    return newId ? [{ kind, id: newId }] : []
  })
  if (imported.length === 0) return
  const pinned = (await listPins(db, viewer.id, viewer)).map((pin): NewPins[number] =>
    pin.kind === 'track'
      ? { kind: 'track', id: pin.track.id }
      : { kind: 'playlist', id: pin.playlist.id },
  )
  const unique = new Map([...pinned, ...imported].map((pin) => [pin.id, pin]))
  await attempt('pins.json', () =>
    setPins(db, [...unique.values()].slice(0, limits.maxPins), viewer),
  )
}
