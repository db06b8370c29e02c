import { useEffect } from 'react'
import type { PlaybackPosition } from './playback-position.ts'
import { focusAt, type Shortcut, shortcutOf } from './shortcuts.ts'
import { shortcutsEnabled } from './single-keys.ts'
import type { Player } from './store.ts'
import { usePlayerContext } from './use-player.ts'

const seekStep = 5

/**
 * The player's keys, on every page. `?` asks what they are. Switched off, they reach nobody, and
 * neither does `/`, which the search box listens for.
 */
export function useShortcuts(onHelp: () => void): void {
  const { player, position } = usePlayerContext()
  useEffect(() => {
    function press(event: KeyboardEvent) {
      const shortcut = shortcutOf(event, focusAt(event.target))
      if (!shortcut) return
      if (shortcut === 'help') onHelp()
      else if (player.state().currentTrack) obey(shortcut, player, position)
      else return
      event.preventDefault()
    }
    function silence(event: KeyboardEvent) {
      const focus = focusAt(event.target)
      const isSearch = event.key === '/' && !focus.takesAllKeys
      if ((isSearch || shortcutOf(event, focus)) && !shortcutsEnabled()) event.stopPropagation()
    }
    window.addEventListener('keydown', silence, { capture: true })
    window.addEventListener('keydown', press)
    return () => {
      window.removeEventListener('keydown', silence, { capture: true })
      window.removeEventListener('keydown', press)
    }
  }, [player, position, onHelp])
}

function obey(shortcut: Exclude<Shortcut, 'help'>, player: Player, position: PlaybackPosition) {
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
  }
  actions[shortcut]()
}
