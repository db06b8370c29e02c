import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { newAudioQuery } from '#web/api/versions.ts'
import { useObjectUrl } from '#web/lib/use-object-url.ts'
import { uploadErrorMessage, validateFile } from '#web/ui/file-validation.ts'
import { audioFileRules } from '../uploads/audio-files.ts'
import { sendAudio } from '../uploads/send-audio.ts'

type Upload = { file: File; progress: number; audioUrl?: string }

/** A file that is uploaded and analyzed, and that the track does not have yet. */
export function useNewAudio() {
  const [upload, setUpload] = useState<Upload | null>(null)
  const [error, setError] = useState<string>()
  const stop = useRef(() => {})
  useEffect(() => () => stop.current(), [])
  const analysis = useQuery({
    ...newAudioQuery(upload?.audioUrl ?? ''),
    enabled: upload?.audioUrl !== undefined,
  })
  const url = useObjectUrl(upload?.file)

  async function send(file: File, signal: AbortSignal) {
    const onProgress = (bytes: number) => setUpload({ file, progress: (100 * bytes) / file.size })
    const audioUrl = await sendAudio(file, { signal, onProgress })
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
      setError(uploadErrorMessage(reason))
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
      setUpload(null)
      setError(undefined)
    },
  }
}
