import { markSvg } from '#brand/mark.ts'
import { barsFromLevels, halveBars, waveform, wavePath } from '#brand/waveform.ts'
import { urlFor } from '#contract/client.ts'
import {
  type EmbedKind,
  type EmbedTheme,
  type EmbedTrack,
  embedCode,
  embedPath,
} from '#contract/embed.ts'
import { escapeHtml } from '#contract/escape-html.ts'
import { paths, squareImagePath } from '#contract/paths.ts'
import * as routes from '#contract/routes.ts'
import type { SiteInfo } from '#server/config.ts'
import { scriptJson } from '#server/modules/pages/presenter.ts'
import { escapeXml, xmlDeclaration } from '#server/shared/xml.ts'

export type Embed = {
  kind: EmbedKind
  tracks: EmbedTrack[]
  /** Levels of the waveform; null for a playlist, and for a track that is not analyzed. */
  levels: number[] | null
  playlist?: PlaylistOfEmbed
}
type PlaylistOfEmbed = {
  id: string
  title: string
  coverUrl: string | null
  by: string
  url: string
  /** It has tracks that the player does not list. */
  hasMore: boolean
}

export type Page = {
  theme: EmbedTheme
  site: SiteInfo
  assets: { stylesheet: string; script: string }
}

/** The whole player as HTML, so that it is visible before its script, which makes it play, has loaded. */
export function presentEmbed(embed: Embed, page: Page): string {
  const { playlist, tracks } = embed
  const [first] = tracks
  const title = playlist
    ? `${playlist.title} by ${playlist.by}`
    : `${first?.title} by ${first?.artist}`
  const body = `<main class="player ${embed.kind}" data-state="paused">
${playlist ? `<h1 class="collection">${link(playlist.url, playlist.title)}</h1>` : ''}
${first ? presentPlayer(embed, first) : presentEmpty(embed)}
${presentBrand(page.site)}
${tracks.length > 0 && playlist ? presentList(tracks, playlist, page.site) : ''}
<p class="status" role="status"></p>
</main>
<script type="application/json" id="tracks">${scriptJson(tracks)}</script>`
  return presentDocument(title, body, page, first ? page.assets.script : undefined)
}

export const presentMissing = (kind: EmbedKind, page: Page): string =>
  presentMessage(`This ${kind} is not available.`, page)

export function presentMessage(message: string, page: Page): string {
  const { publicUrl, brandName } = page.site
  return presentDocument(
    message,
    `<main class="missing"><h1>${escapeHtml(message)}</h1><p>${link(publicUrl, `Listen on ${brandName}`)}</p></main>`,
    page,
  )
}

function presentDocument(title: string, body: string, page: Page, script?: string): string {
  const { theme, site, assets } = page
  return `<!doctype html>
<html lang="en"${theme === 'auto' ? '' : ` data-theme="${theme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(`${title} · ${site.brandName}`)}</title>
<link rel="stylesheet" href="${escapeHtml(assets.stylesheet)}">
${script ? `<script type="module" src="${escapeHtml(script)}"></script>` : ''}
</head>
<body>
${body}
</body>
</html>
`
}

function presentPlayer({ kind, tracks, levels }: Embed, track: EmbedTrack): string {
  const heading = kind === 'track' ? 'h1' : 'h2'
  const title = escapeHtml(track.title)
  const duration = track.duration ?? 0
  const bars = levels ? barsFromLevels(levels) : waveform(track.id)
  const skip = (name: 'previous' | 'next', label: string, disabled: boolean) =>
    `<button type="button" class="skip ${name}" aria-label="${label}"${disabled ? ' disabled' : ''}>${icons[name]}</button>`
  const play = `<button type="button" class="play" aria-label="Play ${title}">${icons.play}${icons.pause}</button>`
  const controls =
    kind === 'track'
      ? play
      : skip('previous', 'Previous track', true) +
        play +
        skip('next', 'Next track', tracks.length < 2)
  return `<a class="artwork" href="${escapeHtml(track.url)}" target="_blank" rel="noopener" tabindex="-1" aria-hidden="true">${presentArtwork(track)}</a>
<div class="heading">
<${heading} class="title">${link(track.url, track.title)}</${heading}>
<p class="artist">${link(track.artistUrl, track.artist)}</p>
</div>
<div class="controls">${controls}</div>
<div class="waveform" role="slider" tabindex="0" aria-label="Seek in ${title}" aria-valuemin="0" aria-valuemax="${duration}" aria-valuenow="0" aria-valuetext="${formatTime(0)} of ${formatTime(duration)}">
${presentBars('wide', bars)}${presentBars('narrow', halveBars(bars))}
<span class="playhead"></span>
</div>
<p class="time"><span class="position">${formatTime(0)}</span><span class="duration">${formatTime(duration)}</span></p>`
}

function presentEmpty({ playlist }: Embed): string {
  if (!playlist) return ''
  const { id, by, url } = playlist
  const cover = urlFor(routes.getPlaylistCover, { params: { id }, query: { w: 384 } })
  return `<a class="artwork" href="${escapeHtml(url)}" target="_blank" rel="noopener" tabindex="-1" aria-hidden="true"><img src="${escapeHtml(cover)}" alt="" width="134" height="134"></a>
<div class="heading"><p class="title">No tracks yet</p><p class="artist">${escapeHtml(by)}</p></div>`
}

/**
 * The bars twice: all of them, and above them those in the color of the played part, which CSS clips at the playhead.
 */
function presentBars(size: 'wide' | 'narrow', bars: readonly number[]): string {
  const layer = (name: string) =>
    `<svg class="bars ${name} ${size}" viewBox="0 0 1000 100" preserveAspectRatio="none" aria-hidden="true"><path d="${path}"/></svg>`
  const path = wavePath(bars)
  return layer('rest') + layer('played')
}

function presentArtwork({ id, artworkUrl }: EmbedTrack): string {
  const v = artworkUrl?.split('/').at(-1)
  const url = (w: number) =>
    escapeHtml(urlFor(routes.getTrackArtwork, { params: { id }, query: { w, v } }))
  return `<img src="${url(384)}" srcset="${url(192)} 192w, ${url(384)} 384w" sizes="134px" alt="" width="134" height="134">`
}

function presentList(
  tracks: EmbedTrack[],
  { hasMore, url }: PlaylistOfEmbed,
  { brandName }: SiteInfo,
) {
  const more = hasMore
    ? `<li class="more">${link(url, `Listen to the rest on ${brandName}`)}</li>`
    : ''
  return `<ol class="list" aria-label="Tracks">${tracks.map(presentRow).join('')}${more}</ol>`
}

function presentRow({ title, artist, duration }: EmbedTrack, index: number): string {
  const time = duration === null ? '' : formatTime(duration)
  return `<li><button type="button" class="row"${index === 0 ? ' aria-current="true"' : ''}><span class="number">${index + 1}</span><span class="name">${escapeHtml(title)}</span><span class="by">${escapeHtml(artist)}</span><span class="length">${time}</span></button></li>`
}

const presentBrand = ({ publicUrl, brandName }: SiteInfo) =>
  `<a class="brand" href="${escapeHtml(publicUrl)}" target="_blank" rel="noopener">${markSvg({ attributes: 'class="mark" aria-hidden="true"', plateColor: 'currentColor', postColor: 'var(--color-primary)' })}<span>${escapeHtml(brandName)}</span>${newTab}</a>`

const newTab = '<span class="sr-only"> (opens in a new tab)</span>'
const link = (url: string, text: string) =>
  `<a href="${escapeHtml(url)}" target="_blank" rel="noopener">${escapeHtml(text)}${newTab}</a>`

/** `m:ss`, as the site shows it. */
const formatTime = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`

/** Icons of Lucide, filled. */
const icon = (name: string, shapes: string) =>
  `<svg class="icon ${name}" viewBox="0 0 24 24" aria-hidden="true">${shapes}</svg>`
const icons = {
  play: icon(
    'icon-play',
    '<path d="M5 5a2 2 0 0 1 3.008-1.728l11.997 6.998a2 2 0 0 1 .003 3.458l-12 7A2 2 0 0 1 5 19z"/>',
  ),
  pause: icon(
    'icon-pause',
    '<rect x="14" y="3" width="5" height="18" rx="1"/><rect x="5" y="3" width="5" height="18" rx="1"/>',
  ),
  previous: icon(
    'icon-previous',
    '<path d="M17.971 4.285A2 2 0 0 1 21 6v12a2 2 0 0 1-3.029 1.715l-9.997-5.998a2 2 0 0 1-.003-3.432z"/><path d="M3 20V4"/>',
  ),
  next: icon(
    'icon-next',
    '<path d="M6.029 4.285A2 2 0 0 0 3 6v12a2 2 0 0 0 3.029 1.715l9.997-5.998a2 2 0 0 0 .003-3.432z"/><path d="M21 4v16"/>',
  ),
}

export type OEmbedItem = {
  kind: EmbedKind
  id: string
  slug: string
  title: string
  author: string
  authorId: string
}
export type OEmbedSize = { width: number; height: number; thumbnail: number | undefined }

/** Seconds for which a site may cache the response. */
export const cacheAge = 3600

/** https://oembed.com, type `rich`. */
export function presentOEmbed(
  item: OEmbedItem,
  size: OEmbedSize,
  { publicUrl, brandName }: SiteInfo,
) {
  const { kind, id, slug, title, author, authorId } = item
  const { width, height, thumbnail } = size
  return {
    type: 'rich',
    version: '1.0',
    title,
    author_name: author,
    author_url: publicUrl + paths.profile(authorId),
    provider_name: brandName,
    provider_url: publicUrl,
    cache_age: cacheAge,
    ...(thumbnail && {
      thumbnail_url: publicUrl + squareImagePath(kind, id, thumbnail),
      thumbnail_width: thumbnail,
      thumbnail_height: thumbnail,
    }),
    html: embedCode({
      url: publicUrl + embedPath(kind, slug),
      title: `${title} by ${author}`,
      width,
      height,
    }),
    width,
    height,
  }
}

export function presentXml(response: ReturnType<typeof presentOEmbed>): string {
  const elements = Object.entries(response).map(
    ([name, value]) => `<${name}>${escapeXml(String(value))}</${name}>\n`,
  )
  return `${xmlDeclaration}<oembed>\n${elements.join('')}</oembed>\n`
}
