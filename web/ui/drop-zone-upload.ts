/**
 * An upload with simulated progress, as specified (docs/decisions/0036-upload-screen.md): it rises
 * randomly, stops before the end and jumps to 100 when the file has arrived.
 */
const stepMs = 200
/** For which 100 % is visible. */
const doneDelayMs = 500
const maxBeforeDone = 90
const largestStep = 12

export function nextProgress(progress: number, random: number): number {
  return Math.min(maxBeforeDone, progress + random * largestStep)
}

type Upload<Sent> = {
  send: (signal: AbortSignal) => Promise<Sent>
  onProgress: (progress: number) => void
  onDone: (sent: Sent) => void
  onFailed: (reason: unknown) => void
}

/** Starts an upload and returns a function that aborts it; after that nothing is reported. */
export function startUpload<Sent>(upload: Upload<Sent>): () => void {
  const { send, onProgress, onDone, onFailed } = upload
  const stopped = new AbortController()
  let progress = 0
  const steps = setInterval(() => {
    progress = nextProgress(progress, Math.random())
    onProgress(progress)
  }, stepMs)
  let doneTimer: ReturnType<typeof setTimeout> | undefined
  send(stopped.signal).then(
    (sent) => {
      clearInterval(steps)
      if (stopped.signal.aborted) return
      onProgress(100)
      doneTimer = setTimeout(() => onDone(sent), doneDelayMs)
    },
    (reason: unknown) => {
      clearInterval(steps)
      if (!stopped.signal.aborted) onFailed(reason)
    },
  )
  return () => {
    stopped.abort()
    clearInterval(steps)
    clearTimeout(doneTimer)
  }
}
