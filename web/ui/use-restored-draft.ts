import { useEffect, useState } from 'react'
import { clearDraft, readDraft } from './draft-persistence.ts'

/** What was kept for a form, to be put into it once: the next visit starts without it. */
export function useRestoredDraft<Values extends object>(form: string): Partial<Values> | null {
  const [draft] = useState(() => readDraft<Values>(form))
  useEffect(() => clearDraft(form), [form])
  return draft
}
