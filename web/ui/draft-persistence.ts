import { useEffect, useRef, useState } from 'react'
import { readJson, safeSessionStorage } from '#web/lib/browser-storage.ts'

/** Form values saved in the tab while a user has to sign in again. */
const key = (form: string) => `draft:${form}`

export function saveDraft(form: string, values: object): void {
  safeSessionStorage.set(key(form), JSON.stringify(values))
}

export function readDraft<Values extends object>(form: string): Partial<Values> | null {
  return readJson<Values>(safeSessionStorage, key(form))
}

export function clearDraft(form: string): void {
  safeSessionStorage.set(key(form), null)
}

/** The saved values of a form, restored once: the next visit starts without them. */
export function useRestoredDraft<Values extends object>(form: string): Partial<Values> | null {
  const [draft] = useState(() => readDraft<Values>(form))
  useEffect(() => clearDraft(form), [form])
  return draft
}

/** Calls `open` with the draft on the first render, if there is one. */
export function useResumeDraft<Values extends object>(
  form: string,
  open: (draft: Partial<Values>) => void,
): void {
  const checked = useRef(false)
  useEffect(() => {
    if (checked.current) return
    checked.current = true
    const draft = readDraft<Values>(form)
    if (draft) open(draft)
  }, [form, open])
}
