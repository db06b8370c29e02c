import { type EmbedKind, embedCode, embedPath } from '#contract/embed.ts'
import { paths, squareImagePath } from '#contract/paths.ts'
import type { SiteInfo } from '#server/config.ts'
import { escapeXml, xmlDeclaration } from '#server/shared/xml.ts'

export type OEmbedItem = {
  kind: EmbedKind
  id: string
  slug: string
  title: string
  author: string
  /** Of the author. */
  username: string
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
  const { kind, id, slug, title, author, username } = item
  const { width, height, thumbnail } = size
  return {
    type: 'rich',
    version: '1.0',
    title,
    author_name: author,
    author_url: publicUrl + paths.profile(username),
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
