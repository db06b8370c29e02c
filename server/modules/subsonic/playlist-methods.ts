import type { z } from 'zod'
import type { Playlist } from '#contract/playlists.ts'
import { newPlaylist, playlistUpdate } from '#contract/playlists.ts'
import { listLibraryPlaylists } from '#server/modules/library/service.ts'
import {
  editTracks,
  listTrackIds,
  reorder,
  resolveOrderVersion,
} from '#server/modules/playlists/entries/service.ts'
import { assertCanDelete, assertCanEdit } from '#server/modules/playlists/policy.ts'
import {
  createPlaylist,
  deletePlaylist,
  getPlaylist,
  updatePlaylist,
} from '#server/modules/playlists/service.ts'
import type { Viewer } from '#server/viewer.ts'
import {
  assertOwnUsername,
  type Call,
  type MethodDeps,
  type Methods,
  reads,
  writes,
} from './method.ts'
import { errorCodes, missingParameter, type Payload, SubsonicError } from './protocol.ts'

const maxPlaylists = 5000

export function playlistMethods({ db, store, assertCanPublish }: MethodDeps): Methods {
  async function present(id: string, { viewer, load }: Call): Promise<Payload> {
    const playlist = await getPlaylist(db, id, viewer)
    const [presented] = await load.playlists([playlist])
    const tracks = playlist.playlistTracks.map(({ track }) => track)
    return { playlist: { ...presented, entry: await load.presentSongs(tracks) } }
  }

  /** Makes these the tracks of the playlist, in this order. */
  async function replaceTracks(id: string, trackIds: string[], viewer: Viewer) {
    const wanted = new Set(trackIds)
    const remove = (await trackIdsOf(id, viewer)).filter((trackId) => !wanted.has(trackId))
    await editTracks(db, id, { remove, add: trackIds }, viewer)
    const present = new Set(await trackIdsOf(id, viewer))
    const order = { trackIds: [...wanted].filter((trackId) => present.has(trackId)) }
    await reorder(db, id, await resolveOrderVersion(db, id, order), viewer)
  }

  const trackIdsOf = (id: string, viewer: Viewer) => listTrackIds(db, id, viewer)

  async function update(id: string, input: Payload, viewer: Viewer) {
    if (Object.keys(input).length === 0) return
    const fields = parse(playlistUpdate, input)
    if (fields.privacy === 'public') await assertCanPublish(viewer.id)
    await updatePlaylist({ db, store }, id, fields, viewer)
  }

  return {
    ...reads({
      async getPlaylists(call) {
        assertOwnUsername(call)
        const { viewer, load } = call
        const playlists: Playlist[] = []
        for (let cursor: string | undefined; playlists.length < maxPlaylists; ) {
          const query = { limit: 1000, cursor, releases: false }
          const page = await listLibraryPlaylists(db, query, viewer)
          playlists.push(...page.items)
          cursor = page.next
          if (cursor === undefined) break
        }
        // Without the start of the comment: an app could save it as the whole.
        const bare = playlists.map(({ description: _start, ...playlist }) => playlist)
        return { playlists: { playlist: await load.playlists(bare) } }
      },
      getPlaylist: async (call) =>
        present(call.parameters.idOf('id', 'playlist', 'Playlist'), call),
    }),
    ...writes({
      async createPlaylist(call) {
        const { parameters, viewer } = call
        const trackIds = parameters.ids('songId', 'track', 'Song')
        if (parameters.get('playlistId') !== undefined) {
          const id = parameters.idOf('playlistId', 'playlist', 'Playlist')
          await assertCanEdit(db, id, viewer)
          const name = parameters.get('name')
          await update(id, name ? { title: name } : {}, viewer)
          await replaceTracks(id, trackIds, viewer)
          return present(id, call)
        }
        const title = parameters.get('name')
        if (!title) throw missingParameter('name')
        // Apps do not ask who may see it: nobody else, until its owner says so.
        const fields = parse(newPlaylist, { title, privacy: 'private' })
        const { id } = await db.transaction(async (tx) => {
          const created = await createPlaylist(tx, fields, viewer)
          await editTracks(tx, created.id, { add: trackIds }, viewer)
          return created
        })
        return present(id, call)
      },
      async updatePlaylist({ parameters, viewer }) {
        const id = parameters.idOf('playlistId', 'playlist', 'Playlist')
        await assertCanEdit(db, id, viewer)
        const indexes = parameters.all('songIndexToRemove').map(parseIndex)
        const name = parameters.get('name')
        const comment = parameters.get('comment')
        const isPublic = parameters.get('public')
        await update(
          id,
          {
            ...(name && { title: name }),
            ...(comment !== undefined && { description: comment }),
            ...(isPublic !== undefined && {
              privacy: parameters.flag('public', false) ? 'public' : 'private',
            }),
          },
          viewer,
        )
        const before = await trackIdsOf(id, viewer)
        const remove = indexes.flatMap((index) => before[index] ?? [])
        const add = parameters.ids('songIdToAdd', 'track', 'Song')
        await editTracks(db, id, { remove, add }, viewer)
        return {}
      },
      async deletePlaylist({ parameters, viewer }) {
        const id = parameters.idOf('id', 'playlist', 'Playlist')
        await assertCanDelete(db, id, viewer)
        await deletePlaylist(db, id, viewer)
        return {}
      },
    }),
  }
}

function parseIndex(text: string): number {
  if (/^-?\d+$/.test(text)) return Number(text)
  throw new SubsonicError(errorCodes.generic, 'An index must be a number.')
}

function parse<Schema extends z.ZodType>(schema: Schema, input: Payload): z.output<Schema> {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  throw new SubsonicError(errorCodes.generic, parsed.error.issues[0]?.message ?? 'Invalid input.')
}
