/** Every number that client and server must agree on. */
const MiB = 1024 * 1024

export const limits = {
  audioBytes: 100 * MiB,
  imageBytes: 5 * MiB,
  /** Artwork of one item in a bulk upload. */
  bulkArtworkBytes: 10 * MiB,

  title: 200,
  shortText: 200,
  description: 5000,
  tags: 20,
  tag: 50,
  url: 2000,

  usernameMin: 3,
  usernameMax: 30,
  displayName: 100,
  firstName: 50,
  lastName: 50,
  bio: 500,
  location: 100,

  /** What a list answers without `limit`, and the most that `limit` may ask for. */
  listMost: 1000,
  likesInDetail: 50,
  searchQuery: 200,
  searchMost: 50,
} as const

/** Widths in which artwork, covers and profile images are kept; the screens ask for one of these. */
export const imageWidths = [96, 192, 384, 768] as const
export type ImageWidth = (typeof imageWidths)[number]
