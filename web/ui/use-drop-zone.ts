import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type FileConstraints, uploadErrorMessage, validateFile } from './file-validation.ts'

type FileMeta = { name: string; size: number }
export type ZoneState =
  | { status: 'idle' }
  | { status: 'interrupted'; file: FileMeta; problem?: string | undefined }
  | { status: 'uploading'; file: FileMeta; progress: number; detail?: string | undefined }
  | { status: 'uploaded'; file: FileMeta }
  | { status: 'error'; message: string }

export type ZoneTransfer = {
  signal: AbortSignal
  /** The fraction that has arrived, from 0 to 1, and what else is to be told: speed, time left. */
  report: (fraction: number, detail?: string) => void
}

export type DropZoneUpload<Sent> = FileConstraints & {
  /** Uploads the file. On rejection the error's message is shown. */
  onFile: (file: File, transfer: ZoneTransfer) => Promise<Sent>
  onUploaded: (sent: Sent, file: File) => void
  onRemove?: () => void
  /** Called when an upload starts and when it ends. */
  onBusy?: (isBusy: boolean) => void
  /** A file that was uploaded before the zone was mounted. */
  initialFile?: FileMeta | null
  /** A file of an earlier visit that is not uploaded completely. */
  interrupted?: FileMeta | null | undefined
  /** Opens it again: by itself, or by asking the user for it. Throws if it is another file. */
  reopen?: ((options: { ask: boolean }) => Promise<File | undefined>) | undefined
  /** A file that was selected elsewhere; it is uploaded as if selected here. */
  selectedFile?: File | undefined
}

/** The state of a drop zone; `area` is its element. */
export function useDropZone<Sent>(
  upload: DropZoneUpload<Sent>,
  area: RefObject<HTMLElement | null>,
) {
  const [state, setState] = useState(() => initialState(upload))
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
      send: (transfer) => upload.onFile(file, transfer),
      onProgress: (progress, detail) => setState({ status: 'uploading', file, progress, detail }),
      onFailed: (reason) => change({ status: 'error', message: uploadErrorMessage(reason) }),
      onDone: (sent) => {
        change({ status: 'uploaded', file })
        upload.onUploaded(sent, file)
      },
    })
  }
  async function resume(ask: boolean) {
    const { interrupted, reopen } = upload
    if (!interrupted) return
    try {
      const file = await reopen?.({ ask })
      if (file) selectFile(file)
    } catch (error) {
      const problem = error instanceof Error ? error.message : undefined
      change({ status: 'interrupted', file: interrupted, problem })
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (state.status === 'interrupted') void resume(false)
  }, [])
  const { selectedFile } = upload
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each file
  useEffect(() => selectFile(selectedFile), [selectedFile])
  function remove() {
    stop.current()
    change({ status: 'idle' })
    upload.onRemove?.()
  }
  return { state, selectFile, remove, resume: () => void resume(true) }
}

function initialState({
  initialFile,
  interrupted,
}: Pick<DropZoneUpload<unknown>, 'initialFile' | 'interrupted'>): ZoneState {
  if (initialFile) return { status: 'uploaded', file: initialFile }
  return interrupted ? { status: 'interrupted', file: interrupted } : { status: 'idle' }
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

/**
 * An upload whose progress is shown as specified (docs/decisions/0028-upload-screen.md): updated in steps, it stops
 * before the end and is 100 when the file has arrived.
 */
const stepMs = 200
/** For which 100 % is visible. */
const doneDelayMs = 500
const maxBeforeDone = 90

type Upload<Sent> = {
  send: (transfer: ZoneTransfer) => Promise<Sent>
  onProgress: (progress: number, detail?: string) => void
  onDone: (sent: Sent) => void
  onFailed: (reason: unknown) => void
}

/** Starts an upload and returns a function that aborts it; after that nothing is reported. */
export function startUpload<Sent>(upload: Upload<Sent>): () => void {
  const { send, onProgress, onDone, onFailed } = upload
  const stopped = new AbortController()
  let reported: Parameters<ZoneTransfer['report']> = [0]
  const report: ZoneTransfer['report'] = (...latest) => {
    reported = latest
  }
  const steps = setInterval(() => {
    const [fraction, detail] = reported
    onProgress(Math.min(1, fraction) * maxBeforeDone, detail)
  }, stepMs)
  let doneTimer: ReturnType<typeof setTimeout> | undefined
  send({ signal: stopped.signal, report }).then(
    (sent) => {
      clearInterval(steps)
      if (stopped.signal.aborted) return
      onProgress(100)
      doneTimer = setTimeout(() => onDone(sent), doneDelayMs)
    },
    (reason: unknown) => {
      clearInterval(steps)
      if (!stopped.signal.aborted) onFailed(reason)
    },
  )
  return () => {
    stopped.abort()
    clearInterval(steps)
    clearTimeout(doneTimer)
  }
}
