import { zodResolver } from '@hookform/resolvers/zod'
import { Upload } from 'lucide-react'
import { type Ref, useId, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'wouter'
import type { CurrentUser } from '#contract/auth.ts'
import { displayName } from '#contract/display-name.ts'
import { limits } from '#contract/limits.ts'
import { paths } from '#contract/paths.ts'
import { maxFolderFiles } from '#web/lib/dropped-files.ts'
import { useLatest, useUnmount } from '#web/lib/use-latest.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { DropArea } from '#web/ui/drop-area.tsx'
import { SelectField, TextAreaField, TextField } from '#web/ui/field.tsx'
import { validateImage } from '#web/ui/file-validation.ts'
import { audioTypes, partitionFiles, skippedFilesMessage } from './audio-files.ts'
import { BulkRows, type RowActions } from './bulk-rows.tsx'
import { FolderButton } from './folder-button.tsx'
import { ReleaseFieldset } from './release-fieldset.tsx'
import { useReleaseForm } from './release-form.ts'
import { ReleaseNotice } from './release-notice.tsx'
import { ReselectNotice } from './reselect-notice.tsx'
import { GenreOptions } from './track-fields.tsx'
import { sharedForm, titleError } from './track-form.ts'
import type { UploadDraft } from './upload-draft.ts'
import type { Bulk } from './use-bulk.ts'

type BulkUploadProps = {
  bulk: Bulk
  user: CurrentUser
  draft: UploadDraft
  updateDraft: (changes: Partial<UploadDraft>) => void
  onCancel: () => void
}

export function BulkUpload({ bulk, user, draft, updateDraft, onCancel }: BulkUploadProps) {
  const { list, isRunning } = bulk
  const remaining = useSyncExternalStore(list.subscribe, () => list.unfinished().length)
  const unselected = useSyncExternalStore(list.subscribe, () => list.get().unselected)
  const formId = useId()
  const dropInput = useRef<HTMLInputElement>(null)
  const form = useForm({ resolver: zodResolver(sharedForm), defaultValues: draft.shared })
  useUnmount(() => updateDraft({ shared: form.getValues() }))
  const release = useReleaseForm(list)
  const start = (selected: readonly string[]) =>
    form.handleSubmit((shared) => {
      updateDraft({ shared: form.getValues() })
      if (!focusFirstBadTitle(bulk, selected))
        release.submit((chosen) => bulk.run({ ids: selected, shared, release: chosen }))
    })
  const actions = useRowActions(bulk, {
    start: (id) => void start([id])(),
    focusDrop: () => dropInput.current?.focus(),
  })
  const field = (name: 'artist' | 'genre' | 'description') => ({
    ...form.register(name),
    error: form.formState.errors[name]?.message,
  })
  return (
    <div className="grid items-start gap-7 pt-7 tablet:grid-cols-[300px_minmax(0,1fr)] tablet:gap-x-9 tablet:pt-10 desk:grid-cols-[372px_minmax(0,1fr)] desk:gap-x-14">
      <form
        id={formId}
        noValidate
        aria-label="For all tracks"
        onSubmit={(event) => {
          event.preventDefault()
          if (remaining > 0 && !isRunning) void start(list.unfinished().map(({ id }) => id))()
        }}
        className="grid grid-cols-[minmax(0,1fr)] gap-6 rounded-panel border border-line bg-surface p-5.5 tablet:p-7"
      >
        <div>
          <h2 className="font-display text-xl leading-heading font-bold">For all tracks</h2>
          <p className="mt-2 text-sm text-faint">
            Applied to every track. Fields that you leave empty are filled in from the files.
          </p>
        </div>
        <TextField
          label="Artist"
          autoComplete="off"
          placeholder={displayName(user)}
          {...field('artist')}
        />
        <SelectField label="Genre" {...field('genre')}>
          <GenreOptions />
        </SelectField>
        <TextAreaField label="Description" {...field('description')} />
        <ReleaseFieldset list={list} release={release} isRunning={isRunning} />
      </form>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
        <BulkDrop inputRef={dropInput} onFiles={bulk.addFiles} onCover={release.setCover} />
        {unselected.length > 0 && <ReselectNotice files={unselected.map(({ name }) => name)} />}
        <BulkRows bulk={bulk} actions={actions} />
        <ReleaseNotice bulk={bulk} onRetry={() => void start([])()} />
        <BulkFooter formId={formId} left={remaining} isRunning={isRunning} onCancel={onCancel} />
      </div>
    </div>
  )
}

type Screen = { start: (id: string) => void; focusDrop: () => void }

/** Stable callbacks, so that rows do not rerender for them. */
function useRowActions({ list, upload }: Bulk, screen: Screen): RowActions {
  const latest = useLatest(screen)
  return useMemo(
    () => ({
      change: list.update,
      retry: (id) => latest.current.start(id),
      /** Moves the focus to the next row. */
      remove(id, button) {
        const row = button.closest('li')
        const next = row?.nextElementSibling ?? row?.previousElementSibling
        upload.remove(id)
        const focus = next?.querySelector<HTMLElement>('[data-remove]')
        if (focus) focus.focus()
        else latest.current.focusDrop()
      },
      clear() {
        list.clear()
        latest.current.focusDrop()
      },
    }),
    [list, upload, latest],
  )
}

type BulkFooterProps = { formId: string; left: number; isRunning: boolean; onCancel: () => void }

function BulkFooter({ formId, left, isRunning, onCancel }: BulkFooterProps) {
  return (
    <footer className="mt-5 grid grid-cols-[1fr_1.4fr] gap-3 tablet:flex tablet:justify-end">
      <Link href={paths.home} onClick={onCancel} className={buttonClass('outline')}>
        Cancel
      </Link>
      <Button tone="primary" type="submit" form={formId} disabled={left === 0 || isRunning}>
        <Upload aria-hidden="true" />
        {isRunning ? 'Uploading...' : `Upload ${left} ${left === 1 ? 'Track' : 'Tracks'}`}
      </Button>
    </footer>
  )
}

/** Returns whether there is one. */
function focusFirstBadTitle({ list }: Bulk, ids: readonly string[]): boolean {
  const bad = ids.find((id) => titleError(list.item(id)?.title ?? ''))
  if (bad) document.getElementById(`title-${bad}`)?.focus()
  return bad !== undefined
}

type BulkDropProps = {
  inputRef: Ref<HTMLInputElement>
  onFiles: (files: File[]) => void
  /** With the image of a folder. */
  onCover: (cover: File) => void
}

/** Accepts any number of files, also as folders, and skips unsupported ones. */
function BulkDrop({ inputRef, onFiles, onCover }: BulkDropProps) {
  const id = useId()
  const [notice, setNotice] = useState('')
  function take(files: File[]) {
    if (files.length === 0) return
    const { accepted, cover, ...skipped } = partitionFiles(files)
    const coverProblem = cover && validateImage(cover, limits.maxImageBytes)
    if (cover && !coverProblem) onCover(cover)
    setNotice(
      [
        accepted.length === 0 && 'There is no audio file among them.',
        skippedFilesMessage(skipped),
        coverProblem && `Skipped ${cover?.name}: ${coverProblem}.`,
        files.length >= maxFolderFiles && `Only the first ${maxFolderFiles} files were read.`,
      ]
        .filter(Boolean)
        .join(' '),
    )
    onFiles(accepted)
  }
  return (
    <>
      <span id={`${id}-label`} className="sr-only">
        Audio files
      </span>
      <DropArea
        id={id}
        inputRef={inputRef}
        accept={audioTypes}
        multiple
        what="audio files"
        hint="MP3, WAV, M4A, AAC, FLAC or OGG, up to 100 MB each"
        onFiles={take}
      />
      <FolderButton onFiles={take} />
      <p role="status" className="text-sm text-danger-text empty:hidden">
        {notice}
      </p>
    </>
  )
}
