import { CircleCheck, Upload } from 'lucide-react'
import { type ReactNode, type Ref, useId, useRef } from 'react'
import { classNames } from '#web/lib/class-names.ts'
import { formatPercent } from '#web/lib/format.ts'
import { formatBytes } from '#web/lib/format-bytes.ts'
import { Button } from './button.tsx'
import { DropArea } from './drop-area.tsx'
import { ProgressBar } from './progress-bar.tsx'
import { type DropZoneUpload, useDropZone, type ZoneState } from './use-drop-zone.ts'

type DropZoneProps<Sent> = DropZoneUpload<Sent> & {
  /** The field label. */
  label: string
  /** What it accepts: 'an audio file'. */
  what: string
  /** Accepted formats and size: 'Up to 100 MB'. */
  hint: string
  /** A validation error of the form, such as a missing file. */
  error?: string | undefined
  /** A preview of the uploaded file. */
  preview?: ReactNode
  /** Square, for images. */
  square?: boolean
  /** Lets a form focus the input on a validation error. */
  inputRef?: Ref<HTMLInputElement>
  /** See `DropArea`. */
  keepHandles?: boolean
}

/**
 * Accepts one file, by drop or by selection, and uploads it immediately. Built on a native file
 * input for keyboard and screen reader support.
 */
export function DropZone<Sent>(props: DropZoneProps<Sent>) {
  const id = useId()
  const area = useRef<HTMLDivElement>(null)
  const { state, selectFile, remove, resume } = useDropZone(props, area)
  const error =
    state.status === 'error'
      ? state.message
      : state.status === 'interrupted'
        ? undefined
        : props.error
  const isTaken = state.status !== 'idle' && state.status !== 'error'
  return (
    <div ref={area} className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
      <label id={`${id}-label`} htmlFor={id} className="justify-self-start text-sm font-semibold">
        {props.label}
      </label>
      {isTaken ? (
        <>
          {state.status === 'uploaded' && props.preview}
          <FileRow state={state} onRemove={remove} onResume={resume} />
        </>
      ) : (
        <DropArea {...props} id={id} error={error} onFiles={([first]) => selectFile(first)} />
      )}
      <p role="status" className="sr-only">
        {state.status === 'uploading' && spokenProgress(state)}
        {state.status === 'uploaded' && `${state.file.name} is uploaded`}
      </p>
      <p role="alert" className="sr-only">
        {state.status === 'error' && state.message}
        {state.status === 'interrupted' && state.problem}
      </p>
    </div>
  )
}

/** Screen readers hear every quarter. */
function spokenProgress({ file, progress }: { file: { name: string }; progress: number }): string {
  const quarter = Math.floor(progress / 25) * 25
  return quarter === 0
    ? `Uploading ${file.name}`
    : `${file.name}: ${formatPercent(quarter / 100)} uploaded`
}

type TakenState = Extract<ZoneState, { status: 'uploading' | 'uploaded' | 'interrupted' }>

type FileRowProps = { state: TakenState; onRemove: () => void; onResume: () => void }

function FileRow({ state, onRemove, onResume }: FileRowProps) {
  const { file } = state
  const isDone = state.status === 'uploaded'
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-3.5 rounded-panel border border-line bg-surface p-3.5 tablet:gap-4 tablet:px-5 tablet:py-4.5">
      <span
        className={classNames(
          'grid size-13 place-items-center rounded-control [&>svg]:size-6',
          isDone ? 'bg-success-soft text-success' : 'bg-primary-soft text-primary-text',
        )}
      >
        {isDone ? <CircleCheck aria-hidden="true" /> : <Upload aria-hidden="true" />}
      </span>
      <div className="grid gap-1">
        <strong className="truncate font-semibold" title={file.name}>
          {file.name}
        </strong>
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted tabular-nums">
          <span className="shrink-0">{formatBytes(file.size)}</span>
          {state.status === 'uploading' && (
            <ProgressBar label={`Uploading ${file.name}`} percent={state.progress} />
          )}
          {state.status === 'uploading' && state.detail && (
            <span className="shrink-0">{state.detail}</span>
          )}
          {state.status === 'interrupted' && (
            <span className={state.problem ? 'text-danger-text' : undefined}>
              {state.problem ?? 'Not uploaded completely'}
            </span>
          )}
        </span>
      </div>
      {state.status === 'interrupted' && (
        <Button
          size="small"
          className="col-span-3 row-start-2 max-w-full min-w-0 justify-self-start"
          onClick={onResume}
        >
          <span className="truncate">Resume upload of {file.name}</span>
        </Button>
      )}
      <Button
        tone="ghost"
        aria-label={
          state.status !== 'uploading' ? `Remove ${file.name}` : `Stop uploading ${file.name}`
        }
        onClick={onRemove}
      >
        {state.status === 'uploading' ? 'Stop' : 'Remove'}
      </Button>
    </div>
  )
}
