import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useLocation, useRouter, useSearchParams } from 'wouter'
import type { GenreCount } from '#contract/discover.ts'
import { type GenreSort, genreLabel, genreSorts, genres } from '#contract/genres.ts'
import { genresQuery, genreTracksQuery } from '#web/api/browse.ts'
import { hasStatus } from '#web/api/client.ts'
import type { Page } from '#web/api/page.ts'
import { GenreLinks } from '#web/components/genre-links.tsx'
import { usePageTitle } from '#web/lib/brand.ts'
import { lazyComponent } from '#web/lib/lazy-component.ts'
import { NotFoundState } from '#web/ui/empty-state.tsx'
import { BrowseLayout, chipsClass } from './browse-layout.tsx'

// Lazy: the page is sorted without it.
const GenreSortSelect = lazyComponent(
  async () => (await import('./genre-sort.tsx')).GenreSortSelect,
)

export const page: Page = {
  component: GenrePage,
  async load({ queryClient, path, search }) {
    const genre = genreIn(path)
    const counts = await queryClient.fetchQuery(genresQuery)
    if (!isKnown(genre, counts)) return { kind: 'not-found', title: 'Genre not found' }
    await queryClient.fetchInfiniteQuery(genreTracksQuery(genre, sortIn(search)))
    return { kind: 'genre', genre }
  },
}

const subtitles: Record<GenreSort, string> = {
  plays: 'Most played first',
  recent: 'Newest first',
  likes: 'Most liked first',
}
const sortIn = (search: URLSearchParams): GenreSort =>
  genreSorts.find((name) => name === search.get('sort')) ?? 'plays'

/** A genre that the upload form offers exists even without tracks. */
const isKnown = (genre: string, counts: GenreCount[]) =>
  [...genres, ...counts.map((one) => one.genre)].includes(genre)

/** The tracks of a genre, by default most played first. */
export function GenrePage() {
  const genre = useGenre()
  const [search, setSearch] = useSearchParams()
  const sort = sortIn(search)
  const { data: counts } = useQuery(genresQuery)
  const isListed = !counts || isKnown(genre, counts)
  const query = useInfiniteQuery({ ...genreTracksQuery(genre, sort), enabled: isListed })
  const isUnknown = !isListed || hasStatus(query.error, 404)
  const title = isUnknown ? 'Genre not found' : genreLabel(genre)
  usePageTitle(title)
  if (isUnknown) return <NotFoundState title={title} text="This genre doesn't exist." />
  return (
    <BrowseLayout
      title={title}
      subtitle={subtitles[sort]}
      query={query}
      count={counts?.find((one) => one.genre === genre)?.trackCount}
      order={
        <Suspense fallback={<span className="h-11 w-40" />}>
          <GenreSortSelect
            value={sort}
            onChange={(value) =>
              setSearch(value === 'plays' ? {} : { sort: value }, { replace: true })
            }
          />
        </Suspense>
      }
    >
      <nav aria-label="Genres">
        <GenreLinks current={genre} className={chipsClass} />
      </nav>
    </BrowseLayout>
  )
}

function useGenre(): string {
  useLocation()
  const { ssrPath = location.pathname } = useRouter()
  return genreIn(ssrPath)
}

/** From the URL itself: the router has decoded some of the characters, and decoding a '%' twice would fail. */
function genreIn(path: string): string {
  try {
    return decodeURIComponent(path.split('/')[2] ?? '')
  } catch {
    return ''
  }
}
