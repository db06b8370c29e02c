import * as contract from '#contract/share-links.ts'
import {
  createNote,
  deleteShareNote,
  getNote,
  listShareNotes,
  updateNote,
} from '#server/modules/comments/notes.ts'
import { listenerTokenOf } from '#server/modules/listening/listener.ts'
import { retentionLimit } from '#server/modules/listening/retention/service.ts'
import type { Listening } from '#server/modules/listening/service.ts'
import { getWaveform } from '#server/modules/processing/service.ts'
import { assertUnblocked, ifBlocked } from '#server/modules/reactions/blocks.ts'
import { type RegisterRoute, sendPage } from '#server/platform/http/register-route.ts'
import { sendIfChanged } from '#server/platform/http/send-if-changed.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { Viewer } from '#server/viewer.ts'
import type { ShareLinks } from './open.ts'
import {
  createShareLink,
  deleteShareLink,
  getLink,
  getShare,
  listShareLinks,
  updateShareLink,
} from './service.ts'

type Deps = { db: Db; publicUrl: string; shareLinks: ShareLinks; listening: Listening }

const writeLimit = { max: 60, windowSeconds: 60, per: 'user' } as const
/** Per client subnet, for holders of all links. */
const noteLimit = { max: 30, windowSeconds: 10 * 60, per: 'ip' } as const

/**
 * Links to what is not public, and notes of those who have them. What a link shares is sent by the modules that send it
 * to everybody: streaming, images and downloads, to a viewer who has the link.
 */
export function shareLinkRoutes(registerRoute: RegisterRoute, deps: Deps) {
  const { db, shareLinks, listening } = deps
  registerRoute(contract.listShareLinks, {
    handle: async ({ query, viewer, reply }) =>
      sendPage(reply, await listShareLinks(db, query, viewer)),
  })
  registerRoute(contract.createShareLink, {
    limit: writeLimit,
    writes: 'own',
    handle: ({ body, viewer }) => createShareLink(deps, body, viewer),
  })
  registerRoute(contract.updateShareLink, {
    limit: writeLimit,
    writes: 'own',
    guard: ({ params, viewer }) => getLink(db, params.id, viewer),
    handle: ({ params, body, viewer }) => updateShareLink(db, params.id, body, viewer),
  })
  registerRoute(contract.deleteShareLink, {
    limit: writeLimit,
    writes: 'own',
    handle: ({ params, viewer }) => deleteShareLink(db, params.id, viewer),
  })
  const getNoteOfLink = async (ids: { id: string; noteId: string }, viewer: Viewer) => {
    await getLink(db, ids.id, viewer)
    await getNote(db, ids, viewer)
  }
  registerRoute(contract.listShareNotes, {
    guard: ({ params, viewer }) => getLink(db, params.id, viewer),
    handle: ({ params, viewer }) => listShareNotes(db, params.id, viewer),
  })
  registerRoute(contract.updateShareNote, {
    writes: 'own',
    guard: ({ params, viewer }) => getNoteOfLink(params, viewer),
    handle: ({ params, body, viewer }) => updateNote(db, params, body, viewer),
  })
  registerRoute(contract.deleteShareNote, {
    writes: 'own',
    guard: ({ params, viewer }) => getNoteOfLink(params, viewer),
    handle: ({ params, viewer }) => deleteShareNote(db, params, viewer),
  })
  registerRoute(contract.getShare, {
    async handle(input) {
      const { params, query, reply } = input
      const link = await shareLinks.openInBrowser(input)
      return sendPage(reply, await getShare(db, params.token, link, query))
    },
  })
  registerRoute(contract.createShareNote, {
    limit: noteLimit,
    writes: 'own',
    async guard(input) {
      const { userId } = await shareLinks.open(input)
      await assertUnblocked(db, [ifBlocked('leave notes here')], userId, input.viewer)
    },
    handle: async ({ body, ...input }) =>
      createNote(db, body, await shareLinks.openInBrowser(input)),
  })
  registerRoute(contract.getSharedWaveform, {
    async handle(input) {
      const { holder } = await shareLinks.open(input)
      const { version, waveform } = await getWaveform(db, input.params.trackId, holder)
      return sendIfChanged(input, version, waveform)
    },
  })
  registerRoute(contract.playShared, {
    writes: 'own',
    guard: shareLinks.open,
    async handle(input) {
      const { params, viewer, request } = input
      const { holder, isOwner } = await shareLinks.openForSound(input)
      await listening.report({
        ...{ trackId: params.trackId, viewer, client: request },
        play: {
          source: 'share',
          token: () => listenerTokenOf(request.cookies) ?? '',
          // The owner's own plays are not in the statistics.
          access: isOwner ? viewer : holder,
        },
      })
    },
  })
  registerRoute(contract.recordSharedRetention, {
    writes: 'own',
    limit: retentionLimit,
    guard: shareLinks.open,
    async handle({ body: retention, ...input }) {
      const { params, viewer, request } = input
      await shareLinks.openForSound(input)
      await listening.report({ trackId: params.trackId, viewer, client: request, retention })
    },
  })
}
