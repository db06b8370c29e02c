/** Files that can be opened again after the page was closed, where the browser has handles for them (Chromium). */

declare global {
  interface Window {
    showOpenFilePicker?: (options: object) => Promise<FileSystemFileHandle[]>
  }
  interface DataTransferItem {
    getAsFileSystemHandle?: () => Promise<FileSystemHandle | null>
  }
  interface FileSystemHandle {
    queryPermission?: () => Promise<PermissionState>
    requestPermission?: () => Promise<PermissionState>
  }
}

const handles = new WeakMap<File, FileSystemFileHandle>()

export const handleOf = (file: File): FileSystemFileHandle | undefined => handles.get(file)

async function fileOf(handle: FileSystemFileHandle): Promise<File> {
  const file = await handle.getFile()
  handles.set(file, handle)
  return file
}

type Choice = { accept: string; multiple?: boolean | undefined }

/** Whether the browser has a dialog that keeps handles on the chosen files. */
export const canKeepHandles = () => window.showOpenFilePicker !== undefined

/** Lets the user choose audio files. None if they cancel. */
export async function chooseWithHandles({ accept, multiple = false }: Choice): Promise<File[]> {
  const extensions = accept.split(',').filter((entry) => entry.startsWith('.'))
  const types = [{ description: 'Audio', accept: { 'audio/*': extensions } }]
  try {
    const chosen = await window.showOpenFilePicker?.({ multiple, types })
    return await Promise.all((chosen ?? []).map(fileOf))
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return []
    throw error
  }
}

/** Where there is no handle, and without a file input on the page. */
export function chooseFile(accept: string): Promise<File | undefined> {
  const input = document.createElement('input')
  input.type = 'file'
  input.accept = accept
  return new Promise((resolve) => {
    input.oncancel = () => resolve(undefined)
    input.onchange = () => resolve(input.files?.[0])
    input.click()
  })
}

/** Of dropped files, in their order. Call it during the event. */
export function dropWithHandles({ items, files }: DataTransfer): File[] | Promise<File[]> {
  const dropped = [...items].filter(({ kind }) => kind === 'file')
  const plain = [...files]
  if (!dropped[0]?.getAsFileSystemHandle || dropped.length !== plain.length) return plain
  const pending = dropped.map((item) => item.getAsFileSystemHandle?.() ?? null)
  return Promise.all(
    plain.map(async (file, index) => {
      const handle = await Promise.resolve(pending[index]).catch(() => null)
      if (handle?.kind === 'file') handles.set(file, handle as FileSystemFileHandle)
      return file
    }),
  )
}

/** The file of a stored handle; undefined if the browser does not allow it, or asks first and `ask` is not set. */
export async function openAgain(
  handle: FileSystemFileHandle,
  { ask }: { ask: boolean },
): Promise<File | undefined> {
  try {
    // Handles of the origin's own files need no permission.
    let permission = (await handle.queryPermission?.()) ?? 'granted'
    if (permission === 'prompt' && ask)
      permission = (await handle.requestPermission?.()) ?? permission
    return permission === 'granted' ? await fileOf(handle) : undefined
  } catch {
    return undefined
  }
}
