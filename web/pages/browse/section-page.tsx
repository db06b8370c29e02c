import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import type { TrackOrder } from '#contract/genres.ts'
import {
  type ListedSection,
  listedSections,
  sectionOrders,
  sectionTexts,
} from '#contract/section-texts.ts'
import { genresQuery, sectionQuery } from '#web/api/browse.ts'
import type { Page } from '#web/api/page.ts'
import { usePageTitle } from '#web/lib/brand.ts'
import { BrowseLayout } from './browse-layout.tsx'
import { OrderedTracks, orderIn, useTrackOrder } from './ordered-tracks.tsx'
import { SectionLinks } from './section-links.tsx'

export const page: Page = {
  component: SectionPage,
  async load({ queryClient, path, search }) {
    const section = sectionIn(path)
    const order = orderIn(search, sectionOrders[section])
    await Promise.all([
      queryClient.fetchInfiniteQuery(sectionQuery(section, order)),
      queryClient.fetchQuery(genresQuery),
    ])
    return { kind: 'section', section }
  },
}

const sectionIn = (path: string): ListedSection =>
  listedSections.find((name) => path.toLowerCase().includes(`/${name}`)) ?? 'recent'

/** What a page says about an order that is not its own. */
const otherOrders: Record<TrackOrder, string> = {
  plays: 'All tracks, most played first',
  recent: 'All tracks, newest first',
  likes: 'All tracks, most liked first',
}

/** A section of the home page from its first track to its last, also in another order. */
export function SectionPage() {
  const [path] = useLocation()
  const section = sectionIn(path)
  const { title, subtitle } = sectionTexts[section]
  usePageTitle(title)
  const own = sectionOrders[section]
  const { order, select } = useTrackOrder(own)
  const query = useInfiniteQuery(sectionQuery(section, order))
  const { data: genres } = useQuery(genresQuery)
  return (
    <BrowseLayout
      title={title}
      subtitle={order === own ? subtitle : otherOrders[order]}
      busy={query.isPending}
      links={<SectionLinks current={section} />}
    >
      <OrderedTracks withGenre title={title} query={query} genres={genres} select={select} />
    </BrowseLayout>
  )
}
