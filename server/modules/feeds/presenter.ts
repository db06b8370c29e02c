import { createHash } from 'node:crypto'
import { urlFor } from '#contract/client.ts'
import type { Credit } from '#contract/credits.ts'
import { displayName } from '#contract/display-name.ts'
import { paths, squareImagePath } from '#contract/paths.ts'
import { nameWithArticle, type ReleaseType } from '#contract/playlist-types.ts'
import * as routes from '#contract/routes.ts'
import type { SiteInfo } from '#server/config.ts'
import { escapeXml, xmlDeclaration } from '#server/shared/xml.ts'
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
  release?: {
    type: ReleaseType
    releaseDate: string | null
    copyright: string | null
    credits: Credit[]
  }
  modified: Date
  etag: string
}
export type FeedItem = ItemRow & {
  credits: Credit[]
  /** Without a format it is the original. */
  file: { bytes: number; contentType: string; format?: 'aac' }
}
export type FeedPage = { items: FeedItem[]; next: string | undefined }

export function presentFeed(
  feed: Feed,
  { items, next }: FeedPage,
  { site, cursor }: { site: FeedSite; cursor: string | undefined },
): string {
  const { publicUrl } = site
  // The identity of a feed is derived from it.
  const url = publicUrl + paths.feed(feed.kind, feed.id)
  const page = (of: string | undefined) => (of ? `${url}?cursor=${encodeURIComponent(of)}` : url)
  const image = publicUrl + squareImagePath(feed.kind, feed.id)
  const description = feed.description || defaultDescription(feed, site)
  return `${xmlDeclaration}<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:podcast="https://podcastindex.org/namespace/1.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/">
<channel>
${text('title', feed.title)}
${text('link', publicUrl + feed.path)}
${text('description', description)}
<language>en</language>
${text('generator', site.brandName)}
<lastBuildDate>${feed.modified.toUTCString()}</lastBuildDate>
${link('self', page(cursor))}
${link('first', url)}
${next ? `${link('next', page(next))}\n` : ''}<image>${text('url', image)}${text('title', feed.title)}${text('link', publicUrl + feed.path)}</image>
${element('itunes:image', { href: image })}
${text('itunes:author', feed.author)}
${element('itunes:category', { text: 'Music' })}
<itunes:explicit>false</itunes:explicit>
<podcast:guid>${podcastGuid(url)}</podcast:guid>
<podcast:medium>music</podcast:medium>
${feed.release ? presentRelease(feed.release) + presentCredits(feed.release.credits, publicUrl) : ''}${presentItems(items, { site, isNumbered: feed.release !== undefined })}</channel>
</rss>
`
}

/** Larger than what people write about 300 tracks. After it, items have neither descriptions nor credits. */
const maxDetailedLength = 2_000_000

function presentItems(
  items: FeedItem[],
  { site, isNumbered }: { site: FeedSite; isNumbered: boolean },
): string {
  let xml = ''
  for (const [index, item] of items.entries()) {
    const isShort = xml.length > maxDetailedLength
    const shown = isShort ? { ...item, description: null, credits: [] } : item
    xml += presentItem(shown, { ...site, ...(isNumbered && { number: index + 1 }) })
  }
  return xml
}

/** With links to the comments on tracks, where there are any. */
export type FeedSite = SiteInfo & { hasComments?: boolean }

/** `serial`: apps play the items in the order of their numbers. RSS has no dates without a day. */
function presentRelease({ releaseDate, copyright }: NonNullable<Feed['release']>): string {
  return `<itunes:type>serial</itunes:type>
${releaseDate?.length === 10 ? `<pubDate>${new Date(releaseDate).toUTCString()}</pubDate>\n` : ''}${copyright ? `${text('copyright', copyright)}\n` : ''}`
}

const presentCredits = (credits: Credit[], publicUrl: string) =>
  credits
    .map(({ role, name, username }) => {
      const attributes = { role, ...(username && { href: publicUrl + paths.profile(username) }) }
      return `${element('podcast:person', attributes, name)}\n`
    })
    .join('')

/** Escaping makes some characters nine times as long, and a page has 300 items. */
const maxDescriptionLength = 1000

function shorten(text: string): string {
  if (text.length <= maxDescriptionLength) return text
  return `${text
    .slice(0, maxDescriptionLength - 1)
    .toWellFormed()
    .trimEnd()}…`
}

type ItemOptions = FeedSite & {
  /** Of a track on a release. */
  number?: number
}

function presentItem(item: FeedItem, { publicUrl, hasComments, number }: ItemOptions): string {
  const { id, file } = item
  const itemDescription = item.description && shorten(item.description)
  const query = { format: file.format, source: 'feed' as const }
  const url = publicUrl + urlFor(routes.getTrackAudio, { params: { id }, query })
  const author = item.artist ?? displayName(item.user)
  return `<item>
<guid isPermaLink="false">${id}</guid>
${text('title', item.title)}
${text('link', publicUrl + paths.track(item))}
${hasComments ? `${text('comments', `${publicUrl}${paths.track(item)}#comments`)}\n` : ''}${text('description', itemDescription || `${item.title} by ${author}`)}
${itemDescription ? `${text('content:encoded', toHtml(itemDescription))}\n` : ''}<pubDate>${item.since.toUTCString()}</pubDate>
${element('enclosure', { url, length: String(file.bytes), type: file.contentType })}
${text('itunes:author', author)}
${element('itunes:image', { href: publicUrl + squareImagePath('track', id) })}
${number ? `<itunes:episode>${number}</itunes:episode>\n` : ''}${item.duration === null ? '' : `<itunes:duration>${item.duration}</itunes:duration>\n`}<itunes:explicit>false</itunes:explicit>
${presentCredits(item.credits, publicUrl)}</item>
`
}

const defaultDescription = ({ kind, author, release }: Feed, { brandName }: SiteInfo) =>
  kind === 'profile'
    ? `Listen to ${author} on ${brandName}.`
    : `${nameWithArticle(release?.type ?? 'playlist')} by ${author}.`

/** Podcast apps show HTML: in plain text, line breaks would collapse, and '<3' would vanish. */
function toHtml(plain: string): string {
  const paragraphs = plain
    .replace(/\r\n?/g, '\n')
    .trim()
    .split(/\n\s*\n/)
  return paragraphs.map((lines) => `<p>${escapeXml(lines).replaceAll('\n', '<br />')}</p>`).join('')
}

const text = (name: string, content: string) => `<${name}>${escapeXml(content)}</${name}>`
const link = (rel: string, href: string) =>
  element('atom:link', { rel, href, type: 'application/rss+xml' })

function element(name: string, attributes: Record<string, string>, content?: string): string {
  const pairs = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`)
  const start = `<${name}${pairs.join('')}`
  return content === undefined ? `${start}/>` : `${start}>${escapeXml(content)}</${name}>`
}

/** The namespace of Podcasting 2.0 for feeds. */
const guidNamespace = Buffer.from('ead4c236bf5858c6a2c6a6b28d128cb6', 'hex')

/** A UUIDv5 of the address without its scheme and trailing slashes, as Podcasting 2.0 defines it. */
export function podcastGuid(feedUrl: string): string {
  const name = feedUrl.replace(/^[a-z]+:\/\//, '').replace(/\/+$/, '')
  const hash = createHash('sha1').update(guidNamespace).update(name).digest().subarray(0, 16)
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x50, 6)
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8)
  return hash.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
