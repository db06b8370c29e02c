import type { ToastText } from '#web/ui/toast/toast-store.ts'
import type { Player } from '../store.ts'

type SleepDeps = { player: Player; notify: (toast: ToastText) => void }

/** Pauses when the sleep timer fires. A timer that ends with the track is handled by the store. */
export function connectSleepTimer({ player, notify }: SleepDeps): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let { sleep } = player.state()
  player.subscribe(() => {
    if (player.state().sleep === sleep) return
    sleep = player.state().sleep
    clearTimeout(timer)
    if (sleep?.at) timer = setTimeout(onTimeout, sleep.at - Date.now())
  })
  function onTimeout() {
    const { isPlaying, loading } = player.state()
    player.update({ sleep: null })
    if (!isPlaying && !loading) return
    player.toggle()
    notify({ title: 'Paused by the sleep timer' })
  }
}
