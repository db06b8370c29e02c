import { zodResolver } from '@hookform/resolvers/zod'
import { Maximize2, Minimize2, Upload } from 'lucide-react'
import { useCallback, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { useForm } from 'react-hook-form'
import { Link } from 'wouter'
import type { CurrentUser } from '#contract/auth.ts'
import { displayName } from '#contract/display-name.ts'
import { paths } from '#contract/paths.ts'
import { classNames } from '#web/lib/class-names.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { DownloadField } from '#web/ui/download-field.tsx'
import { SelectField, TextAreaField, TextField } from '#web/ui/field.tsx'
import { PublishField } from '#web/ui/publish-field.tsx'
import { BulkDrop } from './bulk-drop.tsx'
import { BulkHead } from './bulk-head.tsx'
import { BulkRowsList } from './bulk-rows-list.tsx'
import { ReleaseFieldset } from './release-fieldset.tsx'
import { useReleaseForm } from './release-form.ts'
import { HaltedNotice, ReleaseNotice } from './release-notice.tsx'
import { ReselectNotice } from './reselect-notice.tsx'
import { GenreOptions } from './track-fields.tsx'
import { type SharedValues, sharedForm, titleError } from './track-form.ts'
import type { DraftStore } from './upload-draft.ts'
import type { Bulk } from './use-bulk.ts'
import { useRowActions } from './use-row-actions.ts'
import { useSavedValues } from './use-saved-values.ts'

type BulkUploadProps = {
  bulk: Bulk
  user: CurrentUser
  store: DraftStore
  onCancel: () => void
}

/** Six of them are in sight beside the form. */
const maxRowsBesideForm = 6

/** The files come first, also on phones; the form stands to the left of drop zone and list. */
const besideForm =
  'tablet:grid-cols-[300px_minmax(0,1fr)] tablet:grid-rows-[auto_1fr] desk:grid-cols-[372px_minmax(0,1fr)]'

/** Each batch begins with empty forms. */
export function BulkUpload(props: BulkUploadProps) {
  const { batch, isAside } = props.bulk
  const [first] = useState(batch)
  // Whether files that are chosen now belong to the one before is asked.
  if (isAside)
    return (
      <div className="grid gap-2 pt-7 tablet:pt-10">
        <BulkDrop onFiles={props.bulk.addFiles} onCover={() => {}} />
      </div>
    )
  return <BulkBatch key={batch} {...props} takesFocus={batch !== first} />
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
  const [isOpen, setOpen] = useState(false)
  const isExpanded = isOpen && items.length > maxRowsBesideForm
  async function start(selected: readonly string[]) {
    // What is wrong in the form gets the focus.
    if (isExpanded && !((await form.trigger()) && (await release.isValid())))
      flushSync(() => setOpen(false))
    await upload(selected)
  }
  const upload = (selected: readonly string[]) =>
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
    })()
  const [problem, setProblem] = useState('')
  const actions = useRowActions(bulk, {
    start: (id) => void start([id]),
    showProblem: setProblem,
    focusDrop: () => dropInput.current?.focus(),
  })
  const field = (name: 'artist' | 'genre' | 'description') => ({
    ...form.register(name),
    error: form.formState.errors[name]?.message,
  })
  return (
    <div
      className={classNames(
        'grid grid-cols-[minmax(0,1fr)] items-start gap-7 pt-7 tablet:gap-x-9 tablet:gap-y-2 tablet:pt-10 desk:gap-x-14',
        !isExpanded && besideForm,
      )}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
        <BulkDrop inputRef={dropInput} onFiles={bulk.addFiles} onCover={release.setCover} />
      </div>
      <form
        id={formId}
        noValidate
        hidden={isExpanded}
        aria-label="For all tracks"
        onSubmit={(event) => {
          event.preventDefault()
          if (ready.length > 0 && !isRunning && !isReading) void start(ready.map(({ id }) => id))
        }}
        className="grid grid-cols-[minmax(0,1fr)] gap-6 rounded-panel border border-line bg-surface p-5.5 tablet:col-start-1 tablet:row-span-2 tablet:row-start-1 tablet:p-7"
      >
        <div>
          <h2 className="font-display text-xl leading-heading font-bold">For all tracks</h2>
          <p className="mt-2 text-sm text-faint">
            Applied to every track. Fields that you leave empty are filled in from the files. Tracks
            are created public; once they are uploaded, you can make all of them unlisted or
            private.
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
        {interrupted.length > 0 && (
          <ReselectNotice files={interrupted.map(({ source }) => source.name)} />
        )}
        {problem && (
          <p role="alert" className="text-sm text-danger-text">
            {problem}
          </p>
        )}
        <HaltedNotice bulk={bulk} />
        {items.length > 0 && (
          <section aria-label="Selected tracks">
            <BulkHead bulk={bulk} user={user} onClear={actions.clear} />
            <div className="rounded-panel border border-line bg-surface">
              <BulkRowsList {...{ bulk, actions, isExpanded }} />
            </div>
            {items.length > maxRowsBesideForm && (
              <ExpandButton rows={items.length} isExpanded={isExpanded} onChange={setOpen} />
            )}
          </section>
        )}
        <ReleaseNotice bulk={bulk} onRetry={() => void start([])} />
        <BulkFooter {...{ formId, isRunning, isReading, onCancel }} left={ready.length} />
      </div>
    </div>
  )
}

type ExpandButtonProps = {
  rows: number
  isExpanded: boolean
  onChange: (isExpanded: boolean) => void
}

/** Shows the list as high as the page, in place of the form, and back. */
function ExpandButton({ rows, isExpanded, onChange }: ExpandButtonProps) {
  return (
    <Button
      size="small"
      tone="ghost"
      className="mt-2 scroll-mt-24"
      aria-expanded={isExpanded}
      onClick={({ currentTarget }) => {
        flushSync(() => onChange(!isExpanded))
        currentTarget.scrollIntoView({ block: 'nearest' })
      }}
    >
      {isExpanded ? <Minimize2 aria-hidden="true" /> : <Maximize2 aria-hidden="true" />}
      {isExpanded ? 'Show the form' : `Show all ${rows}`}
    </Button>
  )
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
