import { safeLocalStorage } from '#web/lib/browser-storage.ts'

/** Of the likes that the server does not have yet, see `saved-likes.ts`. */
export const savedLikesKey = 'likes-to-send'
export const hasSavedLikes = () => safeLocalStorage.get(savedLikesKey) !== null
