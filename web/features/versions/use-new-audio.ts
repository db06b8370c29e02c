import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { newAudioQuery } from '#web/api/versions.ts'
import { useObjectUrl } from '#web/lib/use-object-url.ts'
import { uploadErrorMessage, validateFile } from '#web/ui/file-validation.ts'
import { audioFileRules } from '../uploads/audio-files.ts'
import { uploadError } from '../uploads/messages.ts'
import { createSingleAudio } from '../uploads/single-audio.ts'

export type NewUpload = {
  file: File
  progress: number
  /** Speed and time left. */
  detail?: string | undefined
  audioUrl?: string
}

/** A file that is uploaded and analyzed, and that the track does not have yet. */
export function useNewAudio() {
  const [upload, setUpload] = useState<NewUpload | null>(null)
  const [error, setError] = useState<string>()
  const [single] = useState(() => createSingleAudio())
  const stop = useRef(() => {})
  useEffect(() => () => stop.current(), [])
  const analysis = useQuery({
    ...newAudioQuery(upload?.audioUrl ?? ''),
    enabled: upload?.audioUrl !== undefined,
  })
  const url = useObjectUrl(upload?.file)

  async function send(file: File, signal: AbortSignal) {
    const report = (fraction: number, detail?: string) => {
      if (!signal.aborted) setUpload({ file, progress: 100 * fraction, detail })
    }
    const audioUrl = await single.send(await single.place(file), { signal, report })
    if (!signal.aborted) setUpload({ file, progress: 100, audioUrl })
  }
  function select(file: File | undefined) {
    if (!file) return
    stop.current()
    const problem = validateFile(file, audioFileRules)
    setError(problem)
    if (problem) return
    setUpload({ file, progress: 0 })
    const controller = new AbortController()
    stop.current = () => controller.abort()
    send(file, controller.signal).catch((reason: unknown) => {
      if (controller.signal.aborted) return
      setUpload(null)
      setError(uploadErrorMessage(uploadError(reason)))
    })
  }
  return {
    upload,
    url,
    error,
    analysis: analysis.data,
    select,
    cancel() {
      stop.current()
      single.remove()
      setUpload(null)
      setError(undefined)
    },
  }
}
