import { Menu, Search, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { SearchBox } from '#web/features/search/search-box.tsx'
import { useIdle } from '#web/lib/use-idle.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useDismiss } from '#web/ui/use-dismiss.ts'
import { useLazyComponent } from '#web/ui/use-lazy-component.ts'

const loadMenu = async () => (await import('./deferred-parts.ts')).MobileMenu

type MobileTogglesProps = {
  search: boolean
  onSearch: (open: boolean) => void
}

/** A stable function: React calls a new ref callback on every render. */
const focusOnMount = (box: HTMLInputElement | null) => box?.focus()

/** On narrow screens: search box and menu, each behind a button, one open at a time. */
export function MobileToggles({ search, onSearch }: MobileTogglesProps) {
  const { Component: MobileMenu, open: openMenu, close: closeMenu } = useLazyComponent(loadMenu)
  const menu = MobileMenu !== undefined
  usePreload(loadMenu)
  const area = useRef<HTMLDivElement>(null)
  const [path] = useLocation()
  function show(which: 'search' | 'menu' | null) {
    onSearch(which === 'search')
    if (which === 'menu') openMenu()
    else closeMenu()
  }
  useDismiss(area, menu || search, () => show(null))
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes when the page changes
  useEffect(() => show(null), [path])
  return (
    <div ref={area} className="-mr-2 flex gap-1 nav:hidden">
      <Toggle label="Search" open={search} onToggle={() => show(search ? null : 'search')}>
        <Search />
      </Toggle>
      <Toggle label="Menu" open={menu} onToggle={() => show(menu ? null : 'menu')}>
        {menu ? <X /> : <Menu />}
      </Toggle>
      {(search || menu) && (
        <div className="absolute inset-x-(--spacing-gutter) top-full mt-2 rounded-panel border border-line bg-overlay p-2.5 shadow-(--shadow-float)">
          {MobileMenu ? (
            <div className="fading-list -m-2.5 max-h-[calc(100dvh-5.5rem)] p-2.5">
              <MobileMenu />
            </div>
          ) : (
            <SearchBox
              ref={focusOnMount}
              inline
              placeholder="Search for artists, tracks..."
              onSubmitted={() => show(null)}
            />
          )}
        </div>
      )}
    </div>
  )
}

/** Preloads the chunk, so that the menu opens immediately, offline too. */
function usePreload(load: () => Promise<unknown>) {
  const idle = useIdle()
  useEffect(() => {
    if (idle) load().catch(() => {})
  }, [idle, load])
}

type ToggleProps = { label: string; open: boolean; onToggle: () => void; children: ReactNode }

function Toggle({ label, open, onToggle, children }: ToggleProps) {
  return (
    <IconButton size="touch" tone="text" label={label} aria-expanded={open} onClick={onToggle}>
      {children}
    </IconButton>
  )
}
