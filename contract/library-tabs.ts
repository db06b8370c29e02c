/** The tabs of the library in their order, and the last segment of their paths. */
export const libraryTabs = ['likes', 'playlists', 'history', 'following'] as const
export type LibraryTab = (typeof libraryTabs)[number]
