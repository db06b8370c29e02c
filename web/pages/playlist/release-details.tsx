import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { playlistNouns } from '#contract/playlist-types.ts'
import type { PlaylistDetail } from '#contract/playlists.ts'
import { userReleasesQuery } from '#web/api/playlists.ts'
import { CreditList } from '#web/components/credit-list.tsx'
import { PlaylistCard } from '#web/components/playlist-card.tsx'
import { artistName } from '#web/lib/display-name.ts'
import { formatPartialDate } from '#web/lib/format.ts'

const maxReleases = 5

/** Everything below the tracks of a release; in its own chunk. */
export function ReleaseDetails({ release }: { release: PlaylistDetail }) {
  const { type, label, releaseDate, copyright, credits } = release
  return (
    <>
      {(label || releaseDate || copyright || credits.length > 0) && (
        <section
          aria-label={`About this ${playlistNouns[type]}`}
          className="mt-10 grid gap-5 border-t border-line pt-7 text-muted"
        >
          <dl className="flex flex-wrap gap-x-12 gap-y-4 empty:hidden">
            {releaseDate && <Fact name="Released">{formatPartialDate(releaseDate)}</Fact>}
            {label && <Fact name="Label">{label}</Fact>}
          </dl>
          {credits.length > 0 && <CreditList credits={credits} />}
          {copyright && <p className="text-sm wrap-anywhere">{copyright}</p>}
        </section>
      )}
      <MoreByArtist release={release} />
    </>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-faint">{name}</dt>
      <dd className="mt-0.5 font-semibold wrap-anywhere text-text">{children}</dd>
    </div>
  )
}

function MoreByArtist({ release }: { release: PlaylistDetail }) {
  const { data: releases = [] } = useQuery(userReleasesQuery(release.userId))
  const others = releases.filter(({ id }) => id !== release.id).slice(0, maxReleases)
  if (others.length === 0) return null
  return (
    <section className="pt-section">
      <h2 className="font-display text-2xl leading-display font-bold tracking-display wrap-anywhere tablet:text-3xl">
        More by {artistName(release)}
      </h2>
      <ul className="mt-4 grid grid-cols-2 gap-x-3.5 gap-y-6 tablet:mt-6 tablet:grid-cols-3 tablet:gap-card desk:grid-cols-5">
        {others.map((other) => (
          <li key={other.id} className="min-w-0">
            <PlaylistCard playlist={other} heading="h3" />
          </li>
        ))}
      </ul>
    </section>
  )
}
