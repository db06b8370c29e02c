import { useEffect, useRef } from 'react'
import { type SectionName, sectionTitles } from './settings-section.tsx'
import { useCurrentSection } from './use-current-section.ts'

/** Links to the sections of the page: at its left, on narrow screens a row above it. */
export function SettingsNav({ sections }: { sections: readonly SectionName[] }) {
  const current = useCurrentSection(sections)
  const row = useRef<HTMLUListElement>(null)
  // Sideways only: `scrollIntoView` would move the page too.
  useEffect(() => {
    const link = current && row.current?.querySelector(`[href="#${current}"]`)
    if (!link || !row.current) return
    const { left, width } = link.getBoundingClientRect()
    row.current.scrollLeft += left + width / 2 - innerWidth / 2
  }, [current])
  return (
    <nav
      aria-label="Settings"
      className="sticky top-15 z-10 -mx-gutter bg-bg nav:top-25 nav:mx-0 nav:self-start"
    >
      <ul
        ref={row}
        className="flex overflow-x-auto border-b border-line px-gutter [scrollbar-width:none] nav:grid nav:border-b-0 nav:border-l nav:px-0"
      >
        {sections.map((name) => (
          <li key={name} className="max-nav:first:-ml-2.5">
            <a
              href={`#${name}`}
              aria-current={name === current ? 'location' : undefined}
              className="tab tab-side block"
            >
              {sectionTitles[name]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
