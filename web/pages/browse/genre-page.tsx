import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useLocation, useRouter } from 'wouter'
import type { GenreCount } from '#contract/discover.ts'
import { genreLabel, genres, type TrackOrder } from '#contract/genres.ts'
import { genresQuery, genreTracksQuery } from '#web/api/browse.ts'
import { hasStatus } from '#web/api/client.ts'
import type { Page } from '#web/api/page.ts'
import { GenreLinks } from '#web/components/genre-links.tsx'
import { usePageTitle } from '#web/lib/brand.ts'
import { NotFoundState } from '#web/ui/empty-state.tsx'
import { BrowseLayout, chipsClass } from './browse-layout.tsx'
import { OrderedTracks, orderIn, useTrackOrder } from './ordered-tracks.tsx'

export const page: Page = {
  component: GenrePage,
  async load({ queryClient, path, search }) {
    const genre = genreIn(path)
    const counts = await queryClient.fetchQuery(genresQuery)
    if (!isKnown(genre, counts)) return { kind: 'not-found', title: 'Genre not found' }
    await queryClient.fetchInfiniteQuery(genreTracksQuery(genre, orderIn(search, 'plays')))
    return { kind: 'genre', genre }
  },
}

const subtitles: Record<TrackOrder, string> = {
  plays: 'Most played first',
  recent: 'Newest first',
  likes: 'Most liked first',
}

/** A genre that the upload form offers exists even without tracks. */
const isKnown = (genre: string, counts: GenreCount[]) =>
  [...genres, ...counts.map((one) => one.genre)].includes(genre)

/** The tracks of a genre, by default most played first. */
export function GenrePage() {
  const genre = useGenre()
  const { order, select } = useTrackOrder('plays')
  const { data: counts } = useQuery(genresQuery)
  const isListed = !counts || isKnown(genre, counts)
  const query = useInfiniteQuery({ ...genreTracksQuery(genre, order), enabled: isListed })
  const isUnknown = !isListed || hasStatus(query.error, 404)
  const title = isUnknown ? 'Genre not found' : genreLabel(genre)
  usePageTitle(title)
  if (isUnknown) return <NotFoundState title={title} text="This genre doesn't exist." />
  return (
    <BrowseLayout
      title={title}
      subtitle={subtitles[order]}
      busy={query.isPending}
      links={
        <nav aria-label="Genres">
          <GenreLinks current={genre} className={chipsClass} />
        </nav>
      }
    >
      <OrderedTracks
        title={title}
        query={query}
        genres={counts?.filter((one) => one.genre === genre)}
        select={select}
      />
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
