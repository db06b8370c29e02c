/** The sections of the home page whose page lists tracks. */
export const listedSections = ['curated', 'recent', 'trending'] as const
export type ListedSection = (typeof listedSections)[number]

/** The order of their tracks; `recent` is by the last change. */
export const sectionOrders = { curated: 'likes', recent: 'recent', trending: 'plays' } as const

/** Those that have a page. */
export const sectionPages = [...listedSections, 'playlists'] as const
export type SectionPage = (typeof sectionPages)[number]

/** Headings of the sections of the home page, and of the pages that list all their tracks. */
export const sectionTexts = {
  curated: {
    title: 'Curated for your taste',
    subtitle: 'Top liked tracks from amazing artists',
  },
  recent: { title: 'Most Recent', subtitle: 'Fresh uploads from our community' },
  trending: { title: 'Trending Now', subtitle: 'Most played tracks this week' },
  playlists: { title: 'New playlists', subtitle: 'Collected by our community' },
  genre: { subtitle: 'Trending Music' },
} as const
