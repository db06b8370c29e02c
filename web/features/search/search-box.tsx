import { Search } from 'lucide-react'
import {
  type ComponentType,
  type FormEvent,
  type KeyboardEvent,
  type Ref,
  useId,
  useRef,
  useState,
} from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { limits } from '#contract/limits.ts'
import { paths } from '#contract/paths.ts'
import { useDismiss } from '#web/ui/use-dismiss.ts'
import { ClearButton } from './clear-button.tsx'
import { normalizeQuery } from './search-input.ts'
import type { PanelKeys, SearchPanelProps } from './search-panel.tsx'

const loadPanel = async () => (await import('./search-panel.tsx')).SearchPanel

type SearchBoxProps = {
  placeholder: string
  /** Shows the `/` shortcut. */
  hint?: boolean
  /** Shows the results in the flow instead of over the page. */
  inline?: boolean
  onSubmitted?: () => void
  ref?: Ref<HTMLInputElement>
}

/** The search box with results while typing. Their chunk is loaded on focus. */
export function SearchBox({ placeholder, hint, inline = false, onSubmitted, ref }: SearchBoxProps) {
  const [, navigate] = useLocation()
  const { text, setText, isOpen, setOpen, active, setActive } = useSearchText()
  const [Panel, setPanel] = useState<ComponentType<SearchPanelProps>>()
  const keys = useRef<PanelKeys>(null)
  const area = useRef<HTMLFormElement>(null)
  const panelId = useId()
  const query = normalizeQuery(text)
  const isShown = Panel !== undefined && isOpen && query !== ''
  const close = () => {
    setOpen(false)
    setActive(null)
  }
  useDismiss(area, isOpen, close)

  function type(value: string) {
    setText(value)
    setOpen(true)
    setActive(null)
  }
  function clear() {
    type('')
    area.current?.querySelector('input')?.focus()
  }
  function press(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape' && isShown) {
      // Escape closes the results only, not the surrounding popover.
      event.stopPropagation()
      close()
    } else if (event.key === 'Escape') setText('')
    else if (!isShown && event.key === 'ArrowDown') setOpen(true)
    else if (isShown && keys.current?.press(event.key)) event.preventDefault()
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!query) return
    close()
    navigate(paths.search(query))
    window.scrollTo({ top: 0, behavior: 'instant' })
    onSubmitted?.()
  }
  return (
    <search>
      <form ref={area} action={paths.searchPage} onSubmit={submit} className="relative block">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-3.25 left-4 size-5 text-faint"
        />
        <input
          ref={ref}
          value={text}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={press}
          onFocus={() =>
            loadPanel().then(
              (loaded) => setPanel(() => loaded),
              () => {},
            )
          }
          onClick={() => setOpen(true)}
          type="text"
          name="q"
          role="combobox"
          aria-label="Search"
          aria-haspopup="grid"
          aria-autocomplete="list"
          aria-expanded={isShown}
          aria-controls={isShown ? panelId : undefined}
          aria-activedescendant={(isShown && active) || undefined}
          aria-keyshortcuts={hint ? '/' : undefined}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={limits.maxSearchQueryLength}
          placeholder={placeholder}
          className="peer min-h-11.5 w-full rounded-full border border-line-strong bg-field py-2.5 pr-12 pl-11.5 text-base leading-6 text-ellipsis transition-[border-color] focus:border-transparent focus:outline-2 focus:outline-offset-0 focus:outline-focus tablet:text-md"
        />
        {hint && !text && <SlashHint />}
        {text && <ClearButton className="top-0.75" onClick={clear} />}
        {Panel && (
          <Panel
            id={panelId}
            query={query}
            isShown={isShown}
            inline={inline}
            active={active}
            onActive={setActive}
            onSelect={() => {
              close()
              onSubmitted?.()
            }}
            keys={keys}
          />
        )}
      </form>
    </search>
  )
}

/** The text in the box; reset when the URL changes. */
function useSearchText() {
  const [path] = useLocation()
  const [params] = useSearchParams()
  const url = `${path}?${params}`
  const [text, setText] = useState(params.get('q') ?? '')
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState<string | null>(null)
  const [shownAt, setShownAt] = useState(url)
  if (shownAt !== url) {
    setShownAt(url)
    setText(params.get('q') ?? '')
    setOpen(false)
    setActive(null)
  }
  return { text, setText, isOpen, setOpen, active, setActive }
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
