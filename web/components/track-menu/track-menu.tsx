import { Ellipsis } from 'lucide-react'
import { useCanEdit } from '#web/features/session/permissions.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useLazyComponent } from '#web/ui/use-lazy-component.ts'
import type { TrackMenuProps } from './track-menu-actions.tsx'

const loadActions = async () => (await import('./track-menu-actions.tsx')).TrackMenuActions

/** The menu of a track. Its chunk is loaded when it is first opened. */
export function TrackMenu(props: Omit<TrackMenuProps, 'canEdit'>) {
  const { track, edge = false, className = '' } = props
  const canEdit = useCanEdit(track.userId)
  const { Component, open } = useLazyComponent(loadActions)
  if (Component) return <Component {...props} canEdit={canEdit} />
  return (
    <IconButton
      edge={edge}
      label={`Options for ${track.title}`}
      aria-haspopup="menu"
      onClick={open}
      className={`${edge ? 'size-11!' : ''} ${className}`}
    >
      <Ellipsis />
    </IconButton>
  )
}
