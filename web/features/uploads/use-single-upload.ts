import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import type { CurrentUser } from '#contract/auth.ts'
import { paths } from '#contract/paths.ts'
import { refetchTracks } from '#web/api/cache-updates.ts'
import { hasStatus } from '#web/api/client.ts'
import { createTrack, findOwnTrack, type NewTrack } from '#web/api/track-mutations.ts'
import { uploadArtwork } from '#web/api/uploads.ts'
import { useShare } from '#web/features/share/share-button.tsx'
import { withPublishTime } from '#web/lib/publishing.ts'
import { useToasts } from '#web/ui/toast/toast-store.ts'
import type { ZoneTransfer } from '#web/ui/use-drop-zone.ts'
import { tagsOf } from './audio-files.ts'
import { idempotentCreate } from './idempotent-create.ts'
import { filesGone, savedToast, uploadError, uploadedText } from './messages.ts'
import { findPublished } from './published-files.ts'
import { createStoredTransfer } from './stored-transfer.ts'
import type { SuggestedField, Suggestions } from './suggestions.ts'
import { readFileName } from './track-file-name.ts'
import { type NewTrackValues, newTrackForm } from './track-form.ts'
import type { DraftStore, UploadedFile } from './upload-draft.ts'
import type { Uploaded } from './uploaded-notice.tsx'
import { useSavedValues } from './use-saved-values.ts'
import { sendArtworkInZone } from './zone-transfers.ts'

export type SingleUploadProps = {
  user: CurrentUser
  store: DraftStore
  onSending: (isSending: boolean) => void
  onSessionExpired: () => void
  onSaved: (uploaded: Uploaded) => void
}

/** The single-track form: files are uploaded when selected, the rest on save. */
export function useSingleUpload({ store, onSaved, ...props }: SingleUploadProps) {
  const [draft] = useState(store.get)
  const [audio, setAudio] = useState(draft.audio)
  const [artwork, setArtwork] = useState(draft.artwork)
  const [isSubmitted, setSubmitted] = useState(false)
  const form = useForm({
    resolver: zodResolver(newTrackForm),
    defaultValues: draft.values,
    // Focus the missing file first.
    shouldFocusError: audio !== null,
  })
  useSavedValues(
    form,
    useCallback((values: NewTrackValues) => store.update({ values }), [store]),
  )
  const suggestions = useSuggestions(form, store)
  const sending = useSending(props.onSending)
  const { onSessionExpired } = props
  const [transfer] = useState(() => createStoredTransfer(store))
  const audioZone = useZone(transfer.send, {
    initialFile: audio,
    setFile(file) {
      setAudio(file)
      store.update({ audio: file, ...(!file && { transfer: null }) })
    },
    onSessionExpired,
  })
  const artworkZone = useZone(sendArtworkInZone, {
    initialFile: artwork,
    setFile(file) {
      setArtwork(file)
      store.update({ artwork: file })
    },
    onSessionExpired,
  })
  const save = useSaveTrack(props.user.id, store, onSaved, onSessionExpired)
  const submit = form.handleSubmit((track) => {
    if (!audio) return
    const files = { audioUrl: audio.path, artworkUrl: artwork?.path }
    save.mutate({
      track: { ...withPublishTime(track), ...files },
      cover: artwork ? undefined : suggestions.cover,
    })
  })
  return {
    form,
    suggestions,
    isSaving: save.isPending,
    isSending: sending.audio || sending.artwork,
    isAudioMissing: isSubmitted && !audio && !sending.audio,
    async submit(focusAudio: () => void) {
      setSubmitted(true)
      await submit()
      if (!audio) focusAudio()
    },
    audio: {
      ...withSuggestions(audioZone, suggestions),
      onBusy: sending.mark('audio'),
      interrupted: draft.transfer?.file,
      reopen: transfer.reopen,
    },
    chosen: suggestions.file,
    published: usePublished(suggestions.file),
    artwork: { ...artworkZone, onBusy: sending.mark('artwork') },
  }
}

/** The track that the user has made of this file before, if there is one. */
function usePublished(file: File | undefined) {
  const [found, setFound] = useState<Awaited<ReturnType<typeof findPublished>>>()
  useEffect(() => {
    if (file) void findPublished([file]).then(setFound)
  }, [file])
  return file && found?.get(file)
}

type TrackToSave = {
  track: NewTrack
  /** An image that is not uploaded yet. */
  cover: File | undefined
}

function useSaveTrack(
  userId: string,
  store: DraftStore,
  onSaved: SingleUploadProps['onSaved'],
  onSessionExpired: () => void,
) {
  const queryClient = useQueryClient()
  const toasts = useToasts()
  const share = useShare()
  const create = idempotentCreate(createTrack, (audioUrl) => findOwnTrack(userId, audioUrl))
  return useMutation({
    mutationFn: async ({ track, cover }: TrackToSave) =>
      create(cover ? { ...track, artworkUrl: await uploadArtwork(cover) } : track),
    meta: {
      onFailure: (error) => ({
        text: hasStatus(error, 404) ? filesGone : 'Failed to upload track. Please try again.',
      }),
      onSessionExpired,
    },
    onError(error) {
      if (hasStatus(error, 404)) store.update({ audio: null, artwork: null })
    },
    onSuccess: (track) => {
      void refetchTracks(queryClient)
      onSaved({
        text: uploadedText(`“${track.title}” is`, track.publishAt),
        link: 'View track',
        href: paths.track(track),
      })
      toasts.show(savedToast(track, (saved) => void share('track', saved, { copyOnly: true })))
    },
  })
}

type Zone = ReturnType<typeof useZone>
type ZoneFile = {
  initialFile: UploadedFile | null
  setFile: (file: UploadedFile | null) => void
  onSessionExpired: () => void
}

/** The drop zone props for uploading and tracking a file. */
function useZone(
  upload: (file: File, transfer: ZoneTransfer) => Promise<string>,
  { initialFile, setFile, onSessionExpired }: ZoneFile,
) {
  const { mutateAsync } = useMutation({
    mutationFn: ({ file, transfer }: { file: File; transfer: ZoneTransfer }) =>
      upload(file, transfer),
    meta: { onFailure: 'silent', onSessionExpired },
  })
  return {
    initialFile,
    /** The drop zone shows the error itself. */
    onFile: (file: File, transfer: ZoneTransfer) =>
      mutateAsync({ file, transfer }).catch((error: unknown) => {
        throw uploadError(error)
      }),
    onUploaded: (path: string, { name, size }: File) =>
      setFile({ path, name, size, at: Date.now() }),
    onRemove: () => setFile(null),
  }
}

/** A zone that also reads suggestions from the file's tags. */
function withSuggestions(
  zone: Zone,
  { read, clear }: { read: (file: File) => Promise<void>; clear: () => void },
): Zone {
  return {
    ...zone,
    onFile(file, transfer) {
      void read(file)
      return zone.onFile(file, transfer)
    },
    onRemove() {
      zone.onRemove()
      clear()
    },
  }
}

/** Which files are being uploaded. */
function useSending(onSending: (isSending: boolean) => void) {
  const [sending, setSending] = useState({ audio: false, artwork: false })
  const isSending = sending.audio || sending.artwork
  useEffect(() => onSending(isSending), [isSending, onSending])
  const mark = (file: 'audio' | 'artwork') => (isBusy: boolean) =>
    setSending((known) => ({ ...known, [file]: isBusy }))
  return { ...sending, mark }
}

type Form<Output> = UseFormReturn<NewTrackValues, unknown, Output>

/**
 * Fills empty fields with the tags of the chosen file, and the title with its name if there is no such tag. A field is
 * marked as suggested until the user edits it; marked fields are cleared when the file is removed.
 */
function useSuggestions<Output>(form: Form<Output>, store: DraftStore) {
  const [marked, setMarked] = useState<ReadonlySet<SuggestedField>>(new Set())
  const [cover, setShownCover] = useState(store.images().cover)
  const [file, setFile] = useState<File>()
  const reading = useRef<File>(undefined)
  function setCover(cover: File | undefined) {
    setShownCover(cover)
    store.updateImages({ cover })
  }

  async function read(file: File) {
    clear()
    reading.current = file
    setFile(file)
    const { suggestions, cover } = await tagsOf(file)
    if (reading.current !== file) return
    setMarked(fill(form, { title: readFileName(file.name).title, ...suggestions }))
    setCover(cover)
  }
  function clear() {
    reading.current = undefined
    setFile(undefined)
    for (const field of marked) form.setValue(field, '')
    setMarked(new Set())
    setCover(undefined)
  }
  function unmark(field: SuggestedField) {
    setMarked((fields) => new Set([...fields].filter((other) => other !== field)))
  }
  return { marked, cover, file, read, clear, unmark, removeCover: () => setCover(undefined) }
}

function fill<Output>(form: Form<Output>, suggestions: Suggestions): Set<SuggestedField> {
  const empty = (Object.keys(suggestions) as SuggestedField[]).filter(
    (field) => !form.getValues(field)?.trim(),
  )
  for (const field of empty)
    form.setValue(field, suggestions[field] ?? '', { shouldValidate: form.formState.isSubmitted })
  return new Set(empty)
}
