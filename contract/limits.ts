import * as limits from './limit-values.ts'

export { limits }

/** Of a response to somebody whose session has ended because they are suspended: `reason=`, percent-encoded. */
export const suspendedHeader = 'x-suspended'
/** Request header that turns 401 into 204: browsers log every failed request to the console. */
export const preferNoContent = { name: 'prefer', value: 'visitor=204' } as const

/** Tracks per request of the pages that list a section or a genre: the server preloads the first one. */
export const browsePageSize = 50
/** The same for the lists of a profile. */
export const profilePageSize = 20

/** The message of 413 at a user's quota: unlike that for one large file it holds for all that follow. */
export const storageFull = 'Your storage is full.'

/** Stored widths of artwork, covers and profile images, in pixels. */
export const imageWidths = [96, 192, 384, 768] as const
/** The width that podcast directories require. Stored only of images that are large enough. */
export const largeImageWidth = 1400
export type ImageWidth = (typeof imageWidths)[number]

/** The tabs of the library in their order, and the last segment of their paths. */
/** A cookie of new users, until the page has told them their username. */
export const welcomeCookie = 'welcome'

export const libraryTabs = ['likes', 'playlists', 'history', 'following', 'offline'] as const
export type LibraryTab = (typeof libraryTabs)[number]
