import { Info } from 'lucide-react'
import { reselectNotice } from './messages.ts'

/** Asks to choose files again of which the browser has no handle. */
export function ReselectNotice({ files }: { files: readonly string[] }) {
  return <FileNotice>{reselectNotice(files)}</FileNotice>
}

/** Why a file has to be selected. */
export function FileNotice({ children }: { children: string }) {
  return (
    <p className="flex items-center gap-1.5 text-sm text-primary-text">
      <Info aria-hidden="true" className="size-4 shrink-0" strokeWidth={2} />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </p>
  )
}
