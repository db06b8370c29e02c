import { paths } from '#contract/paths.ts'
import { sectionPages } from '#contract/section-texts.ts'
import type { SiteInfo } from '#server/config.ts'
import { escapeXml, xmlDeclaration } from '#server/shared/xml.ts'
import { aiCrawlers } from './ai-crawlers.ts'
import type { Entry, Kind } from './repository.ts'

/** The limit of sitemaps.org. */
export const maxUrls = 50_000
const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const pathOf: Record<Kind, (entry: Entry) => string> = {
  tracks: ({ id, name }) => paths.track({ id, slug: name }),
  playlists: ({ id, name, type }) => paths.playlist({ id, slug: name, ...(type && { type }) }),
  profiles: ({ name }) => paths.profile(name),
}

export function presentSitemapIndex({ publicUrl }: SiteInfo, files: readonly string[]): string {
  const items = files.map(
    (name) => `<sitemap><loc>${escapeXml(`${publicUrl}/sitemap/${name}`)}</loc></sitemap>\n`,
  )
  return `${xmlDeclaration}<sitemapindex xmlns="${namespace}">\n${items.join('')}</sitemapindex>\n`
}

/** The pages without a row of their own: home, sections and genres. */
export function presentPages({ publicUrl }: SiteInfo, genres: readonly string[]): string {
  const pages = [
    paths.home,
    paths.discover,
    ...sectionPages.map(paths.section),
    ...genres.map(paths.genre),
  ].slice(0, maxUrls)
  return urlsetStart + pages.map((path) => toUrl(publicUrl + path)).join('') + urlsetEnd
}

export async function* presentEntries(
  { publicUrl }: SiteInfo,
  batches: AsyncIterable<{ kind: Kind; entries: readonly Entry[] }>,
): AsyncGenerator<string> {
  yield urlsetStart
  for await (const { kind, entries } of batches) {
    yield entries.map((entry) => toUrl(publicUrl + pathOf[kind](entry), entry.updatedAt)).join('')
  }
  yield urlsetEnd
}

const urlsetStart = `${xmlDeclaration}<urlset xmlns="${namespace}">\n`
const urlsetEnd = '</urlset>\n'

function toUrl(url: string, modified?: Date): string {
  const lastmod = modified ? `<lastmod>${modified.toISOString()}</lastmod>` : ''
  return `<url><loc>${escapeXml(url)}</loc>${lastmod}</url>\n`
}

/**
 * Pages that must not be found say `noindex`, which a crawler must be able to read. The API is not excluded: crawlers
 * that run scripts need it, and images and audio are part of it.
 */
export const presentRobots = ({ publicUrl }: SiteInfo, deniesTraining: boolean): string =>
  [
    ...(deniesTraining
      ? [...aiCrawlers.map((name) => `User-agent: ${name}`), 'Disallow: /', '']
      : []),
    'User-agent: *',
    'Disallow: /api/login',
    'Disallow: /api/logout',
    'Disallow: /api/callback',
    'Disallow: /oidc/',
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n')

/** OpenSearch 1.1 allows 16 characters for the name. */
export function presentOpenSearch({ publicUrl, brandName }: SiteInfo): string {
  const url = escapeXml(publicUrl)
  return `${xmlDeclaration}<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<ShortName>${escapeXml([...brandName].slice(0, 16).join(''))}</ShortName>
<Description>${escapeXml(`Search tracks, artists and playlists on ${brandName}.`)}</Description>
<Url type="text/html" method="get" template="${url}${paths.searchPage}?q={searchTerms}"/>
<Url type="application/opensearchdescription+xml" rel="self" template="${url}/opensearch.xml"/>
<Image type="image/svg+xml">${url}/favicon.svg</Image>
<Language>en</Language>
<InputEncoding>UTF-8</InputEncoding>
<OutputEncoding>UTF-8</OutputEncoding>
</OpenSearchDescription>
`
}
