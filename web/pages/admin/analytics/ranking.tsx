import { Link } from 'wouter'
import type { Analytics } from '#contract/admin.ts'
import { paths } from '#contract/paths.ts'
import { Panel } from '#web/ui/panel.tsx'

type Ranked = Analytics['mostPlayed'][number]

type RankingProps = {
  title: string
  /** Shown when the list is empty. */
  empty: string
  tracks: Ranked[]
  /** The value that ranks the tracks. */
  score: (track: Ranked) => number
  /** Shown on the right of a row. */
  count?: (track: Ranked) => string
  /** Shown below the title, instead of the artist. */
  subtitle?: (track: Ranked) => string
}

export function Ranking({ title, empty, tracks, score, count, subtitle }: RankingProps) {
  const [first] = tracks
  return (
    <Panel heading="h3" className="relative p-4.5 tablet:p-6.5" title={title}>
      {first ? (
        <ol className="mt-5 grid gap-4.5">
          {tracks.map((track, index) => (
            <li
              key={track.id}
              className="grid grid-cols-[22px_minmax(0,1fr)_auto] items-baseline gap-x-3 gap-y-1"
            >
              <span className="font-display text-lg leading-none font-bold text-faint">
                {index + 1}
              </span>
              <span className="min-w-0">
                <Link
                  href={paths.track(track)}
                  title={track.title}
                  className="block truncate rounded-art font-semibold hover:underline"
                >
                  {track.title}
                </Link>
                <span className="block truncate text-sm text-muted tabular-nums">
                  {subtitle ? subtitle(track) : track.artist}
                </span>
              </span>
              <span className="text-right text-sm text-muted tabular-nums">{count?.(track)}</span>
              <span
                aria-hidden="true"
                className="col-span-2 col-start-2 mt-1 h-1 rounded-full bg-raised"
              >
                <span
                  style={{ width: `${(100 * score(track)) / score(first)}%` }}
                  className="block h-full rounded-full bg-linear-to-r from-wave-to to-wave-from"
                />
              </span>
            </li>
          ))}
        </ol>
      ) : (
        <p className="mt-5 text-muted">{empty}</p>
      )}
    </Panel>
  )
}
