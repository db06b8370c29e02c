/** What the sections of the page are called. */
export const sections = {
  curated: {
    title: 'Curated for your taste',
    subtitle: 'Top liked tracks from amazing artists',
  },
  recent: { title: 'Most Recent', subtitle: 'Fresh uploads from our community' },
  trending: { title: 'Trending Now', subtitle: 'Most played tracks this week' },
  genre: { subtitle: 'Trending Music' },
}
