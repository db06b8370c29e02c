import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, useEffect, useRef, useState } from 'react'
import type { CommentOverview } from '#contract/comments.ts'
import { displayName } from '#contract/display-name.ts'
import type { Track } from '#contract/tracks.ts'
import { commentOverviewQuery } from '#web/api/comments.ts'
import {
  useTrackDuration,
  useTrackPlayState,
  useTrackPosition,
} from '#web/features/player/use-player.ts'
import { Avatar } from '#web/ui/avatar.tsx'

type Moment = CommentOverview['moments'][number]

/** Avatars do not hide each other: one for each of so many stretches of the track. */
const stretches = 24
const stretchesOnPhones = 12
const shownMs = 5000

/**
 * Below the waveform who has commented where, and above it, while it plays, the comment of the moment: where there are no
 * controls. Hidden from screen readers, which read the list.
 */
export function CommentMoments({ track }: { track: Track }) {
  const { data } = useQuery(commentOverviewQuery(track.id))
  const duration = useTrackDuration(track)
  if (!data || data.moments.length === 0 || duration <= 0) return null
  const at = ({ position }: Moment) => Math.min(1, position / duration)
  // 'Processing…' is in the place of the avatars.
  const withAvatar = track.processing === 'pending' ? [] : data.moments
  const lastOf = (count: number) => [
    ...new Map(withAvatar.map((moment) => [Math.floor(at(moment) * count), moment])).values(),
  ]
  const onPhones = lastOf(stretchesOnPhones)
  return (
    <div aria-hidden="true" className="pointer-events-none absolute inset-0">
      {lastOf(stretches).map((moment) => (
        <span
          key={moment.id}
          style={{ '--at': `${at(moment) * 100}%` } as CSSProperties}
          className={`absolute top-full left-[clamp(0.75rem,var(--at),100%-0.75rem)] mt-1.5 -translate-x-1/2 [&>span]:size-6 [&>span]:text-xs ${onPhones.includes(moment) ? '' : 'max-tablet:hidden'}`}
        >
          <Avatar user={moment.user} size="small" />
        </span>
      ))}
      <CommentOfMoment track={track} moments={data.moments} at={at} />
    </div>
  )
}

type CommentOfMomentProps = {
  track: Track
  moments: readonly Moment[]
  at: (moment: Moment) => number
}

function CommentOfMoment({ track, moments, at }: CommentOfMomentProps) {
  const shown = useCommentOfMoment(track.id, moments)
  if (!shown) return null
  const isLate = at(shown) > 0.5
  return (
    <p
      key={shown.id}
      data-testid="comment-of-moment"
      style={{ '--at': `${(isLate ? 1 - at(shown) : at(shown)) * 100}%` } as CSSProperties}
      className={`absolute -top-15 max-w-[min(60%,32rem)] animate-[rise_var(--duration-fast)_var(--ease-out)] truncate rounded-art bg-raised px-2.5 text-xs leading-5 tablet:-top-19 tablet:text-sm tablet:leading-6 ${isLate ? 'right-(--at)' : 'left-(--at)'}`}
    >
      <strong className="font-semibold">{displayName(shown.user)}</strong> {shown.text}
    </p>
  )
}

/** Each comment once, as long as the page shows the track. A seek past it does not show it. */
function useCommentOfMoment(trackId: string, moments: readonly Moment[]): Moment | undefined {
  const position = useTrackPosition(trackId)
  const isPlaying = useTrackPlayState(trackId) === 'playing'
  const [shown, setShown] = useState<Moment>()
  const last = useRef(0)
  const seen = useRef(new Set<string>())
  useEffect(() => {
    const from = last.current
    last.current = position
    if (!isPlaying || position < from || position - from > 2) return
    const passed = moments.findLast(
      (moment) =>
        moment.position >= from && moment.position <= position && !seen.current.has(moment.id),
    )
    if (!passed) return
    seen.current.add(passed.id)
    setShown(passed)
  }, [position, isPlaying, moments])
  useEffect(() => {
    if (!shown) return
    const timer = setTimeout(() => setShown(undefined), shownMs)
    return () => clearTimeout(timer)
  }, [shown])
  return shown
}
