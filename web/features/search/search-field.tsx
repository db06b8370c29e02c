import { Search } from 'lucide-react'
import { useRef } from 'react'
import { limits } from '#contract/limits.ts'
import { ClearButton } from './clear-button.tsx'

/** Milliseconds after the last keystroke before a search is sent. */
export const searchDebounceMs = 250

type SearchFieldProps = {
  placeholder: string
  value: string
  onChange: (typed: string) => void
}

/** Searches while typing. */
export function SearchField({ placeholder, value, onChange }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <search className="relative w-full tablet:w-85 tablet:min-w-48">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-3 left-4 size-5 text-faint"
      />
      <input
        ref={input}
        type="search"
        aria-label={placeholder}
        placeholder={placeholder}
        autoComplete="off"
        enterKeyHint="search"
        maxLength={limits.maxSearchQueryLength}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className="min-h-11 w-full rounded-full border border-line-strong bg-field py-2 pr-12 pl-11.5 text-base leading-6 text-ellipsis transition-[border-color] focus:border-transparent focus:outline-2 focus:outline-offset-0 focus:outline-focus tablet:text-md"
      />
      {value && (
        <ClearButton
          className="top-0.5"
          onClick={() => {
            onChange('')
            input.current?.focus()
          }}
        />
      )}
    </search>
  )
}
