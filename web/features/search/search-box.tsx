import { Search } from 'lucide-react'
import { type FormEvent, type Ref, useEffect, useRef } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { paths } from '#web/lib/paths.ts'

type SearchBoxProps = {
  placeholder: string
  /** Shows that the `/` key leads here. */
  hint?: boolean
  onSubmitted?: () => void
  ref?: Ref<HTMLInputElement>
}

export function SearchBox({ placeholder, hint, onSubmitted, ref }: SearchBoxProps) {
  const [, navigate] = useLocation()
  const [query] = useSearchParams()
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const words = String(new FormData(event.currentTarget).get('q')).trim()
    if (!words) return
    navigate(paths.search(words))
    onSubmitted?.()
  }
  return (
    <search>
      <form action="/search" onSubmit={submit} className="relative block">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-3.25 left-4 size-5 text-faint"
        />
        <input
          ref={ref}
          key={query.get('q')}
          defaultValue={query.get('q') ?? ''}
          type="search"
          name="q"
          aria-label="Search"
          aria-keyshortcuts={hint ? '/' : undefined}
          autoComplete="off"
          enterKeyHint="search"
          maxLength={200}
          placeholder={placeholder}
          className="peer min-h-11.5 w-full rounded-full border border-line-strong bg-sunken py-2.5 pr-12 pl-11.5 text-base leading-[1.5] text-ellipsis transition-[border-color] focus:border-transparent focus:outline-2 focus:outline-offset-0 focus:outline-focus tablet:text-md light:bg-surface"
        />
        {hint && <SlashHint />}
      </form>
    </search>
  )
}

function SlashHint() {
  return (
    <span
      aria-hidden="true"
      className="pointer-events-none absolute top-2.75 right-3 grid h-6 min-w-6 place-items-center rounded-art border border-line bg-raised peer-focus:opacity-0"
    >
      <kbd className="font-sans text-xs leading-none font-medium text-muted">/</kbd>
    </span>
  )
}

/** Lets the `/` key do something, except while a person is typing. */
export function useSlashKey(onSlash: () => void): void {
  const latest = useRef(onSlash)
  useEffect(() => {
    latest.current = onSlash
  })
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
      if (isTyping(event.target)) return
      event.preventDefault()
      latest.current()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')
  )
}
