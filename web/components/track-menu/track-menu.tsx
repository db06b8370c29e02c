import { useCanEdit } from '#web/features/session/permissions.ts'
import { LazyMenu } from '#web/ui/lazy-menu.tsx'
import type { TrackMenuProps } from './track-menu-actions.tsx'

const loadActions = async () => (await import('./track-menu-actions.tsx')).TrackMenuActions

type Props = Pick<TrackMenuProps, 'track' | 'onDeleted'> & {
  /** With a border, in the size of the buttons beside it. */
  edge?: boolean
  className?: string
}

export function TrackMenu({ track, onDeleted, edge = false, className = '' }: Props) {
  const canEdit = useCanEdit(track.userId)
  const button = {
    edge,
    label: `Options for ${track.title}`,
    className: `${edge ? 'size-11!' : ''} ${className}`,
  }
  return (
    <LazyMenu button={button} load={loadActions}>
      {(Actions) => (
        <Actions track={track} canEdit={canEdit} button={button} onDeleted={onDeleted} />
      )}
    </LazyMenu>
  )
}
