import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { uploadArtwork, uploadAudio } from '#web/api/uploads.ts'
import { trackForm } from '#web/features/uploads/track-form.ts'
import type { SentFile, UploadWork } from '#web/features/uploads/upload-work.ts'
import { useSaveTrack } from '#web/features/uploads/use-save-track.ts'
import { useSuggestions } from '#web/features/uploads/use-suggestions.ts'
import { useUploadFile } from '#web/features/uploads/use-upload-file.ts'
import { useOnLeaving } from '#web/lib/use-on-leaving.ts'

export type SingleUploadProps = {
  work: UploadWork
  remember: (part: Partial<UploadWork>) => void
  onSending: (isSending: boolean) => void
  onLoggedOut: () => void
  onSaved: () => void
}

const sent = (path: string, { name, size }: File): SentFile => ({ path, name, size })

/** The form for one track: its files are sent as they are chosen, all else when it is saved. */
export function useSingleUpload({ work, remember, onSaved, ...props }: SingleUploadProps) {
  const [audio, setAudio] = useState(work.audio)
  const form = useForm({
    resolver: zodResolver(trackForm),
    defaultValues: work.values,
    // The file comes first.
    shouldFocusError: audio !== null,
  })
  const [artwork, setArtwork] = useState(work.artwork)
  const [isTried, setTried] = useState(false)
  const suggestions = useSuggestions(form)
  const sending = useSending(props.onSending)
  const hadUnsentArtwork = suggestions.cover !== undefined || sending.artwork
  const current = () => ({ values: form.getValues(), audio, artwork, hadUnsentArtwork })
  useOnLeaving(() => remember(current()))
  const onLoggedOut = () => {
    remember(current())
    props.onLoggedOut()
  }
  const sendAudio = useUploadFile(uploadAudio, onLoggedOut)
  const sendArtwork = useUploadFile(uploadArtwork, onLoggedOut)
  const save = useSaveTrack({ onSaved, onLoggedOut })
  const submit = form.handleSubmit((track) => {
    if (!audio) return
    const files = { audioUrl: audio.path, artworkUrl: artwork?.path }
    save.mutate({ track: { ...track, ...files }, cover: artwork ? undefined : suggestions.cover })
  })
  return {
    form,
    suggestions,
    isSaving: save.isPending,
    isSending: sending.audio || sending.artwork,
    isAudioMissing: isTried && !audio && !sending.audio,
    submit: async (focusAudio: () => void) => {
      setTried(true)
      await submit()
      if (!audio) focusAudio()
    },
    audio: {
      held: audio,
      onBusy: sending.mark('audio'),
      onFile: (file: File, signal: AbortSignal) => {
        void suggestions.read(file)
        return sendAudio(file, signal)
      },
      onUploaded: (path: string, file: File) => setAudio(sent(path, file)),
      onRemove: () => {
        setAudio(null)
        suggestions.withdraw()
      },
    },
    artwork: {
      held: artwork,
      onBusy: sending.mark('artwork'),
      onFile: sendArtwork,
      onUploaded: (path: string, file: File) => setArtwork(sent(path, file)),
      onRemove: () => setArtwork(null),
    },
  }
}

/** Which of the files is on its way. */
function useSending(onSending: (isSending: boolean) => void) {
  const [sending, setSending] = useState({ audio: false, artwork: false })
  const isSending = sending.audio || sending.artwork
  useEffect(() => onSending(isSending), [isSending, onSending])
  const mark = (file: 'audio' | 'artwork') => (isBusy: boolean) =>
    setSending((known) => ({ ...known, [file]: isBusy }))
  return { ...sending, mark }
}
