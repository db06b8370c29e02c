import { Suspense } from 'react'
import { useCanEdit } from '#web/features/session/use-can-edit.ts'
import { lazyComponent } from '#web/lib/lazy-component.ts'
import type { OwnTrackMenuProps } from './own-track-actions.tsx'

// Lazy: most users do not need it.
const OwnTrackActions = lazyComponent(
  async () => (await import('./own-track-actions.tsx')).OwnTrackActions,
)

/** The menu of the owner and the administrator; nothing for everyone else. */
export function OwnTrackMenu(props: OwnTrackMenuProps) {
  if (!useCanEdit(props.track.userId)) return null
  return (
    <span className={props.edge ? 'size-11' : 'size-10'}>
      <Suspense>
        <OwnTrackActions {...props} />
      </Suspense>
    </span>
  )
}
