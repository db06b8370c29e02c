import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { genreLabel } from '#contract/genres.ts'
import { paths } from '#contract/paths.ts'
import { genresQuery } from '#web/api/browse.ts'
import { formatCompactNumber, formatTrackCount } from '#web/lib/format.ts'

const linkClass =
  'inline-flex min-h-11 items-center gap-2 rounded-full border border-line-strong px-4.5 font-semibold transition-[background,border-color] hover:bg-raised'

/** A line below its name, as in other bars. */
const currentClass =
  'relative bg-raised after:absolute after:inset-x-4.5 after:bottom-1.5 after:h-0.75 after:rounded-full after:bg-primary light:after:bg-primary-lo'

/** Props of the link to the open page: in a list that scrolls sideways it is scrolled into view. */
const currentLink = {
  className: `${linkClass} ${currentClass}`,
  'aria-current': 'page',
  ref: (link: HTMLAnchorElement | null) => {
    link?.scrollIntoView({ block: 'nearest', inline: 'center' })
  },
} as const

type GenreLinksProps = {
  /** The genre whose page is open. */
  current?: string
  className?: string
}

/** Links to all genres that have tracks, those with most tracks first. */
export function GenreLinks({ current, className = 'flex flex-wrap gap-2.5' }: GenreLinksProps) {
  const { data: genres = [] } = useQuery(genresQuery)
  return (
    <ul className={className}>
      {genres.map(({ genre, trackCount }) => (
        <li key={genre} className="shrink-0">
          <Link
            href={paths.genre(genre)}
            className={linkClass}
            {...(genre === current && currentLink)}
          >
            {genreLabel(genre)}
            <span
              aria-hidden="true"
              title={formatTrackCount(trackCount)}
              className="text-sm font-normal tabular-nums opacity-75"
            >
              {formatCompactNumber(trackCount)}
            </span>
            <span className="sr-only">{formatTrackCount(trackCount)}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Nothing while the site has no tracks. */
export function BrowseByGenre() {
  const { data: genres = [] } = useQuery(genresQuery)
  if (genres.length === 0) return null
  return (
    <section aria-label="Browse by genre" className="pt-section">
      <h2 className="mb-4 font-display text-2xl leading-display font-bold tracking-display tablet:mb-6 tablet:text-3xl">
        Browse by genre
      </h2>
      <GenreLinks />
    </section>
  )
}
