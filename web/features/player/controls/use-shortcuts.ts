import { useEffect } from 'react'
import { useLatest } from '#web/lib/use-latest.ts'
import { type ToastStore, useToasts } from '#web/ui/toast/toast-store.ts'
import type { PlaybackPosition } from '../engine/playback-position.ts'
import { skipBy } from '../engine/seeking.ts'
import {
  isLong,
  nextSpeed,
  skipStep,
  sleepChoices,
  sleepText,
  sleepTimer,
  speedText,
} from '../playback-options.ts'
import { cycleRepeat, setShuffle } from '../queue/queue-editing.ts'
import type { Player } from '../store.ts'
import { usePlayerContext } from '../use-player.ts'
import { focusAt, type Shortcut, shortcutFor, shortcutsEnabled } from './shortcuts.ts'

/** What the shell shows and does. */
type Views = { help: () => void; queue: () => void; like: () => void }

/** Seconds. */
const seekStep = 5
const volumeStep = 0.05

/**
 * Keyboard shortcuts of the player, on every page; `?` lists them. When they are disabled, their
 * events are stopped, and so are those of `/`, which focuses the search box.
 */
export function useShortcuts(views: Views): void {
  const latest = useLatest(views)
  const { player, position } = usePlayerContext()
  const toasts = useToasts()
  useEffect(() => {
    function handleKey(event: KeyboardEvent) {
      const shortcut = shortcutFor(event, focusAt(event.target))
      if (!shortcut) return
      if (shortcut === 'help') latest.current.help()
      else if (!player.state().currentTrack) return
      else if (shortcut === 'queue' || shortcut === 'like') latest.current[shortcut]()
      else runShortcut(shortcut, { player, position, toasts })
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
  }, [player, position, toasts, latest])
}

type Context = { player: Player; position: PlaybackPosition; toasts: ToastStore }

function runShortcut(shortcut: Exclude<Shortcut, keyof Views>, context: Context) {
  const { player, position, toasts } = context
  const skip = (seconds: number) => skipBy(player, position, seconds)
  const skipInLong = (seconds: number) => {
    const { currentTrack } = player.state()
    if (currentTrack && isLong(currentTrack)) skip(seconds)
  }
  const changeSpeed = (direction: 1 | -1) => {
    const speed = nextSpeed(player.state().speed, direction)
    player.setSpeed(speed)
    toasts.show({ title: `Speed: ${speedText(speed)}` })
  }
  const actions = {
    toggle: player.toggle,
    back: () => skip(-seekStep),
    forward: () => skip(seekStep),
    skipBack: () => skipInLong(-skipStep),
    skipForward: () => skipInLong(skipStep),
    slower: () => changeSpeed(-1),
    faster: () => changeSpeed(1),
    mute: player.toggleMute,
    louder: () => player.setVolume(player.state().volume + volumeStep),
    quieter: () => player.setVolume(player.state().volume - volumeStep),
    next: player.next,
    previous: player.previous,
    shuffle: () => player.changeQueue((queue) => setShuffle(queue, queue.original === null)),
    repeat: () => player.changeQueue(cycleRepeat),
    autoplay() {
      const autoplay = !player.state().autoplay
      player.update({ autoplay })
      toasts.show({ title: `Autoplay: ${autoplay ? 'on' : 'off'}` })
    },
    sleep() {
      const at = sleepChoices.indexOf(player.state().sleep?.choice ?? null)
      const choice = sleepChoices[(at + 1) % sleepChoices.length] ?? null
      player.update({ sleep: sleepTimer(choice) })
      toasts.show({ title: `Sleep timer: ${sleepText(choice)}` })
    },
  }
  actions[shortcut]()
}
