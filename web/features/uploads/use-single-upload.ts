import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
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
import { idempotentCreate } from './idempotent-create.ts'
import { filesGone, savedToast, uploadError, uploadedText } from './messages.ts'
import { findPublished } from './published-files.ts'
import { createSingleAudio, type SingleAudio } from './single-audio.ts'
import type { SuggestedField, Suggestions } from './suggestions.ts'
import { type NewTrackValues, newTrackForm } from './track-form.ts'
import type { DraftStore, UploadedFile } from './upload-draft.ts'
import type { Uploaded } from './uploaded-notice.tsx'
import { useSavedValues } from './use-saved-values.ts'
import { useUploadItems } from './use-upload-items.ts'
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
  const single = useUploadItems(store, 'single', createSingleAudio)
  const { list } = single
  const [item] = useSyncExternalStore(list.subscribe, list.get)
  const [draft] = useState(store.get)
  const [artwork, setArtwork] = useState(draft.artwork)
  const [isSubmitted, setSubmitted] = useState(false)
  const form = useForm({
    resolver: zodResolver(newTrackForm),
    defaultValues: draft.values,
    // Focus the missing file first.
    shouldFocusError: item?.audioUrl !== undefined,
  })
  useSavedValues(
    form,
    useCallback((values: NewTrackValues) => store.update({ values }), [store]),
  )
  const suggestions = useSuggestions(form, single)
  const sending = useSending(props.onSending)
  const { onSessionExpired } = props
  const sendAudio = useZoneUpload(async (file, transfer) => {
    suggestions.clear()
    const id = await single.place(file)
    void suggestions.read(id)
    // It is pointed out, and sent all the same.
    void findPublished([file]).then((found) => list.update(id, { published: found.get(file) }))
    return single.send(id, transfer)
  }, onSessionExpired)
  const sendArtwork = useZoneUpload(sendArtworkInZone, onSessionExpired)
  function changeArtwork(artwork: UploadedFile | null) {
    setArtwork(artwork)
    store.update({ artwork })
  }
  const save = useSaveTrack(props.user.id, onSaved, {
    onSessionExpired,
    onFilesGone() {
      list.update(item?.id ?? '', { sentAt: 0 })
      store.update({ artwork: null })
    },
  })
  const submit = form.handleSubmit((track) => {
    if (!item?.audioUrl) return
    const files = { audioUrl: item.audioUrl, artworkUrl: artwork?.path }
    save.mutate({
      track: { ...withPublishTime(track), ...files },
      cover: artwork ? undefined : item.artwork,
    })
  })
  return {
    form,
    suggestions,
    isSaving: save.isPending,
    isSending: sending.audio || sending.artwork,
    isAudioMissing: isSubmitted && !item?.audioUrl && !sending.audio,
    async submit(focusAudio: () => void) {
      setSubmitted(true)
      await submit()
      if (!list.get()[0]?.audioUrl) focusAudio()
    },
    audio: {
      initialFile: item?.audioUrl ? item.source : null,
      interrupted: item?.source,
      reopen: single.reopen,
      onFile: sendAudio,
      onUploaded: () => {},
      onRemove() {
        suggestions.clear()
        single.remove()
      },
      onBusy: sending.mark('audio'),
    },
    chosen: item?.file,
    cover: item?.artwork,
    removeCover: () => list.update(item?.id ?? '', { artwork: undefined }),
    published: item?.file && item.published,
    artwork: {
      initialFile: artwork,
      onFile: sendArtwork,
      onUploaded: (path: string, { name, size }: File) =>
        changeArtwork({ path, name, size, at: Date.now() }),
      onRemove: () => changeArtwork(null),
      onBusy: sending.mark('artwork'),
    },
  }
}

type TrackToSave = {
  track: NewTrack
  /** An image that is not uploaded yet. */
  cover: File | undefined
}

function useSaveTrack(
  userId: string,
  onSaved: SingleUploadProps['onSaved'],
  { onFilesGone, onSessionExpired }: { onFilesGone: () => void; onSessionExpired: () => void },
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
      if (hasStatus(error, 404)) onFilesGone()
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

/** For the `onFile` of a drop zone, which shows the error itself. */
function useZoneUpload(
  upload: (file: File, transfer: ZoneTransfer) => Promise<string>,
  onSessionExpired: () => void,
) {
  const { mutateAsync } = useMutation({
    mutationFn: ({ file, transfer }: { file: File; transfer: ZoneTransfer }) =>
      upload(file, transfer),
    meta: { onFailure: 'silent', onSessionExpired },
  })
  return (file: File, transfer: ZoneTransfer) =>
    mutateAsync({ file, transfer }).catch((error: unknown) => {
      throw uploadError(error)
    })
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
function useSuggestions<Output>(form: Form<Output>, { list, tags }: SingleAudio) {
  const [marked, setMarked] = useState<ReadonlySet<SuggestedField>>(new Set())
  async function read(id: string) {
    tags.add([id])
    await tags.whenRead(id)
    const item = list.item(id)
    if (item) setMarked(fill(form, { title: item.title, ...item.tags }))
  }
  function clear() {
    for (const field of marked) form.setValue(field, '')
    setMarked(new Set())
  }
  function unmark(field: SuggestedField) {
    setMarked((fields) => new Set([...fields].filter((other) => other !== field)))
  }
  return { marked, read, clear, unmark }
}

function fill<Output>(form: Form<Output>, suggestions: Suggestions): Set<SuggestedField> {
  const empty = (Object.keys(suggestions) as SuggestedField[]).filter(
    (field) => !form.getValues(field)?.trim(),
  )
  for (const field of empty)
    form.setValue(field, suggestions[field] ?? '', { shouldValidate: form.formState.isSubmitted })
  return new Set(empty)
}
