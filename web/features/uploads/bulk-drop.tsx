import { type Ref, useId, useState } from 'react'
import { DropArea } from '#web/ui/drop-area.tsx'
import { audioTypes, partitionFiles, skippedFilesMessage } from './audio-files.ts'

type BulkDropProps = { inputRef: Ref<HTMLInputElement>; onFiles: (files: File[]) => void }

/** Accepts any number of files and skips unsupported ones. */
export function BulkDrop({ inputRef, onFiles }: BulkDropProps) {
  const id = useId()
  const [notice, setNotice] = useState('')
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
        what="audio files"
        hint="MP3, WAV, M4A, AAC, FLAC or OGG, up to 100 MB each"
        onFiles={(files) => {
          if (files.length === 0) return
          const sorted = partitionFiles(files)
          setNotice(skippedFilesMessage(sorted))
          onFiles(sorted.accepted)
        }}
      />
      <p role="status" className="text-sm text-danger-text empty:hidden">
        {notice}
      </p>
    </>
  )
}
