import { useEffect } from 'react'
import { useLatest } from '#web/lib/use-latest.ts'
import type { PlaybackPosition } from './playback-position.ts'
import { cycleRepeat, setShuffle } from './queue-editing.ts'
import { focusAt, type Shortcut, shortcutFor, shortcutsEnabled } from './shortcuts.ts'
import type { Player } from './store.ts'
import { usePlayerContext } from './use-player.ts'

/** What the shell shows. */
type Views = { help: () => void; queue: () => void }

/** Seconds. */
const seekStep = 5

/**
 * Keyboard shortcuts of the player, on every page; `?` lists them. When they are disabled, their
 * events are stopped, and so are those of `/`, which focuses the search box.
 */
export function useShortcuts(views: Views): void {
  const latest = useLatest(views)
  const { player, position } = usePlayerContext()
  useEffect(() => {
    function handleKey(event: KeyboardEvent) {
      const shortcut = shortcutFor(event, focusAt(event.target))
      if (!shortcut) return
      if (shortcut === 'help') latest.current.help()
      else if (!player.state().currentTrack) return
      else if (shortcut === 'queue') latest.current.queue()
      else runShortcut(shortcut, player, position)
      event.preventDefault()
    }
    function stopIfDisabled(event: KeyboardEvent) {
      const focus = focusAt(event.target)
      const isSearch = event.key === '/' && !focus.usesAllKeys
      if ((isSearch || shortcutFor(event, focus)) && !shortcutsEnabled()) event.stopPropagation()
    }
    window.addEventListener('keydown', stopIfDisabled, { capture: true })
    window.addEventListener('keydown', handleKey)
    return () => {
      window.removeEventListener('keydown', stopIfDisabled, { capture: true })
      window.removeEventListener('keydown', handleKey)
    }
  }, [player, position, latest])
}

function runShortcut(
  shortcut: Exclude<Shortcut, keyof Views>,
  player: Player,
  position: PlaybackPosition,
) {
  const seekBy = (seconds: number) => {
    const end = position.duration() || Number.POSITIVE_INFINITY
    player.seek(Math.min(end, Math.max(0, position.current() + seconds)))
  }
  const actions = {
    toggle: player.toggle,
    back: () => seekBy(-seekStep),
    forward: () => seekBy(seekStep),
    mute: player.toggleMute,
    next: player.next,
    previous: player.previous,
    shuffle: () => player.changeQueue((queue) => setShuffle(queue, queue.original === null)),
    repeat: () => player.changeQueue(cycleRepeat),
  }
  actions[shortcut]()
}
