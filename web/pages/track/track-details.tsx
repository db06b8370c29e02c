import { Suspense } from 'react'
import { Link } from 'wouter'
import { paths } from '#contract/paths.ts'
import { type KnownTrack, wholeDescription } from '#web/api/tracks.ts'
import { CreditList } from '#web/components/credit-list.tsx'
import { ResumedTrackEdit } from '#web/components/track-menu/resumed-track-edit.tsx'
import { useTrackDuration } from '#web/features/player/use-player.ts'
import { hasFeature } from '#web/lib/brand.ts'
import { lazyComponent } from '#web/lib/lazy-component.ts'
import { useHydrated } from '#web/lib/use-hydrated.ts'
import { LinkedText } from '#web/ui/linked-text.tsx'
import { CommentsPlaceholder } from './comments-placeholder.tsx'
import { ListenOn } from './listen-on.tsx'
import { MomentLink } from './moment-link.tsx'
import { MoreFromArtist } from './more-from-artist.tsx'
import { TrackStats } from './track-stats.tsx'

// Lazy: only where the host has turned them on.
const Comments = lazyComponent(async () => (await import('./comments/comments.tsx')).Comments)

/** Everything below the waveform; in its own chunk. */
export function TrackDetails({ track }: { track: KnownTrack }) {
  const isHydrated = useHydrated()
  const description = wholeDescription(track)
  return (
    <>
      <div className="grid gap-11 pt-11 tablet:gap-16 tablet:pt-16 desk:grid-cols-[minmax(0,1fr)_22.5rem] desk:items-start">
        <div className="grid gap-11 tablet:gap-14">
          {(description || track.tags.length > 0) && (
            <AboutTrack track={{ ...track, description }} />
          )}
          {track.credits && track.credits.length > 0 && (
            <section className="grid gap-4">
              <h2 className="font-display text-2xl leading-heading font-bold">Credits</h2>
              <CreditList credits={track.credits} />
            </section>
          )}
          {hasFeature('comments') ? (
            <Suspense fallback={<div className="min-h-80" />}>
              {isHydrated && <Comments track={track} />}
            </Suspense>
          ) : (
            <CommentsPlaceholder />
          )}
        </div>
        <aside className="grid gap-5 tablet:grid-cols-2 desk:grid-cols-1 [&>:only-child]:col-span-full">
          <TrackStats track={track} />
          <ListenOn spotifyUrl={track.spotifyUrl} appleMusicUrl={track.appleMusicUrl} />
        </aside>
      </div>
      <MoreFromArtist track={track} />
      <ResumedTrackEdit />
    </>
  )
}

/** The description and the tags. Blank lines separate paragraphs. */
function AboutTrack({ track }: { track: KnownTrack }) {
  const { description, tags } = track
  const duration = useTrackDuration(track)
  return (
    <section>
      <h2 className="font-display text-2xl leading-heading font-bold">About this track</h2>
      {description && (
        <div className="mt-4 grid max-w-[62ch] gap-[1em] leading-[1.6] wrap-anywhere whitespace-pre-line text-muted tablet:text-lg">
          {description.split(/\n\s*\n/).map((paragraph, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs never change places
            <p key={index}>
              <LinkedText
                text={paragraph.trim()}
                moment={{
                  duration,
                  render: (seconds, text) => (
                    <MomentLink track={track} seconds={seconds}>
                      {text}
                    </MomentLink>
                  ),
                }}
              />
            </p>
          ))}
        </div>
      )}
      {tags.length > 0 && (
        <ul aria-label="Tags" className="mt-5 flex flex-wrap gap-2">
          {tags.map((tag) => (
            <li key={tag} className="max-w-full">
              <Link
                href={paths.search(tag)}
                className="flex min-h-9 items-center rounded-full border border-line bg-raised px-3.5 text-sm font-semibold wrap-anywhere hover:border-line-strong"
              >
                {tag}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
