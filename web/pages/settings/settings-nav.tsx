import { useEffect, useState } from 'react'
import { type SectionName, sectionTitles } from './settings-section.tsx'

/** Links to the sections of the page: at its left, on narrow screens a row above it. */
export function SettingsNav({ sections }: { sections: readonly SectionName[] }) {
  const current = useCurrentSection(sections)
  return (
    <nav
      aria-label="Settings"
      className="sticky top-15 z-10 -mx-gutter bg-bg nav:top-25 nav:mx-0 nav:self-start"
    >
      <ul className="flex overflow-x-auto border-b border-line px-gutter [scrollbar-width:none] nav:grid nav:border-b-0 nav:border-l nav:px-0">
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

/** Pixels from the top of the window at which a section counts as reached. */
const line = 200

/** The last section whose start has been scrolled to, or the last one at the end of the page. */
function useCurrentSection(sections: readonly SectionName[]): SectionName | undefined {
  const [current, setCurrent] = useState(sections[0])
  useEffect(() => {
    const update = () => {
      const isAtEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2
      const reached = sections.filter((name) => {
        const top = document.getElementById(name)?.getBoundingClientRect().top
        return top !== undefined && top < line
      })
      setCurrent(isAtEnd && scrollY > 0 ? sections.at(-1) : (reached.at(-1) ?? sections[0]))
    }
    addEventListener('scroll', update, { passive: true })
    return () => removeEventListener('scroll', update)
  }, [sections])
  return current
}
