import { X } from 'lucide-react'
import { IconButton } from '#web/ui/icon-button.tsx'

/** At the end of a search box. No stop of the Tab key: keyboards have Escape. */
export function ClearButton({ className, onClick }: { className: string; onClick: () => void }) {
  return (
    <IconButton
      label="Clear search"
      tabIndex={-1}
      className={`absolute right-1.5 ${className}`}
      onClick={onClick}
    >
      <X />
    </IconButton>
  )
}
