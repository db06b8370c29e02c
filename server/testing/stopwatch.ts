/**
 * Milliseconds as this process lives through them: while a busy machine lets nobody run, the watch
 * stands still. For "gives up within 5 seconds", which must fail for a hang and not for a hiccup.
 */
export function startStopwatch(): { elapsed(): number; stop(): void } {
  const step = 25
  let steps = 0
  const ticking = setInterval(() => steps++, step)
  return { elapsed: () => steps * step, stop: () => clearInterval(ticking) }
}
