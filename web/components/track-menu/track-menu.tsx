import type { Track } from '#contract/tracks.ts'
import { useCanEdit } from '#web/features/session/permissions.ts'
import { audioUrl } from '#web/lib/api-urls.ts'
import { LazyMenu, type MenuButtonProps } from '#web/ui/lazy-menu.tsx'
import { loadRepostItem } from '../repost-item.tsx'
import type { TrackMenuProps } from './track-menu-actions.tsx'

async function loadActions() {
  const [{ TrackMenuActions }] = await Promise.all([
    import('./track-menu-actions.tsx'),
    loadRepostItem(),
  ])
  return TrackMenuActions
}

type Props = Omit<TrackMenuProps, 'canEdit' | 'button'> & {
  /** `medium` has a border, as the buttons beside it. */
  size?: 'small' | 'normal' | 'medium'
}

/** The browser's own player, where the buttons do not work. */
function NoScriptPlayer({ track }: { track: Track }) {
  return (
    <noscript>
      {/* biome-ignore lint/a11y/useMediaCaption: music has no captions */}
      <audio
        controls
        preload="none"
        aria-label={track.title}
        src={audioUrl(track)}
        className="h-10 w-full min-w-34"
      />
    </noscript>
  )
}

/** The menu of a track, the same in cards, rows, the queue and the player. */
export function TrackMenu({ size = 'normal', ...props }: Props) {
  const { track } = props
  const canEdit = useCanEdit(track.userId)
  const button: MenuButtonProps = {
    label: props.isQueued ? `Track options: ${track.title}` : `Options for ${track.title}`,
    size,
    tone: size === 'small' ? 'faint' : 'muted',
    edge: size === 'medium',
  }
  return (
    <>
      <LazyMenu button={button} load={loadActions}>
        {(Actions) => <Actions {...props} canEdit={canEdit} button={button} />}
      </LazyMenu>
      <NoScriptPlayer track={track} />
    </>
  )
}
