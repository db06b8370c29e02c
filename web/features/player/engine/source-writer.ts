/** Appends to and removes from the one buffer of a MediaSource, one operation at a time. */
export function createSourceWriter(audio: HTMLAudioElement, type: string) {
  const source = new MediaSource()
  const objectUrl = URL.createObjectURL(source)
  let buffer: SourceBuffer | undefined
  let last: Promise<unknown> = new Promise<void>((resolve) => {
    const open = () => {
      URL.revokeObjectURL(objectUrl)
      buffer = source.addSourceBuffer(type)
      resolve()
    }
    source.addEventListener('sourceopen', open, { once: true })
  })
  audio.src = objectUrl

  /** A source that was detached from the element is closed: nothing is written any more. */
  function enqueue(write: (buffer: SourceBuffer) => void): Promise<void> {
    const done = last.then(async () => {
      if (!buffer || source.readyState === 'closed') return
      write(buffer)
      if (buffer.updating) await updateEnd(buffer)
    })
    last = done.catch(() => {})
    return done
  }
  /** The end of what is buffered around a time; undefined if that time is not. */
  function bufferedUntil(seconds: number): number | undefined {
    const { buffered } = audio
    for (let i = 0; i < buffered.length; i++)
      if (buffered.start(i) <= seconds + 0.1 && buffered.end(i) > seconds) return buffered.end(i)
    return undefined
  }
  const append = (bytes: BufferSource) => enqueue((buffer) => buffer.appendBuffer(bytes))
  /** Of a fragment that was appended in part, the rest will not come. */
  const resetParser = (buffer: SourceBuffer) => {
    if (source.readyState === 'open') buffer.abort()
  }

  return {
    async append(bytes: BufferSource) {
      try {
        await append(bytes)
      } catch (error) {
        if (!(error instanceof DOMException && error.name === 'QuotaExceededError')) throw error
        const played = Math.max(0.1, audio.currentTime - 5)
        await enqueue((buffer) => buffer.remove(0, played))
        await append(bytes)
      }
    },
    /** Removes everything from this time on. Call `setWindow` before the next append. */
    remove: (from: number) =>
      enqueue((buffer) => {
        resetParser(buffer)
        buffer.remove(from, Number.POSITIVE_INFINITY)
      }),
    /** What is appended next starts and ends at these times: the encoder's priming and padding are cut off. */
    setWindow: (start: number, end: number) =>
      enqueue((buffer) => {
        resetParser(buffer)
        buffer.appendWindowStart = 0
        buffer.appendWindowEnd = end
        buffer.appendWindowStart = start
        buffer.timestampOffset = start
      }),
    /** Playback ends with what is buffered, unless more is appended. */
    end: () =>
      enqueue(() => {
        if (source.readyState === 'open') source.endOfStream()
      }),
    /** There may be more after all. */
    reopen: () =>
      enqueue((buffer) => {
        // Setting the offset, also to the same value, is what reopens a source.
        if (source.readyState === 'ended') buffer.timestampOffset = Number(buffer.timestampOffset)
      }),
    isEnded: () => source.readyState === 'ended',
    bufferedUntil,
    bufferedAhead: () =>
      (bufferedUntil(audio.currentTime) ?? audio.currentTime) - audio.currentTime,
  }
}

function updateEnd(buffer: SourceBuffer): Promise<void> {
  return new Promise((resolve, reject) => {
    buffer.onupdateend = () => resolve()
    buffer.onerror = () => reject(new Error('The data could not be appended'))
  })
}
