import { Download, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { limits } from '#contract/limits.ts'
import { Button } from '#web/ui/button.tsx'

/** Milliseconds after the last keystroke before a search is sent. */
export const searchDebounceMs = 250

type ToolbarProps = { title: string; text?: ReactNode; children?: ReactNode }

/** The heading of a tab, with actions on the right. */
export function Toolbar({ title, text, children }: ToolbarProps) {
  return (
    <div className="mt-7 mb-5 flex flex-wrap items-end justify-between gap-5 tablet:mt-9">
      <div>
        <h2 className="font-display text-3xl leading-[1.05] font-bold">{title}</h2>
        {text && <p className="mt-1.5 text-muted tabular-nums">{text}</p>}
      </div>
      {children && (
        <div className="flex w-full flex-wrap items-center gap-3 tablet:w-auto tablet:flex-nowrap">
          {children}
        </div>
      )}
    </div>
  )
}

type SearchFieldProps = {
  placeholder: string
  value: string
  onChange: (typed: string) => void
}

/** Searches while typing. */
export function SearchField({ placeholder, value, onChange }: SearchFieldProps) {
  return (
    <search className="relative w-full tablet:w-85 tablet:shrink-0">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-3.25 left-4 size-5 text-faint"
      />
      <input
        type="search"
        aria-label={placeholder}
        placeholder={placeholder}
        autoComplete="off"
        enterKeyHint="search"
        maxLength={limits.searchQuery}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className="min-h-11.5 w-full rounded-full border border-line-strong bg-sunken py-2.5 pr-3.5 pl-11.5 text-base leading-[1.5] text-ellipsis transition-[border-color] focus:border-transparent focus:outline-2 focus:outline-offset-0 focus:outline-focus tablet:text-md light:bg-surface"
      />
    </search>
  )
}

type ExportButtonProps = {
  label: string
  isPending: boolean
  disabled?: boolean
  onClick: () => void
}

export function ExportButton({ label, isPending, disabled, onClick }: ExportButtonProps) {
  return (
    <Button
      disabled={disabled}
      isPending={isPending}
      onClick={onClick}
      className="px-4! tablet:px-5!"
    >
      <Download aria-hidden="true" />
      {isPending ? 'Exporting...' : label}
    </Button>
  )
}
