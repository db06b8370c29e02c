import type { QueryClient } from '@tanstack/react-query'
import * as routes from '#contract/routes.ts'
import type { Track } from '#contract/tracks.ts'
import { ApiError, hasStatus, request } from '#web/api/client.ts'
import { type LikeResponse, revertLikeInCache, toggledLike } from '#web/api/tracks.ts'
import { readJson, safeLocalStorage } from '#web/lib/browser-storage.ts'
import { savedLikesKey } from './saved-likes-key.ts'

/** Likes that were given without a connection, in the browser's storage until the server has them. */

/** By track: whether the user likes it. */
type Likes = Record<string, boolean>
type Owner = { id: string; queryClient: QueryClient }

export const isLikeSaved = (ownerId: string, id: string) => load(ownerId)[id] !== undefined

/** Saves the like and returns what the server would respond. */
export function saveLike(ownerId: string, track: Track, liked: boolean): LikeResponse {
  save(ownerId, { ...load(ownerId), [track.id]: liked })
  return toggledLike(track, liked)
}

/** Sends a like in place of the one that is saved for the track. */
export const sendInPlaceOfSaved = (owner: Owner, id: string, liked: boolean) =>
  inOneTab(() => sendLike(owner, id, liked))

/** `onRefused`: the server will never accept this one. */
export const sendSavedLikes = (owner: Owner, onRefused: (id: string, error: Error) => void) =>
  inOneTab(async () => {
    for (;;) {
      const [next] = Object.entries(load(owner.id))
      if (!next) return
      const [id, liked] = next
      try {
        await sendLike(owner, id, liked)
      } catch (error) {
        // Sent again later.
        if (!isFinal(error)) return
        onRefused(id, error)
      }
    }
  })

/** One tab at a time: the server toggles, so that two would undo each other. */
function inOneTab<T>(send: () => Promise<T>): Promise<T> {
  // Only with HTTPS, which the service worker needs, too.
  const locks: LockManager | null | undefined = navigator.locks
  return locks ? locks.request(savedLikesKey, send) : send()
}

async function sendLike({ id: ownerId, queryClient }: Owner, id: string, liked: boolean) {
  const { [id]: saved } = load(ownerId)
  function forget() {
    const { [id]: latest, ...others } = load(ownerId)
    // It may have been changed meanwhile.
    if (latest === saved) save(ownerId, others)
  }
  try {
    const response = await setLiked(ownerId, id, liked)
    forget()
    return response
  } catch (error) {
    if (isFinal(error)) {
      forget()
      if (saved !== undefined) revertLikeInCache(queryClient, id, ownerId, saved)
    }
    throw error
  }
}

const isFinal = (error: unknown): error is ApiError =>
  [400, 403, 404].some((status) => hasStatus(error, status))

/** The response of an earlier attempt may have been lost: the server knows whether the track is liked. */
async function setLiked(ownerId: string, id: string, liked: boolean): Promise<LikeResponse> {
  // To a visitor no track is liked, and some are not found.
  const viewer = await request(routes.getCurrentUser)
  if (viewer.id !== ownerId) throw new ApiError(401, 'Unauthorized', '')
  // Not what the service worker has stored.
  const track = await request(routes.getTrack, { params: { slug: id }, cache: 'no-store' })
  if (track.likes.some(({ userId }) => userId === ownerId) === liked)
    return { liked, likeCount: track.likeCount }
  return request(routes.likeTrack, { params: { id }, body: {} })
}

/** What another user left is not sent. */
function load(ownerId: string): Likes {
  const saved = readJson<{ owner: string; likes: Likes }>(safeLocalStorage, savedLikesKey)
  return saved?.owner === ownerId ? (saved.likes ?? {}) : {}
}

function save(owner: string, likes: Likes): void {
  const isEmpty = Object.keys(likes).length === 0
  safeLocalStorage.set(savedLikesKey, isEmpty ? null : JSON.stringify({ owner, likes }))
}
