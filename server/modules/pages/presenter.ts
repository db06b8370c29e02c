import { urlFor } from '#contract/client.ts'
import { type EmbedKind, embedHeights, embedPath } from '#contract/embed.ts'
import { escapeHtml } from '#contract/escape-html.ts'
import * as routes from '#contract/routes.ts'
import type { SiteInfo } from '#server/config.ts'
import { excerpt as excerptOf } from '#server/shared/excerpt.ts'
import type { StructuredData } from './structured-data.ts'

/** The metadata of a page for search engines and link previews. */
export type PageHead = {
  title: string
  description: string
  /** A path on this site. */
  canonical: string
  /** A path on this site. */
  image?: string
  kind?: 'website' | 'music.song' | 'music.album' | 'music.playlist' | 'profile'
  /** The Fediverse account of the author. */
  creator?: string | null
  /** Excluded from search engines. */
  noindex?: boolean
  /** The path and title of its RSS feed. */
  feed?: { path: string; title: string }
  /** The embedded player of the page, and the track that link previews play. */
  player?: { kind: EmbedKind; slug: string; trackId: string | undefined }
  /** Left out if the page is `noindex`. */
  structuredData?: StructuredData
}

/** JSON for a script element, escaped so that no text in it can end the element or start a comment. */
export const scriptJson = (data: unknown) =>
  JSON.stringify(data).replace(
    /[&<>\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

export function renderHead(head: PageHead, site: SiteInfo): string {
  const url = site.publicUrl + head.canonical
  const tags = [
    `<title>${escapeHtml(head.title)}</title>`,
    meta('name', 'description', head.description),
    head.noindex
      ? meta('name', 'robots', 'noindex')
      : `<link rel="canonical" href="${escapeHtml(url)}">`,
    meta('property', 'og:site_name', site.brandName),
    meta('property', 'og:type', head.kind ?? 'website'),
    meta('property', 'og:title', head.title),
    meta('property', 'og:description', head.description),
    meta('property', 'og:url', url),
    meta('name', 'twitter:card', head.player ? 'player' : 'summary'),
    meta('name', 'twitter:title', head.title),
    meta('name', 'twitter:description', head.description),
  ]
  if (head.image) {
    const image = site.publicUrl + head.image
    tags.push(meta('property', 'og:image', image), meta('name', 'twitter:image', image))
  }
  if (head.creator) tags.push(meta('name', 'fediverse:creator', head.creator))
  tags.push(
    `<link rel="search" type="application/opensearchdescription+xml" title="${escapeHtml(site.brandName)}" href="/opensearch.xml">`,
  )
  if (head.player) tags.push(...playerTags(head, head.player, site))
  if (head.feed)
    tags.push(
      `<link rel="alternate" type="application/rss+xml" title="${escapeHtml(head.feed.title)}" href="${escapeHtml(head.feed.path)}">`,
    )
  if (head.structuredData && !head.noindex)
    tags.push(`<script type="application/ld+json">${scriptJson(head.structuredData)}</script>`)
  return tags.join('\n    ')
}

/** oEmbed discovery, and what link previews need to play. */
function playerTags(
  { title, canonical }: PageHead,
  { kind, slug, trackId }: NonNullable<PageHead['player']>,
  { publicUrl }: SiteInfo,
): string[] {
  const oEmbed = (format: 'json' | 'xml') =>
    `${publicUrl}/oembed?url=${encodeURIComponent(publicUrl + canonical)}&format=${format}`
  const discovery = (type: string, format: 'json' | 'xml') =>
    `<link rel="alternate" type="${type}" title="${escapeHtml(title)}" href="${escapeHtml(oEmbed(format))}">`
  const audio = trackId && publicUrl + urlFor(routes.getTrackAudio, { params: { id: trackId } })
  return [
    discovery('application/json+oembed', 'json'),
    discovery('text/xml+oembed', 'xml'),
    meta('name', 'twitter:player', publicUrl + embedPath(kind, slug)),
    meta('name', 'twitter:player:width', '640'),
    meta('name', 'twitter:player:height', String(embedHeights[kind])),
    ...(audio ? [meta('property', 'og:audio', audio)] : []),
  ]
}

function meta(key: 'name' | 'property', name: string, content: string): string {
  return `<meta ${key}="${name}" content="${escapeHtml(content)}">`
}

/** The beginning of a text, cut at a word boundary. */
export function excerpt(text: string, most = 160): string {
  const flat = text.replace(/\s+/g, ' ').trim()
  if (flat.length <= most) return flat
  const cut = excerptOf(flat, most - 1)
  return `${cut.slice(0, cut.lastIndexOf(' ') > most / 2 ? cut.lastIndexOf(' ') : cut.length)}…`
}
