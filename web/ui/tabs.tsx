import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { useSearch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { tabBarClass, useCurrentInView, wrappingTabBarClass } from './tab-bar-parts.ts'

type Tab<Name extends string> = { name: Name; title: string; count?: string }

type TabsProps<Name extends string> = {
  /** The accessible name of the tab list. */
  label: string
  tabs: readonly Tab<Name>[]
  selected: Name
  onSelect: (name: Name) => void
  /** Links to other pages, in the same bar. */
  links?: ReactNode
  /** The content of the selected tab. */
  children: ReactNode
}

const steps: Record<string, (at: number, count: number) => number> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

/** Tabs with a roving tabindex: arrow keys select. */
export function Tabs<Name extends string>(props: TabsProps<Name>) {
  const { label, tabs, selected, onSelect, links, children } = props
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  function press(event: KeyboardEvent) {
    const step = steps[event.key]
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    const at = step(
      tabs.findIndex(({ name }) => name === selected),
      tabs.length,
    )
    const next = tabs[at]
    if (!next) return
    onSelect(next.name)
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[at]?.focus()
  }
  return (
    <>
      <div ref={useCurrentInView(selected)} className={links ? wrappingTabBarClass : tabBarClass}>
        <div
          ref={list}
          role="tablist"
          aria-label={label}
          onKeyDown={press}
          className="flex gap-0.5 tablet:gap-2"
        >
          {tabs.map(({ name, title, count }) => (
            <button
              key={name}
              type="button"
              role="tab"
              id={`${id}-${name}`}
              aria-selected={name === selected}
              aria-controls={name === selected ? `${id}-panel` : undefined}
              tabIndex={name === selected ? 0 : -1}
              onClick={() => onSelect(name)}
              className="tab first:-ml-2.5 tablet:first:-ml-3.5"
            >
              {title}
              {count && <span className="ml-2 text-faint tabular-nums">{count}</span>}
            </button>
          ))}
        </div>
        {links}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${selected}`}
        tabIndex={-1}
        className="outline-none"
      >
        {children}
      </div>
    </>
  )
}

/**
 * The tab in the `tab` query parameter, and a function to select another one. With `replace`,
 * selecting a tab adds no history entry.
 */
export function useTabParam<Name extends string>(
  tabs: readonly [Tab<Name>, ...Tab<Name>[]],
  { replace }: { replace: boolean },
): [Name, (name: Name) => void] {
  const parameters = new URLSearchParams(useSearch())
  const requested = parameters.get('tab')
  const first = tabs[0].name
  const selected = tabs.find(({ name }) => name === requested)?.name ?? first
  return [
    selected,
    (name) => {
      if (name === selected) return
      if (name === first) parameters.delete('tab')
      else parameters.set('tab', name)
      navigate([location.pathname, ...(parameters.size > 0 ? [parameters] : [])].join('?'), {
        replace,
      })
    },
  ]
}
