import { TriangleAlert, Upload } from 'lucide-react'
import { type DragEvent, type Ref, useEffect, useState } from 'react'
import { classNames } from '#web/lib/class-names.ts'
import { readDropped } from '#web/lib/dropped-files.ts'
import { canKeepHandles, chooseWithHandles, dropWithHandles } from '#web/lib/file-handles.ts'

const zoneClass =
  'relative grid cursor-pointer content-center justify-items-center gap-1.5 rounded-panel border-[1.5px] border-dashed border-line-strong bg-field px-6 py-9 text-center text-muted transition-[border-color,background] has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-focus data-[state=error]:border-danger-text data-[state=over]:border-solid data-[state=over]:border-primary data-[state=over]:bg-primary-soft [&>svg]:mb-2 [&>svg]:size-7.5'

type DropAreaProps = {
  /** Id of the file input; `<id>-label` is the id of its label. */
  id: string
  inputRef?: Ref<HTMLInputElement> | undefined
  /** What it accepts: 'an audio file'. */
  what: string
  hint: string
  accept: string
  error?: string | undefined
  square?: boolean
  multiple?: boolean
  /** Keeps handles on the files, so that they can be opened again after the page was closed. */
  keepHandles?: boolean
  onFiles: (files: File[]) => void
}

/** An area to drop files on, or to select them by click or keyboard. */
export function DropArea({ id, what, hint, error, ...props }: DropAreaProps) {
  usePreventWindowDrops()
  const [isOver, setIsOver] = useState(false)
  const shownError = error && !isOver
  async function drop(event: DragEvent) {
    event.preventDefault()
    setIsOver(false)
    const { dataTransfer } = event
    props.onFiles(
      await (props.multiple ? readDropped(dataTransfer) : dropWithHandles(dataTransfer)),
    )
  }
  return (
    <label
      data-state={isOver ? 'over' : error ? 'error' : 'idle'}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => void drop(event)}
      className={classNames(zoneClass, props.square && 'tablet:aspect-square')}
    >
      <input
        ref={props.inputRef}
        id={id}
        type="file"
        accept={props.accept}
        multiple={props.multiple}
        aria-labelledby={`${id}-label ${id}-invitation`}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-hint`}
        onClick={(event) => {
          if (!props.keepHandles || !canKeepHandles()) return
          event.preventDefault()
          void chooseWithHandles(props).then(props.onFiles)
        }}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          // Allows selecting the same file again.
          target.value = ''
          props.onFiles(files)
        }}
        className="sr-only"
      />
      {shownError ? (
        <TriangleAlert aria-hidden="true" className="text-danger-text" />
      ) : (
        <Upload aria-hidden="true" className="text-primary-text" />
      )}
      <strong
        id={`${id}-invitation`}
        className="text-lg leading-snug font-semibold text-balance wrap-anywhere text-text"
      >
        {isOver ? 'Drop to upload' : (error ?? <Invitation what={what} />)}
      </strong>
      <span id={`${id}-hint`} className="text-balance">
        {hint}
      </span>
    </label>
  )
}

/** Files cannot be dropped on touch screens. */
function Invitation({ what }: { what: string }) {
  return (
    <>
      <span className="mouse:hidden">Choose {what}</span>
      <span className="hidden mouse:inline">Drop {what} here, or click to choose</span>
    </>
  )
}

/** Prevents the browser from opening a file that is dropped outside the drop zone. */
function usePreventWindowDrops(): void {
  useEffect(() => {
    const prevent = (event: globalThis.DragEvent) => {
      if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'none'
    }
    addEventListener('dragover', prevent)
    addEventListener('drop', prevent)
    return () => {
      removeEventListener('dragover', prevent)
      removeEventListener('drop', prevent)
    }
  }, [])
}
