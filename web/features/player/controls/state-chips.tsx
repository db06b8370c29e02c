import { usePlayerState } from '../use-player.ts'
import { SleepButton, SpeedButton } from './speed-and-sleep.tsx'

/** In the bar: the speed and the sleep timer while they are set. */
export function StateChips() {
  const isFast = usePlayerState((state) => state.speed !== 1)
  const sleeps = usePlayerState((state) => state.sleep !== null)
  return (
    <>
      {isFast && <SpeedButton />}
      {sleeps && <SleepButton />}
    </>
  )
}
