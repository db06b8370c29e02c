import { useEffect } from 'react'
import { limits } from '#contract/limits.ts'

/** The query for what is in the search box. */
export function normalizeQuery(text: string): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, limits.maxSearchQueryLength)
}

/** Calls `onSlash` when `/` is pressed outside a text field. */
export function useSlashKey(onSlash: () => void): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
      if (isTextField(event.target)) return
      event.preventDefault()
      onSlash()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [onSlash])
}

function isTextField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')
  )
}
