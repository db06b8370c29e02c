import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { genreLabel } from '#contract/genres.ts'
import { paths } from '#contract/paths.ts'
import { type ListedSection, listedSections, sectionTexts } from '#contract/section-texts.ts'
import { genreTracksQuery, sectionQuery } from '#web/api/browse.ts'
import { hasStatus } from '#web/api/client.ts'
import { currentLink, GenreLinks } from '#web/components/genre-links.tsx'
import {
  TrackList,
  type TrackListProps,
  type TrackListQuery,
  TrackListSkeleton,
} from '#web/components/track-list.tsx'
import { usePageTitle } from '#web/lib/brand.ts'
import { ErrorState, NotFoundState } from '#web/ui/empty-state.tsx'

/** A section of the home page from its first track to its last. */
export function SectionPage() {
  const [path] = useLocation()
  const section = (path.split('/')[2] ?? 'recent') as ListedSection
  const { title, subtitle } = sectionTexts[section]
  usePageTitle(title)
  const query = useInfiniteQuery(sectionQuery(section))
  return (
    <BrowseLayout withGenre title={title} subtitle={subtitle} query={query}>
      <nav aria-label="Sections">
        <ul className={chipsClass}>
          {listedSections.map((name) => (
            <li key={name} className="shrink-0">
              <Link
                href={paths.section(name)}
                {...(name === section && currentLink)}
                className="inline-flex min-h-11 items-center rounded-full border border-line-strong px-4.5 font-semibold hover:bg-raised aria-[current]:border-transparent aria-[current]:bg-primary aria-[current]:text-on-primary"
              >
                {sectionTexts[name].title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </BrowseLayout>
  )
}

/** The tracks of a genre, most played first. */
export function GenrePage() {
  const genre = useGenre()
  const query = useInfiniteQuery(genreTracksQuery(genre))
  const isUnknown = hasStatus(query.error, 404)
  const title = isUnknown ? 'Genre not found' : genreLabel(genre)
  usePageTitle(title)
  if (isUnknown) return <NotFoundState title={title} text="This genre doesn't exist." />
  return (
    <BrowseLayout title={title} subtitle="Most played first" query={query}>
      <nav aria-label="Genres">
        <GenreLinks current={genre} className={chipsClass} />
      </nav>
    </BrowseLayout>
  )
}

/**
 * From the URL itself: the router has decoded some of the characters, and decoding a '%' twice would
 * fail.
 */
function useGenre(): string {
  useLocation()
  try {
    return decodeURIComponent(location.pathname.split('/')[2] ?? '')
  } catch {
    return ''
  }
}

/** On phones one line that scrolls sideways, up to the edges of the screen. */
const chipsClass =
  'relative -mx-gutter flex gap-2.5 overflow-x-auto px-gutter py-1 [scrollbar-width:none] nav:mx-0 nav:flex-wrap nav:overflow-visible nav:px-0'

type BrowseLayoutProps = {
  title: string
  subtitle: string
  query: TrackListQuery
  /** Whether rows show the genre. */
  withGenre?: boolean
  /** Links to the other lists. */
  children: ReactNode
}

function BrowseLayout(props: BrowseLayoutProps) {
  const { title, subtitle, query, withGenre = false, children } = props
  return (
    <div className="artwork-glow artwork-glow-subtle pb-section" aria-busy={query.isPending}>
      <div className="page-width pt-9 tablet:pt-12">
        <Link
          href={paths.discover}
          className="rounded-art text-sm font-semibold text-muted hover:text-text hover:underline"
        >
          Discover
        </Link>
        <h1 className="mt-1.5 font-display text-4xl leading-display font-extrabold tracking-display text-balance wrap-anywhere tablet:text-5xl">
          {title}
        </h1>
        <p className="mt-2 text-muted tablet:mt-3 tablet:text-lg">{subtitle}</p>
        <div className="mt-5 min-h-13 tablet:mt-6">{children}</div>
        <div className="mt-5 tablet:mt-8">
          <Tracks query={query} source={title} withGenre={withGenre} />
        </div>
      </div>
    </div>
  )
}

function Tracks(props: TrackListProps) {
  const { query } = props
  if (query.isPending) return <TrackListSkeleton />
  if (!query.data)
    return <ErrorState title="Tracks could not be loaded" onRetry={() => void query.refetch()} />
  if (query.data.pages.every(({ items }) => items.length === 0))
    return <p className="py-14 text-lg text-muted">No tracks yet.</p>
  return <TrackList {...props} />
}
