import { useRef, useState } from 'react'
import { Link } from 'wouter'
import { paths } from '#contract/paths.ts'
import { SearchBox } from '#web/features/search/search-box.tsx'
import { useSlashKey } from '#web/features/search/search-input.ts'
import { brandName } from '#web/lib/brand.ts'
import { Logo } from '#web/ui/logo.tsx'
import { AccountActions } from './account-actions.tsx'
import { MobileToggles } from './mobile-toggles.tsx'
import { DiscoverLink } from './nav-link.tsx'

/** The navigation bar: logo, search box and account actions; on phones behind two toggles. */
export function TopBar() {
  const searchBox = useRef<HTMLInputElement>(null)
  const [mobileSearch, setMobileSearch] = useState(false)
  useSlashKey(() => {
    const box = searchBox.current
    if (box?.checkVisibility()) box.focus()
    else setMobileSearch(true)
  })
  return (
    <header className="sticky top-0 z-(--z-nav) border-b border-line bg-bg/88 backdrop-blur-[14px] backdrop-saturate-130">
      <div className="page-width grid h-15 grid-cols-[1fr_auto] items-center gap-3 nav:h-19 nav:grid-cols-[minmax(max-content,1fr)_minmax(8rem,32.5rem)_minmax(max-content,1fr)] desk:gap-7">
        <div className="flex min-w-0 items-center gap-5 justify-self-start">
          {/* A minimum width: the fonts of the logo do not move what follows. */}
          <Link href={paths.home} className="inline-flex min-w-0 rounded-art desk:min-w-37">
            <Logo name={brandName()} />
          </Link>
          <nav aria-label="Main" className="hidden desk:block">
            <DiscoverLink className="grid h-19 items-center px-1 font-semibold text-muted -outline-offset-4 hover:text-text aria-[current]:text-text aria-[current]:shadow-[inset_0_-3px_var(--color-primary)]">
              Discover
            </DiscoverLink>
          </nav>
        </div>
        <div className="hidden nav:block">
          <SearchBox ref={searchBox} hint placeholder="Search for artists, tracks, podcasts" />
        </div>
        <AccountActions />
        <MobileToggles search={mobileSearch} onSearch={setMobileSearch} />
      </div>
    </header>
  )
}
