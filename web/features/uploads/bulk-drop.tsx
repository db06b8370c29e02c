import { type Ref, useId, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { maxFolderFiles } from '#web/lib/dropped-files.ts'
import { DropArea } from '#web/ui/drop-area.tsx'
import { validateImage } from '#web/ui/file-validation.ts'
import {
  audioTypes,
  listNames,
  partitionFiles,
  skippedFilesMessage,
  sortByPath,
} from './audio-files.ts'
import { FolderButton } from './folder-button.tsx'

type BulkDropProps = {
  inputRef?: Ref<HTMLInputElement> | undefined
  /** Resolves to those that are here already. */
  onFiles: (files: File[]) => Promise<File[]>
  /** With the image of a folder. */
  onCover: (cover: File) => void
}

/** Accepts any number of files, also as folders, and skips unsupported ones. */
export function BulkDrop({ inputRef, onFiles, onCover }: BulkDropProps) {
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
