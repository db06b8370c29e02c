import type { FeedKind, ItemRow } from './repository.ts'

/** A feed without its items: enough to tell whether it has changed. */
export type Feed = {
  kind: FeedKind
  id: string
  title: string
  author: string
  description: string | null
  /** The page that the feed belongs to. */
  path: string
  modified: Date
  etag: string
}
export type FeedItem = ItemRow & { file: { bytes: number; contentType: string } }
export type FeedPage = { items: FeedItem[]; next: string | undefined }
