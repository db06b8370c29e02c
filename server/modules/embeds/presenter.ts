import { markSvg } from '#brand/mark.ts'
import { barsFromLevels, halveBars, waveform, wavePath } from '#brand/waveform.ts'
import { urlFor } from '#contract/client.ts'
import type { EmbedKind, EmbedTheme, EmbedTrack } from '#contract/embed.ts'
import { escapeHtml } from '#contract/escape-html.ts'
import { formatDuration } from '#contract/format-duration.ts'
import * as routes from '#contract/routes.ts'
import type { SiteInfo } from '#server/config.ts'
import { scriptJson } from '#server/modules/pages/presenter.ts'

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
  const body = `<main class="player ${embed.kind} group relative grid h-full min-h-0 after:pointer-events-none after:absolute after:inset-1 after:rounded-[9px] after:border after:border-text/13" data-state="paused">
${playlist ? `<h1 class="min-w-0 self-end text-xs font-semibold text-primary-text [grid-area:collection] flat:hidden">${link(playlist.url, playlist.title, `${textLink} relative -mx-0.75 -mt-2 mb-0.5 block w-fit max-w-[calc(100%+6px)] truncate px-0.75 pt-2 leading-4`)}</h1>` : ''}
${first ? presentPlayer(embed, first) : presentEmpty(embed)}
${presentBrand(embed.kind, page.site)}
${tracks.length > 0 && playlist ? presentList(tracks, playlist, page.site) : ''}
<p class="status absolute bottom-3.5 left-1/2 -translate-x-1/2 rounded-full bg-danger-soft px-3 py-1 text-xs font-semibold text-danger-text empty:hidden" role="status"></p>
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
    `<main class="grid h-full place-content-center gap-2 p-4 text-center"><h1 class="font-display text-xl leading-[1.2] font-bold text-balance">${escapeHtml(message)}</h1><p>${link(publicUrl, `Listen on ${brandName}`, primaryLink)}</p></main>`,
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
<body class="h-screen overflow-hidden bg-overlay text-sm leading-row">
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
    `<button type="button" class="${name} grid size-9 place-items-center rounded-full hover:bg-text/10 disabled:bg-transparent disabled:text-faint" aria-label="${label}"${disabled ? ' disabled' : ''}>${icons[name]}</button>`
  const play = `<button type="button" class="play primary-fill relative grid place-items-center rounded-full transition-[scale] hover:scale-106 ${kind === 'track' ? 'size-12' : 'size-10 large:size-12'} after:absolute after:-inset-1 after:hidden after:animate-[spin_900ms_linear_infinite,appear_0s_400ms_backwards] after:rounded-full after:border-2 after:border-primary after:border-t-transparent group-data-[state=loading]:after:block motion-reduce:after:animate-none" aria-label="Play ${title}">${icons.play}${icons.pause}</button>`
  const controls =
    kind === 'track'
      ? play
      : skip('previous', 'Previous track', true) +
        play +
        skip('next', 'Next track', tracks.length < 2)
  return `<a class="${artworkClass}" href="${escapeHtml(track.url)}" target="_blank" rel="noopener" tabindex="-1" aria-hidden="true">${presentArtwork(track)}</a>
<div class="min-w-0 self-center [grid-area:heading]">
<${heading} class="${titleClass}">${link(track.url, track.title, clippedLink)}</${heading}>
<p class="artist text-muted">${link(track.artistUrl, track.artist, clippedLink)}</p>
</div>
<div class="flex items-center self-center [grid-area:controls] ${kind === 'track' ? 'gap-1 justify-self-end' : 'gap-1 justify-self-center medium:gap-0'}">${controls}</div>
<div class="waveform group/waveform @container relative min-h-8 cursor-pointer touch-pan-y rounded-art select-none [grid-area:waveform] ${kind === 'track' ? '' : 'mt-1'} flat:hidden" role="slider" tabindex="0" aria-label="Seek in ${title}" aria-valuemin="0" aria-valuemax="${duration}" aria-valuenow="0" aria-valuetext="${formatDuration(0)} of ${formatDuration(duration)}">
${presentBars('wide', bars)}${presentBars('narrow', halveBars(bars))}
<span class="pointer-events-none absolute -inset-y-0.5 left-(--played,0%) w-1 -translate-x-1/2 rounded-[2px] bg-playhead ring-2 ring-overlay"></span>
</div>
<p class="flex gap-1.25 self-center text-xs font-semibold whitespace-nowrap text-muted tabular-nums [grid-area:time] ${kind === 'track' ? 'medium:justify-between' : 'large:justify-between'} flat:hidden"><span class="position">${formatDuration(0)}</span><span class="duration before:content-['/_'] ${kind === 'track' ? 'medium:before:hidden' : 'large:before:hidden'}">${formatDuration(duration)}</span></p>`
}

function presentEmpty({ playlist }: Embed): string {
  if (!playlist) return ''
  const { id, by, url } = playlist
  const cover = urlFor(routes.getPlaylistCover, { params: { id }, query: { w: 384 } })
  return `<a class="${artworkClass}" href="${escapeHtml(url)}" target="_blank" rel="noopener" tabindex="-1" aria-hidden="true"><img src="${escapeHtml(cover)}" alt="" width="134" height="134" class="size-full rounded-art bg-raised object-cover shadow-(--shadow-art)"></a>
<div class="min-w-0 self-center [grid-area:heading]"><p class="${titleClass}">No tracks yet</p><p class="artist truncate text-muted">${escapeHtml(by)}</p></div>`
}

/**
 * The bars twice: all of them, and above them those in the color of the played part, which CSS clips at the playhead.
 */
function presentBars(size: 'wide' | 'narrow', bars: readonly number[]): string {
  const path = wavePath(bars)
  const layer = (color: string) =>
    `<svg class="${size} ${barSizes[size]} ${color} pointer-events-none absolute inset-0 size-full overflow-visible transition-[stroke]" viewBox="0 0 1000 100" preserveAspectRatio="none" fill="none" stroke-linecap="round" aria-hidden="true"><path d="${path}" vector-effect="non-scaling-stroke"/></svg>`
  return (
    layer('stroke-wave-rest group-hover/waveform:stroke-wave-hover') +
    layer(
      'stroke-[color-mix(in_oklab,var(--color-wave-from),var(--color-wave-to)_35%)] [clip-path:inset(-10px_calc(100%-var(--played,0%))_-10px_-10px)]',
    )
  )
}
const barSizes = {
  wide: 'hidden stroke-[length:max(1.3px,0.27cqw)] medium:block',
  narrow: 'stroke-[1.6px] medium:hidden',
}

function presentArtwork({ id, artworkUrl }: EmbedTrack): string {
  const v = artworkUrl?.split('/').at(-1)
  const url = (w: number) =>
    escapeHtml(urlFor(routes.getTrackArtwork, { params: { id }, query: { w, v } }))
  return `<img src="${url(384)}" srcset="${url(192)} 192w, ${url(384)} 384w" sizes="134px" alt="" width="134" height="134" class="size-full rounded-art bg-raised object-cover shadow-(--shadow-art)">`
}

function presentList(
  tracks: EmbedTrack[],
  { hasMore, url }: PlaylistOfEmbed,
  { brandName }: SiteInfo,
) {
  const more = hasMore
    ? `<li>${link(url, `Listen to the rest on ${brandName}`, `${primaryLink} grid h-13 place-items-center rounded-[8px] focus-visible:-outline-offset-2`)}</li>`
    : ''
  return `<ol class="list -mx-2.75 mt-1 scroll-pb-7 overflow-y-auto overscroll-contain border-t border-text/13 [grid-area:list] medium:mt-2 medium:-mr-3.75 [@media(height<232px)]:hidden" aria-label="Tracks">${tracks.map(presentRow).join('')}${more}</ol>`
}

function presentRow({ title, artist, duration }: EmbedTrack, index: number): string {
  const time = duration === null ? '' : formatDuration(duration)
  return `<li class="[contain-intrinsic-height:44px] [content-visibility:auto]"><button type="button" class="row group/row grid h-11 w-full gap-x-2 rounded-[8px] py-1 pr-3 pl-2 text-left hover:bg-text/7 focus-visible:-outline-offset-2 medium:gap-x-3.5"${index === 0 ? ' aria-current="true"' : ''}><span class="self-center justify-self-end text-xs text-faint tabular-nums [grid-area:number] group-aria-[current]/row:text-primary-text">${index + 1}</span><span class="self-end truncate font-semibold [grid-area:name] group-aria-[current]/row:text-primary-text medium:self-center">${escapeHtml(title)}</span><span class="truncate text-xs text-muted [grid-area:by] medium:self-center medium:text-sm">${escapeHtml(artist)}</span><span class="self-center text-xs text-faint tabular-nums [grid-area:length] medium:justify-self-end">${time}</span></button></li>`
}

const presentBrand = (kind: EmbedKind, { publicUrl, brandName }: SiteInfo) =>
  `<a class="-m-0.75 inline-flex min-h-6 items-center gap-1.5 self-center justify-self-end p-0.75 text-xs font-semibold whitespace-nowrap text-muted [grid-area:brand] hover:text-text medium:self-start ${kind === 'track' ? '' : 'medium:-mt-2.5 large:-mt-0.75'} flat:self-center" href="${escapeHtml(publicUrl)}" target="_blank" rel="noopener">${markSvg({ attributes: 'class="size-4.5" aria-hidden="true"', plateColor: 'currentColor', postColor: 'var(--color-primary)' })}<span class="${kind === 'track' ? '' : 'max-[22.5rem]:sr-only'} medium:sr-only large:not-sr-only flat:sr-only">${escapeHtml(brandName)}</span>${newTab}</a>`

const newTab = '<span class="sr-only"> (opens in a new tab)</span>'
const textLink =
  'decoration-1 underline-offset-3 hover:underline focus-visible:rounded-[4px] focus-visible:outline-offset-0'
const primaryLink = 'font-semibold text-primary-text underline underline-offset-4'
const link = (url: string, text: string, className = textLink) =>
  `<a class="${className}" href="${escapeHtml(url)}" target="_blank" rel="noopener">${escapeHtml(text)}${newTab}</a>`

/** Space for the focus ring and for descenders, which the clipping would cut off; it clips the hidden text of the link, too. */
const clippedLink = `${textLink} relative -m-0.75 block w-fit max-w-[calc(100%+6px)] truncate p-0.75`
const titleClass =
  'title font-display text-[1.1875rem] leading-[1.2] font-bold tracking-display medium:text-xl'
const artworkClass =
  'artwork aspect-square self-start [grid-area:artwork] flat:h-[calc(100vh-16px)] flat:max-h-14 flat:self-center'

/** Icons of Lucide, filled. */
const icon = (className: string, shapes: string) =>
  `<svg class="${className}" viewBox="0 0 24 24" fill="currentColor" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${shapes}</svg>`
const icons = {
  play: icon(
    'size-5 translate-x-px [grid-area:1/1] playing:opacity-0',
    '<path d="M5 5a2 2 0 0 1 3.008-1.728l11.997 6.998a2 2 0 0 1 .003 3.458l-12 7A2 2 0 0 1 5 19z"/>',
  ),
  pause: icon(
    'size-5 opacity-0 [grid-area:1/1] playing:opacity-100',
    '<rect x="14" y="3" width="5" height="18" rx="1"/><rect x="5" y="3" width="5" height="18" rx="1"/>',
  ),
  previous: icon(
    'size-4.5',
    '<path d="M17.971 4.285A2 2 0 0 1 21 6v12a2 2 0 0 1-3.029 1.715l-9.997-5.998a2 2 0 0 1-.003-3.432z"/><path d="M3 20V4"/>',
  ),
  next: icon(
    'size-4.5',
    '<path d="M6.029 4.285A2 2 0 0 0 3 6v12a2 2 0 0 0 3.029 1.715l9.997-5.998a2 2 0 0 0 .003-3.432z"/><path d="M21 4v16"/>',
  ),
}
