import { Menu, Search, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { SearchBox } from '#web/blocks/search/search-box.tsx'
import type { Session } from '#web/features/session/use-session.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useDismiss } from '#web/ui/use-dismiss.ts'
import { MobileMenu } from './mobile-menu.tsx'

type MobileTogglesProps = {
  session: Session
  search: boolean
  onSearch: (open: boolean) => void
}

/** One function for good: a new one each time would be called each time. */
const focusAtOnce = (box: HTMLInputElement | null) => box?.focus()

/** On narrow screens: a search box and a menu, each behind its button, one open at a time. */
export function MobileToggles({ session, search, onSearch }: MobileTogglesProps) {
  const [menu, setMenu] = useState(false)
  const area = useRef<HTMLDivElement>(null)
  const [path] = useLocation()
  function show(which: 'search' | 'menu' | null) {
    onSearch(which === 'search')
    setMenu(which === 'menu')
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
        <div className="absolute inset-x-(--spacing-gutter) top-full mt-2 rounded-[20px] border border-line bg-overlay p-2.5 shadow-(--shadow-float)">
          {menu ? (
            <MobileMenu session={session} />
          ) : (
            <SearchBox
              ref={focusAtOnce}
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

type ToggleProps = { label: string; open: boolean; onToggle: () => void; children: ReactNode }

function Toggle({ label, open, onToggle, children }: ToggleProps) {
  return (
    <IconButton
      label={label}
      aria-expanded={open}
      onClick={onToggle}
      className="size-11! text-text! [&>svg]:size-6!"
    >
      {children}
    </IconButton>
  )
}
