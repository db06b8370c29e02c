import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { currentUserQuery } from '#web/api/auth.ts'
import { lazyComponent } from '#web/lib/lazy-component.ts'
import type { OwnTrackMenuProps } from './own-track-actions.tsx'

// Lazy: only owners need it.
const OwnTrackActions = lazyComponent(
  async () => (await import('./own-track-actions.tsx')).OwnTrackActions,
)

/** The owner's menu; nothing for everyone else. */
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
