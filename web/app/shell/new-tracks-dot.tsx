import { useQuery } from '@tanstack/react-query'
import { libraryQuery } from '#web/api/library.ts'
import { useIdle } from '#web/lib/use-idle.ts'

/** A dot on 'Library' while there are new tracks of followed users. The link is positioned. */
export function NewTracksDot({ className }: { className: string }) {
  const idle = useIdle()
  const { data } = useQuery({ ...libraryQuery, enabled: idle })
  if (!data?.hasNewTracks) return null
  return (
    <span className={`absolute size-2 rounded-full bg-primary ${className}`}>
      <span className="sr-only">(new tracks)</span>
    </span>
  )
}
