import { dropWithHandles } from './file-handles.ts'

/** Files of dropped and chosen folders. */

/** More than any release has, and few enough for the browser. */
export const maxFolderFiles = 5000

const droppedPaths = new WeakMap<object, string>()

/** With its folders, where they are known. */
export const pathOf = (file: { name: string; webkitRelativePath?: string }): string =>
  droppedPaths.get(file) || file.webkitRelativePath || file.name

/** The dropped files, with those in dropped folders and their subfolders, up to the maximum. */
export function readDropped(data: DataTransfer): File[] | Promise<File[]> {
  // Entries are available only during the event.
  const entries = [...data.items].flatMap((item) => item.webkitGetAsEntry?.() ?? [])
  return entries.some(({ isDirectory }) => isDirectory)
    ? readEntries(entries)
    : dropWithHandles(data)
}

async function readEntries(entries: FileSystemEntry[]): Promise<File[]> {
  const files: File[] = []
  const pending = [...entries]
  for (let entry = pending.shift(); entry; entry = pending.shift()) {
    if (files.length >= maxFolderFiles) break
    if (isDirectory(entry)) pending.push(...(await readFolder(entry)))
    else if (isFile(entry)) files.push(await readFile(entry))
  }
  return files
}

const isDirectory = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile

async function readFile(entry: FileSystemFileEntry): Promise<File> {
  const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject))
  droppedPaths.set(file, entry.fullPath)
  return file
}

/** Browsers return the entries in batches; an empty one is the end. */
async function readFolder(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  while (all.length < maxFolderFiles) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (batch.length === 0) break
    all.push(...batch)
  }
  return all
}
