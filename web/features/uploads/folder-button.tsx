import { FolderOpen } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '#web/ui/button.tsx'

/** Chooses a folder with its subfolders. Phones have no folders to choose. */
export function FolderButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="hidden justify-self-start mouse:block">
      <Button size="small" tone="ghost" onClick={() => input.current?.click()}>
        <FolderOpen aria-hidden="true" />
        Choose a folder
      </Button>
      <input
        ref={input}
        type="file"
        aria-label="Folder"
        className="hidden"
        // Not among React's types.
        {...{ webkitdirectory: '' }}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          target.value = ''
          onFiles(files)
        }}
      />
    </div>
  )
}
