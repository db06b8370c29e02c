import { escapeHtml } from './escape-html.ts'
import { embedsPath } from './paths.ts'
import type { Track } from './tracks.ts'

/** The embedded player: pages for iframes on other sites. */

export type EmbedKind = 'track' | 'playlist'
export const embedThemes = ['auto', 'light', 'dark'] as const
export type EmbedTheme = (typeof embedThemes)[number]

/** In pixels. */
export const embedHeights = { track: 166, playlist: 400 } as const satisfies Record<
  EmbedKind,
  number
>
export const embedWidths = { min: 300, max: 800 } as const

/** The data of a track that the script of the embedded player needs. */
export type EmbedTrack = Pick<
  Track,
  'id' | 'title' | 'duration' | 'audioUrl' | 'artworkUrl' | 'loudness' | 'formats'
> & {
  artist: string
  /** The URLs of the pages of the track and of its artist. */
  url: string
  artistUrl: string
}

export function embedPath(
  kind: EmbedKind,
  slugOrId: string,
  { theme = 'auto', start }: { theme?: EmbedTheme; start?: number | undefined } = {},
): string {
  const path = `${embedsPath}/${kind}/${encodeURIComponent(slugOrId)}`
  const query = new URLSearchParams({
    ...(theme !== 'auto' && { theme }),
    ...(start && { start: String(start) }),
  })
  return query.size > 0 ? `${path}?${query}` : path
}

type EmbedCode = { url: string; title: string; width: number | '100%'; height: number }

/** The HTML that shows the player on another site. */
export function embedCode({ url, title, width, height }: EmbedCode): string {
  return `<iframe src="${escapeHtml(url)}" title="${escapeHtml(title)}" width="${width}" height="${height}" style="border:0;border-radius:12px;max-width:100%" loading="lazy" allow="autoplay; encrypted-media"></iframe>`
}
