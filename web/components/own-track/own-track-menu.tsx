import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { currentUserQuery } from '#web/api/auth.ts'
import { lazyComponent } from '#web/lib/lazy-component.ts'
import type { OwnTrackMenuProps } from './own-track-actions.tsx'

// Nobody but the owner needs it.
const OwnTrackActions = lazyComponent(
  async () => (await import('./own-track-actions.tsx')).OwnTrackActions,
)

/** What the owner of a track can do to it; nothing for everybody else. */
export function OwnTrackMenu(props: OwnTrackMenuProps) {
  const { data: viewer } = useQuery(currentUserQuery)
  if (viewer?.id !== props.track.userId) return null
  return (
    <span className={props.edge ? 'size-11' : 'size-10'}>
      <Suspense>
        <OwnTrackActions {...props} />
      </Suspense>
    </span>
  )
}
