import { canDownload } from '#contract/downloads.ts'
import { limits } from '#contract/limits.ts'
import { paths } from '#contract/paths.ts'
import type { BodyOf, QueryOf } from '#contract/route.ts'
import type * as contract from '#contract/share-links.ts'
import type { Share, ShareLink } from '#contract/share-links.ts'
import { conflict, forbidden, notFound } from '#server/errors.ts'
import { listOwnNotes } from '#server/modules/comments/notes.ts'
import { getPlaylistPage } from '#server/modules/playlists/service.ts'
import { getTrack } from '#server/modules/tracks/service.ts'
import { assertUserExistsLocked } from '#server/modules/users/policy.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { hashToken, newLinkToken } from '#server/platform/secrets/secrets.ts'
import { mapPage, type Page, type PageQuery, readPage } from '#server/shared/cursor.ts'
import { canView } from '#server/shared/visibility.ts'
import type { Viewer } from '#server/viewer.ts'
import type { OpenLink } from './open.ts'
import { presentLink, presentSharedPlaylist, presentSharedTrack } from './presenter.ts'
import {
  countLinks,
  deleteLink,
  findOwned,
  type Item,
  insertLink,
  listLinks,
  lockItem,
  revokeLink,
  updateLink,
} from './repository.ts'

type Ids = { trackId?: string | undefined; playlistId?: string | undefined }

function itemOf({ trackId, playlistId }: Ids): Item | undefined {
  if (trackId !== undefined) return { kind: 'track', id: trackId }
  return playlistId === undefined ? undefined : { kind: 'playlist', id: playlistId }
}

export async function listShareLinks(
  db: Db,
  { limit, cursor, ...ids }: QueryOf<typeof contract.listShareLinks>,
  viewer: Viewer,
): Promise<Page<ShareLink>> {
  const page = await readPage(
    'share links',
    { limit, cursor },
    (range) => listLinks(db, { userId: viewer.id, item: itemOf(ids), ...range }),
    ({ id, createdAt }) => [createdAt, id],
  )
  return mapPage(page, presentLink)
}

/** The token is in the URL only: the database stores its hash. */
export async function createShareLink(
  { db, publicUrl }: { db: Db; publicUrl: string },
  { trackId, playlistId, name, expiresAt, ...fields }: BodyOf<typeof contract.createShareLink>,
  viewer: Viewer,
): Promise<{ link: ShareLink; url: string }> {
  const item = itemOf({ trackId, playlistId }) as Item
  const token = newLinkToken()
  const id = await db.transaction(async (tx) => {
    await assertUserExistsLocked(tx, viewer.id)
    await assertCanShare(tx, item, viewer)
    return insertLink(tx, {
      ...fields,
      userId: viewer.id,
      trackId: trackId ?? null,
      playlistId: playlistId ?? null,
      name,
      tokenHash: hashToken(token),
      expiresAt: expiresAt ? new Date(expiresAt) : null,
    })
  })
  return { link: await getLink(db, id, viewer), url: publicUrl + paths.share(token) }
}

/** Only the owner, not even administrators. What is public has a page for everyone. */
async function assertCanShare(tx: Db, item: Item, viewer: Viewer) {
  const found = await lockItem(tx, item)
  if (!found || !canView(found, viewer))
    throw notFound(item.kind === 'track' ? 'Track' : 'Playlist')
  if (found.userId !== viewer.id) throw forbidden()
  if (found.privacy === 'public') throw conflict('This is public: everyone can open its page.')
  if ((await countLinks(tx, item)) >= limits.maxShareLinks)
    throw conflict(`There can be ${limits.maxShareLinks} links at most. Delete one first.`)
}

export async function getLink(db: Db, id: string, viewer: Viewer): Promise<ShareLink> {
  const row = await findOwned(db, id, viewer.id)
  if (!row) throw notFound('Link')
  return presentLink(row)
}

/** What is undefined stays. */
export async function updateShareLink(
  db: Db,
  id: string,
  { revoked, expiresAt, name, maxListens, allowDownload }: BodyOf<typeof contract.updateShareLink>,
  viewer: Viewer,
): Promise<ShareLink> {
  const set = {
    ...(name !== undefined && { name }),
    ...(maxListens !== undefined && { maxListens }),
    ...(allowDownload !== undefined && { allowDownload }),
    ...(expiresAt !== undefined && { expiresAt: expiresAt === null ? null : new Date(expiresAt) }),
  }
  if (Object.keys(set).length > 0) await updateLink(db, id, viewer.id, set)
  if (revoked) await revokeLink(db, id, viewer.id)
  return getLink(db, id, viewer)
}

export async function deleteShareLink(db: Db, id: string, viewer: Viewer): Promise<void> {
  if (!(await deleteLink(db, id, viewer.id))) throw notFound('Link')
}

/** What whoever has the link sees, which is nothing else of its owner's. */
export async function getShare(
  db: Db,
  token: string,
  link: OpenLink,
  query: PageQuery,
): Promise<{ items: Share; next?: string | undefined }> {
  const { trackId, playlistId, holder, allowDownload } = link
  const notes = await listOwnNotes(db, link)
  if (trackId !== null) {
    const track = await getTrack(db, trackId, holder)
    return { items: presentSharedTrack(track, { token, notes, mayDownload: allowDownload }) }
  }
  const { items: playlist, next } = await getPlaylistPage(db, playlistId ?? '', query, holder)
  const mayDownload = canDownload({ ...playlist, allowDownload }, null)
  return { items: presentSharedPlaylist(playlist, { token, notes, mayDownload }), next }
}
