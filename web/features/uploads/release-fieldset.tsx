import { ImagePlus, ImageUp } from 'lucide-react'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { limits } from '#contract/limits.ts'
import { maxReleaseTracks, playlistLabel, releaseTypes } from '#contract/playlist-types.ts'
import { useLatest } from '#web/lib/use-latest.ts'
import { useObjectUrl } from '#web/lib/use-object-url.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { ImageInput } from '#web/ui/image-input.tsx'
import { Switch } from '#web/ui/switch.tsx'
import type { ReleaseValues } from './release-fields.ts'
import { type BulkReleaseForm, coverIn, tooManyTracks } from './release-form.ts'
import { countedRows, releaseType, suggestRelease } from './release-tags.ts'
import type { UploadItem, UploadItems } from './upload-items.ts'

type ReleaseFieldsetProps = {
  list: UploadItems
  release: BulkReleaseForm
  isRunning: boolean
  /** Then what fails does not change what is suggested. */
  hasRun: boolean
}

/** 'Release as an album': filled in by the album tag of most files that have one; switched on if most files have it. */
export function ReleaseFieldset({ list, release, isRunning, hasRun }: ReleaseFieldsetProps) {
  const { form, isOn, isFilledIn, setOn } = release
  const items = useSyncExternalStore(list.subscribe, list.get)
  useSuggestedRelease(items, release, !isRunning && !hasRun)
  useSortedByNumber(list, items, isOn && !isRunning)
  const field = (name: keyof ReleaseValues) => ({
    ...form.register(name),
    error: form.formState.errors[name]?.message,
  })
  return (
    <fieldset
      disabled={isRunning}
      className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-6 border-t border-line pt-5"
    >
      <Cover
        image={release.cover ?? (isOn ? coverIn(list) : undefined)}
        hint={isOn ? 'Of the release.' : 'For tracks without artwork of their own.'}
        onImage={release.setCover}
      />
      <div className="grid">
        <Switch label="Release as an album" checked={isOn} onChange={setOn} />
        <p role="status" className="text-sm text-faint empty:hidden">
          {isOn && isFilledIn && 'Filled in from the files.'}
        </p>
      </div>
      {isOn && (
        <>
          {items.length > maxReleaseTracks && (
            <p role="alert" className="text-sm text-danger-text">
              {tooManyTracks}
            </p>
          )}
          <TextField label="Album title" autoComplete="off" {...field('title')} />
          <TextField label="Album artist" optional autoComplete="off" {...field('artist')} />
          <SelectField label="Type" {...field('type')}>
            {releaseTypes.map((type) => (
              <option key={type} value={type}>
                {playlistLabel(type)}
              </option>
            ))}
          </SelectField>
          <TextField
            label="Release date"
            optional
            autoComplete="off"
            hint="A day, or only a month or a year"
            placeholder="2019-05-03, 2019-05 or 2019"
            {...field('releaseDate')}
          />
          <TextField label="Label" optional autoComplete="off" {...field('label')} />
        </>
      )}
    </fieldset>
  )
}

/** Fills in what the user has not typed. */
function useSuggestedRelease(
  items: readonly UploadItem[],
  { form, setSuggestion }: BulkReleaseForm,
  isEnabled: boolean,
) {
  const rows = useMemo(() => countedRows(items), [items])
  const suggested = useMemo(() => suggestRelease(rows), [rows])
  const type = releaseType(rows.map(({ release }) => release?.duration))
  const suggestion = suggested ? (suggested.isOfMost ? 'on' : 'filledIn') : 'none'
  // Its text, because progress of the upload changes the items.
  const values = JSON.stringify({ ...suggested?.fields, type })
  const { dirtyFields } = form.formState
  const isTyped = useLatest(dirtyFields)
  useEffect(() => {
    if (!isEnabled) return
    const known = Object.entries(JSON.parse(values)) as [keyof ReleaseValues, string][]
    for (const [name, value] of known) if (!isTyped.current[name]) form.setValue(name, value)
    setSuggestion(suggestion)
  }, [values, suggestion, form, setSuggestion, isTyped, isEnabled])
}

/** Once the tags of all files are read, and again when there are more. Between that the user may put them in another order. */
function useSortedByNumber(list: UploadItems, items: readonly UploadItem[], isEnabled: boolean) {
  const isRead = items.length > 0 && items.every(({ isReading }) => !isReading)
  const newest = Math.max(0, ...items.map(({ id }) => Number(id)))
  const sorted = useRef(isRead ? newest : 0)
  useEffect(() => {
    if (!isRead || !isEnabled || newest <= sorted.current) return
    sorted.current = newest
    list.sortByNumber()
  }, [isRead, isEnabled, newest, list])
}

type CoverProps = {
  image: File | undefined
  hint: string
  onImage: (image: File) => void
}

function Cover({ image, hint, onImage }: CoverProps) {
  const preview = useObjectUrl(image)
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState('')
  return (
    <div className="grid grid-cols-[72px_minmax(0,1fr)] items-center gap-3 desk:grid-cols-[96px_minmax(0,1fr)] desk:gap-4">
      <span
        className={`grid size-18 place-items-center overflow-hidden rounded-art text-muted desk:size-24 ${preview ? 'shadow-(--shadow-art)' : 'border-[1.5px] border-dashed border-line-strong'}`}
      >
        {preview ? (
          <img src={preview} alt="" className="size-full object-cover" />
        ) : (
          <ImagePlus aria-hidden="true" className="size-5" />
        )}
      </span>
      <div className="grid justify-items-start gap-2">
        <Button size="small" onClick={() => input.current?.click()}>
          <ImageUp aria-hidden="true" />
          {image ? 'Change cover' : 'Choose a cover'}
        </Button>
        <p className="text-sm text-faint">{hint}</p>
        <p role="alert" className="text-sm text-danger-text empty:hidden">
          {problem}
        </p>
      </div>
      <ImageInput
        ref={input}
        label="Cover"
        maxBytes={limits.maxImageBytes}
        onImage={(file) => {
          setProblem('')
          onImage(file)
        }}
        onProblem={setProblem}
      />
    </div>
  )
}
