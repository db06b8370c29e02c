import { Window } from 'happy-dom'

/** The link card that Mastodon stores. */
export type LinkCard = {
  type: string
  url: string
  title: string
  image: string | undefined
  author: string | undefined
  width: number
  height: number
  /** What the card plays, inside a sandbox. */
  player: string | undefined
}

type Fetch = (url: string) => Promise<Response>

/**
 * The card for a link, by the rules of FetchLinkCardService, FetchOEmbedService and LinkDetailsExtractor of Mastodon
 * 4.5: oEmbed first, of which only videos and photos count, then Open Graph. https://github.com/mastodon/mastodon
 */
export async function fetchLinkCard(link: string, fetch: Fetch): Promise<LinkCard | undefined> {
  const response = await fetch(link)
  if (response.status !== 200 || !response.headers.get('content-type')?.startsWith('text/html'))
    return undefined
  const { document } = new Window({ url: link, settings: { disableJavaScriptEvaluation: true } })
  document.documentElement.innerHTML = await response.text()
  const endpoint = document
    .querySelector('link[type="application/json+oembed"], link[type="text/json+oembed"]')
    ?.getAttribute('href')
  const embed = endpoint ? await fetchOEmbed(new URL(endpoint, link).href, fetch) : undefined
  if (embed && embed['type'] !== 'rich') throw new Error(`Not handled: ${embed['type']}`)
  const tag = (name: string) =>
    document
      .querySelector(`meta[property="${name}" i], meta[name="${name}" i]`)
      ?.getAttribute('content') ?? undefined
  const url = (text: string | undefined) => {
    const found = text ? URL.parse(text, link) : null
    return found && ['http:', 'https:'].includes(found.protocol) ? found.href : undefined
  }
  const player = url(tag('twitter:player'))
  const canonical = document.querySelector('link[rel~="canonical"]')?.getAttribute('href')
  const own = url(canonical ?? tag('og:url'))
  return {
    type: player ? 'video' : 'link',
    url: own && new URL(own).host === new URL(link).host ? own : link,
    title: tag('og:title') ?? document.title,
    image: url(tag('og:image')),
    author: tag('fediverse:creator'),
    width: Number(tag('twitter:player:width') ?? 0),
    height: Number(tag('twitter:player:height') ?? 0),
    player,
  }
}

/** Undefined if Mastodon does not accept the response. */
async function fetchOEmbed(url: string, fetch: Fetch) {
  const response = await fetch(url)
  if (response.status !== 200) return undefined
  const embed = (await response.json()) as Record<string, unknown>
  return embed['version'] === '1.0' && embed['type'] ? embed : undefined
}
