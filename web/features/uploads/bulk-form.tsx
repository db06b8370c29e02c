import { zodResolver } from '@hookform/resolvers/zod'
import { Upload } from 'lucide-react'
import {
  type Ref,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'wouter'
import type { CurrentUser } from '#contract/auth.ts'
import { displayName } from '#contract/display-name.ts'
import { limits } from '#contract/limits.ts'
import { paths } from '#contract/paths.ts'
import { maxFolderFiles } from '#web/lib/dropped-files.ts'
import { chooseFile } from '#web/lib/file-handles.ts'
import { useLatest } from '#web/lib/use-latest.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { DownloadField } from '#web/ui/download-field.tsx'
import { DropArea } from '#web/ui/drop-area.tsx'
import { SelectField, TextAreaField, TextField } from '#web/ui/field.tsx'
import { validateFile, validateImage } from '#web/ui/file-validation.ts'
import { PublishField } from '#web/ui/publish-field.tsx'
import {
  audioFileRules,
  audioTypes,
  listNames,
  partitionFiles,
  skippedFilesMessage,
  sortByPath,
} from './audio-files.ts'
import { BulkHead } from './bulk-head.tsx'
import type { RowActions } from './bulk-rows.tsx'
import { BulkRowsList } from './bulk-rows-list.tsx'
import { FolderButton } from './folder-button.tsx'
import { ReleaseFieldset } from './release-fieldset.tsx'
import { useReleaseForm } from './release-form.ts'
import { ReleaseNotice } from './release-notice.tsx'
import { ReselectNotice } from './reselect-notice.tsx'
import { askForFile } from './stored-file.ts'
import { GenreOptions } from './track-fields.tsx'
import { type SharedValues, sharedForm, titleError } from './track-form.ts'
import type { DraftStore } from './upload-draft.ts'
import type { Bulk } from './use-bulk.ts'
import { useSavedValues } from './use-saved-values.ts'

type BulkUploadProps = {
  bulk: Bulk
  user: CurrentUser
  store: DraftStore
  onCancel: () => void
}

/** Each batch begins with empty forms. */
export function BulkUpload(props: BulkUploadProps) {
  const { batch, isAside } = props.bulk
  const [first] = useState(batch)
  return isAside ? null : <BulkBatch key={batch} {...props} takesFocus={batch !== first} />
}

type BulkBatchProps = BulkUploadProps & { takesFocus: boolean }

function BulkBatch({ bulk, user, store, onCancel, takesFocus }: BulkBatchProps) {
  const { list, isRunning } = bulk
  const items = useSyncExternalStore(list.subscribe, list.get)
  const missing = list.missing()
  /** What has failed says so in its row. */
  const interrupted = missing.filter(({ status }) => status !== 'failed')
  /** Those whose files are here, and can be sent. */
  const ready = list.unfinished().filter((item) => !missing.includes(item) && !item.isRefused)
  /** Whether they are a release is decided by the tags of all files. */
  const isReading = items.some((item) => item.isReading)
  const formId = useId()
  const dropInput = useRef<HTMLInputElement>(null)
  const form = useForm({ resolver: zodResolver(sharedForm), defaultValues: store.get().shared })
  useSavedValues(
    form,
    useCallback((shared: SharedValues) => store.update({ shared }), [store]),
  )
  useEffect(() => {
    if (takesFocus) dropInput.current?.focus()
  }, [takesFocus])
  const release = useReleaseForm(list, store)
  const start = (selected: readonly string[]) =>
    form.handleSubmit((fields) => {
      if (focusFirstBadTitle(bulk, selected)) return
      const { publishAt, allowDownload } = fields
      release.submit((chosen) =>
        bulk.run({
          ids: selected,
          // Tracks without artwork of their own show the cover of their release.
          shared: { fields, artwork: chosen ? undefined : release.cover },
          release: chosen && {
            ...chosen,
            fields: { ...chosen.fields, publishAt, allowDownload },
          },
        }),
      )
    })
  const [problem, setProblem] = useState('')
  const actions = useRowActions(bulk, {
    start: (id) => void start([id])(),
    showProblem: setProblem,
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
          if (ready.length > 0 && !isRunning && !isReading) void start(ready.map(({ id }) => id))()
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
        <PublishField control={form.control} name="publishAt" />
        <DownloadField control={form.control} name="allowDownload" what="the original files" />
        <ReleaseFieldset {...{ list, release, isRunning }} hasRun={bulk.hasRun} />
      </form>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
        <BulkDrop inputRef={dropInput} onFiles={bulk.addFiles} onCover={release.setCover} />
        {interrupted.length > 0 && (
          <ReselectNotice files={interrupted.map(({ source }) => source.name)} />
        )}
        {problem && (
          <p role="alert" className="text-sm text-danger-text">
            {problem}
          </p>
        )}
        {items.length > 0 && (
          <section aria-label="Selected tracks">
            <BulkHead bulk={bulk} user={user} onClear={actions.clear} />
            <div className="rounded-panel border border-line bg-surface">
              <BulkRowsList bulk={bulk} actions={actions} />
            </div>
          </section>
        )}
        <ReleaseNotice bulk={bulk} onRetry={() => void start([])()} />
        <BulkFooter {...{ formId, isRunning, isReading, onCancel }} left={ready.length} />
      </div>
    </div>
  )
}

type Screen = {
  start: (id: string) => void
  focusDrop: () => void
  showProblem: (problem: string) => void
}

/** Stable callbacks, so that rows do not rerender for them. */
function useRowActions({ list, transfers, ...bulk }: Bulk, screen: Screen): RowActions {
  const latest = useLatest(screen)
  const latestBulk = useLatest(bulk)
  return useMemo(() => {
    /** A file that was sent already only lacks its track. */
    const retry = (id: string) =>
      latestBulk.current.hasRun && !latestBulk.current.isRunning
        ? latest.current.start(id)
        : transfers.resume(id)
    return {
      change: list.update,
      retry,
      pause: transfers.pause,
      resume: transfers.resume,
      async reopen(id) {
        const item = list.item(id)
        try {
          const file = item && (await askForFile(item.source, item.upload !== undefined))
          latest.current.showProblem('')
          if (file) list.restoreFile(id, file)
          if (file && item.status === 'failed') retry(id)
          else transfers.start()
        } catch (error) {
          latest.current.showProblem(error instanceof Error ? error.message : '')
        }
      },
      async chooseAnother(id) {
        const file = await chooseFile(audioTypes)
        if (!file) return
        const problem = validateFile(file, audioFileRules)
        const isTaken = !problem && (await latestBulk.current.replaceFile(id, file))
        latest.current.showProblem(problem ?? (isTaken ? '' : `${file.name} is here already.`))
        if (isTaken) retry(id)
      },
      /** Moves the focus to the next row. */
      remove(id, button) {
        const row = button.closest('li')
        const next = row?.nextElementSibling ?? row?.previousElementSibling
        transfers.remove(id)
        if (list.get().length === 0) return latestBulk.current.clear()
        const focus = next?.querySelector<HTMLElement>('[data-remove]')
        if (focus) focus.focus()
        else latest.current.focusDrop()
      },
      clear: () => latestBulk.current.clear(),
    }
  }, [list, transfers, latest, latestBulk])
}

type BulkFooterProps = {
  formId: string
  left: number
  isRunning: boolean
  isReading: boolean
  onCancel: () => void
}

function BulkFooter({ formId, left, isRunning, isReading, onCancel }: BulkFooterProps) {
  const label = `Upload ${left} ${left === 1 ? 'Track' : 'Tracks'}`
  return (
    <footer className="mt-5 grid grid-cols-[1fr_1.4fr] gap-3 tablet:flex tablet:justify-end">
      <Link href={paths.home} onClick={onCancel} className={buttonClass('outline')}>
        Cancel
      </Link>
      <Button
        tone="primary"
        type="submit"
        form={formId}
        disabled={left === 0 || isRunning || isReading}
      >
        <Upload aria-hidden="true" />
        {isRunning ? 'Uploading...' : isReading ? 'Reading the files...' : label}
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
  /** Resolves to those that are here already. */
  onFiles: (files: File[]) => Promise<File[]>
  /** With the image of a folder. */
  onCover: (cover: File) => void
}

/** Accepts any number of files, also as folders, and skips unsupported ones. */
function BulkDrop({ inputRef, onFiles, onCover }: BulkDropProps) {
  const id = useId()
  const [copiesNotice, setCopiesNotice] = useState('')
  const [problems, setProblems] = useState('')
  async function take(files: File[]) {
    if (files.length === 0) return
    const { accepted, cover, ...skipped } = partitionFiles(sortByPath(files))
    const coverProblem = cover && validateImage(cover, limits.maxImageBytes)
    if (cover && !coverProblem) onCover(cover)
    const copies = await onFiles(accepted)
    setCopiesNotice(
      copies.length > 0
        ? `Not added again: ${listNames(copies.map(({ name }) => name))}, which ${copies.length === 1 ? 'is' : 'are'} here already.`
        : '',
    )
    setProblems(
      [
        accepted.length === 0 && 'There is no audio file among them.',
        skippedFilesMessage(skipped),
        coverProblem && `Skipped ${cover?.name}: ${coverProblem}.`,
        files.length >= maxFolderFiles && `Only the first ${maxFolderFiles} files were read.`,
      ]
        .filter(Boolean)
        .join(' '),
    )
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
        keepHandles
        what="audio files"
        hint="MP3, WAV, M4A, AAC, FLAC or OGG, up to 100 MB each"
        onFiles={(files) => void take(files)}
      />
      <FolderButton onFiles={(files) => void take(files)} />
      <p role="status" className="text-sm text-muted empty:hidden">
        {copiesNotice}
      </p>
      <p role="status" className="text-sm text-danger-text empty:hidden">
        {problems}
      </p>
    </>
  )
}
