import { useEffect, useState } from 'react'
import { useLatest } from '#web/lib/use-latest.ts'
import type { SectionName } from './settings-section.tsx'

/** Pixels from the top of the window at which a section counts as reached. */
const line = 200

/** With these the user scrolls, or is about to change something. */
const inputs = ['wheel', 'touchmove', 'pointerdown', 'keydown']

/**
 * The section in the address, which stays at its place while those above it load, until the user
 * does something; then the last section whose start has been scrolled to.
 */
export function useCurrentSection(sections: readonly SectionName[]): SectionName | undefined {
  const [current, setCurrent] = useState(sections[0])
  const latest = useLatest(sections)
  useEffect(() => {
    let held = ''
    const update = () => {
      const named = latest.current.find((name) => name === held)
      setCurrent(named ?? reachedOf(latest.current))
    }
    const hold = () => {
      held = location.hash.slice(1)
      update()
    }
    const release = () => {
      held = ''
    }
    const resized = new ResizeObserver(() => {
      if (held) document.getElementById(held)?.scrollIntoView()
      update()
    })
    hold()
    resized.observe(document.body)
    addEventListener('hashchange', hold)
    addEventListener('scroll', update, { passive: true })
    for (const input of inputs) addEventListener(input, release, { passive: true })
    return () => {
      resized.disconnect()
      removeEventListener('hashchange', hold)
      removeEventListener('scroll', update)
      for (const input of inputs) removeEventListener(input, release)
    }
  }, [latest])
  return current
}

/** At the end of the page the last section, which may be too low to reach the top. */
function reachedOf(sections: readonly SectionName[]): SectionName | undefined {
  const isAtEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2
  if (isAtEnd && scrollY > 0) return sections.at(-1)
  const reached = sections.filter((name) => {
    const top = document.getElementById(name)?.getBoundingClientRect().top
    return top !== undefined && top < line
  })
  return reached.at(-1) ?? sections[0]
}
