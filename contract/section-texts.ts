/** The sections of the home page that have a page with all their tracks. */
export const listedSections = ['curated', 'recent', 'trending'] as const
export type ListedSection = (typeof listedSections)[number]

/** Headings of the sections of the home page, and of the pages that list all their tracks. */
export const sectionTexts = {
  curated: {
    title: 'Curated for your taste',
    subtitle: 'Top liked tracks from amazing artists',
  },
  recent: { title: 'Most Recent', subtitle: 'Fresh uploads from our community' },
  trending: { title: 'Trending Now', subtitle: 'Most played tracks this week' },
  genre: { subtitle: 'Trending Music' },
} as const
