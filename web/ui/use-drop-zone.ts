import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { startUpload } from './drop-zone-upload.ts'
import { type FileConstraints, uploadErrorMessage, validateFile } from './file-validation.ts'

type FileMeta = { name: string; size: number }
export type ZoneState =
  | { status: 'idle' }
  | { status: 'uploading'; file: FileMeta; progress: number }
  | { status: 'uploaded'; file: FileMeta }
  | { status: 'error'; message: string }

export type DropZoneUpload<Sent> = FileConstraints & {
  /** Uploads the file. On rejection the error's message is shown. */
  onFile: (file: File, signal: AbortSignal) => Promise<Sent>
  onUploaded: (sent: Sent, file: File) => void
  onRemove?: () => void
  /** Called when an upload starts and when it ends. */
  onBusy?: (isBusy: boolean) => void
  /** A file that was uploaded before the zone was mounted. */
  initialFile?: FileMeta | null
  /** A file that was selected elsewhere; it is uploaded as if selected here. */
  selectedFile?: File | undefined
}

/** The state of a drop zone; `area` is its element. */
export function useDropZone<Sent>(
  upload: DropZoneUpload<Sent>,
  area: RefObject<HTMLElement | null>,
) {
  const [state, setState] = useState<ZoneState>(() =>
    upload.initialFile ? { status: 'uploaded', file: upload.initialFile } : { status: 'idle' },
  )
  const stop = useRef(() => {})
  useEffect(() => () => stop.current(), [])
  const recordFocus = useRestoreFocus(area, state.status)

  function change(next: ZoneState) {
    recordFocus()
    setState(next)
    upload.onBusy?.(next.status === 'uploading')
  }
  function selectFile(file: File | undefined) {
    if (!file) return
    const problem = validateFile(file, upload)
    if (problem) return change({ status: 'error', message: problem })
    change({ status: 'uploading', file, progress: 0 })
    stop.current = startUpload({
      send: (signal) => upload.onFile(file, signal),
      onProgress: (progress) => setState({ status: 'uploading', file, progress }),
      onFailed: (reason) => change({ status: 'error', message: uploadErrorMessage(reason) }),
      onDone: (sent) => {
        change({ status: 'uploaded', file })
        upload.onUploaded(sent, file)
      },
    })
  }
  const { selectedFile } = upload
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each file
  useEffect(() => selectFile(selectedFile), [selectedFile])
  function remove() {
    stop.current()
    change({ status: 'idle' })
    upload.onRemove?.()
  }
  return { state, selectFile, remove }
}

/** A state change unmounts the focused control: moves the focus to its replacement. Call the result before the change. */
function useRestoreFocus(area: RefObject<HTMLElement | null>, status: ZoneState['status']) {
  const hadFocus = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the state has changed what is rendered
  useLayoutEffect(() => {
    if (!hadFocus.current) return
    hadFocus.current = false
    area.current?.querySelector<HTMLElement>('input, button')?.focus()
  }, [status, area])
  return () => {
    hadFocus.current = area.current?.contains(document.activeElement) ?? false
  }
}
