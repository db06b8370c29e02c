/** Advances a carousel: first after 3 s, then every 4 s, while it is running. */
const advanceTimes = { first: 3_000, next: 4_000 } as const

export function createAutoAdvance(move: () => void) {
  let wait: number = advanceTimes.first
  let timer: ReturnType<typeof setTimeout> | undefined
  function schedule() {
    timer = setTimeout(() => {
      wait = advanceTimes.next
      move()
      schedule()
    }, wait)
  }
  return {
    start() {
      clearTimeout(timer)
      schedule()
    },
    stop: () => clearTimeout(timer),
  }
}
