import * as routes from '#contract/routes.ts'
import type { Track } from '#contract/tracks.ts'
import { hasStatus, request } from '#web/api/client.ts'
import { readJson, safeLocalStorage } from '#web/lib/browser-storage.ts'
import { savedLikesKey } from './saved-likes-key.ts'

/** Likes that were given without a connection, in the browser's storage until the server has them. */

/** By track: whether the user likes it. */
type Likes = Record<string, boolean>

/** Saves the like and returns what the server would respond. */
export function saveLike(owner: string, { id, likeCount }: Track, liked: boolean) {
  save(owner, { ...load(owner), [id]: liked })
  void sendSavedLikes(owner).catch((error: unknown) => console.warn(error))
  return { liked, likeCount: likeCount === null ? null : likeCount + (liked ? 1 : -1) }
}

/** One tab at a time: the server toggles, so that two would undo each other. */
export async function sendSavedLikes(owner: string): Promise<void> {
  // Only with HTTPS, which the service worker needs, too.
  const locks: LockManager | null | undefined = navigator.locks
  if (locks) await locks.request(savedLikesKey, () => sendAll(owner))
  else await sendAll(owner)
}

async function sendAll(owner: string): Promise<void> {
  for (;;) {
    const [next] = Object.entries(load(owner))
    if (!next) return
    const [id, liked] = next
    try {
      await setLiked(owner, id, liked)
    } catch (error) {
      // Sent again later, unless the track is gone.
      if (![400, 403, 404].some((status) => hasStatus(error, status))) return
    }
    const { [id]: latest, ...others } = load(owner)
    // It may have been changed meanwhile.
    if (latest === liked) save(owner, others)
  }
}

/** The response of an earlier attempt may have been lost: the server knows whether the track is liked. */
async function setLiked(owner: string, id: string, liked: boolean): Promise<void> {
  const { likes } = await request(routes.getTrack, { params: { slug: id } })
  if (likes.some(({ userId }) => userId === owner) !== liked)
    await request(routes.likeTrack, { params: { id }, body: {} })
}

/** What another user left is not sent. */
function load(owner: string): Likes {
  const saved = readJson<{ owner: string; likes: Likes }>(safeLocalStorage, savedLikesKey)
  return saved?.owner === owner ? (saved.likes ?? {}) : {}
}

function save(owner: string, likes: Likes): void {
  const isEmpty = Object.keys(likes).length === 0
  safeLocalStorage.set(savedLikesKey, isEmpty ? null : JSON.stringify({ owner, likes }))
}
