import type { ReactNode } from 'react'
import { genreLabel } from '#contract/genres.ts'
import type { KnownTrack } from '#web/api/tracks.ts'
import { LocalTime } from '#web/components/local-time.tsx'
import { classNames } from '#web/lib/class-names.ts'
import { formatNumber } from '#web/lib/format.ts'
import { Panel } from '#web/ui/panel.tsx'

export function TrackStats({ track }: { track: KnownTrack }) {
  return (
    <Panel heading="h2" className="p-5.5 tablet:p-7" title="Track Stats">
      <dl className="mt-5.5 grid grid-cols-2 gap-x-5 gap-y-5.5">
        {track.playCount !== null && (
          <Stat name="Total plays">{formatNumber(track.playCount)}</Stat>
        )}
        {track.likeCount !== null && <Stat name="Likes">{formatNumber(track.likeCount)}</Stat>}
        <Stat name="Genre" word>
          {genreLabel(track.genre || 'Music')}
        </Stat>
        <Stat name="Uploaded" word>
          <LocalTime time={track.createdAt} />
        </Stat>
        {track.allowDownload && typeof track.downloadCount === 'number' && (
          <Stat name="Downloads">{formatNumber(track.downloadCount)}</Stat>
        )}
        {track.studio && (
          <Stat name="Studio/Label" word>
            {track.studio}
          </Stat>
        )}
      </dl>
    </Panel>
  )
}

type StatProps = {
  name: string
  /** Text instead of a number: in smaller type. */
  word?: boolean
  children: ReactNode
}

function Stat({ name, word, children }: StatProps) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{name}</dt>
      <dd
        className={classNames(
          'mt-0.5 font-display leading-snug font-bold wrap-anywhere tabular-nums',
          word ? 'text-xl' : 'text-2xl',
        )}
      >
        {children}
      </dd>
    </div>
  )
}
