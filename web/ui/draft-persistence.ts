import { createContext, useContext, useEffect, useRef, useState } from 'react'
import { readJson, safeSessionStorage } from '#web/lib/browser-storage.ts'

/** Form values saved in the tab while a user has to sign in again. */
const key = (form: string) => `draft:${form}`

/** The id of the signed-in user. */
export const DraftOwner = createContext<string | undefined>(undefined)

type Owned = { userId?: string | undefined }

/** What one user has typed is not shown to another; what a visitor has typed is for whoever signs in. */
export const isOwnDraft = ({ userId }: Owned, owner: string | undefined) =>
  userId === undefined || userId === owner

export function saveDraft(form: string, values: object): void {
  safeSessionStorage.set(key(form), JSON.stringify(values))
}

/** That of any user. */
export function readDraft<Values extends object>(form: string): Partial<Values & Owned> | null {
  return readJson<Values & Owned>(safeSessionStorage, key(form))
}

export function readOwnDraft<Values extends object>(
  form: string,
  owner: string | undefined,
): Partial<Values> | null {
  const draft = readDraft<Values>(form)
  return draft && isOwnDraft(draft, owner) ? draft : null
}

export function clearDraft(form: string): void {
  safeSessionStorage.set(key(form), null)
}

/** The saved values of a form, restored once: the next visit starts without them. And a function that saves them. */
export function useRestoredDraft<Values extends object>(form: string) {
  // The session may have expired when it is saved.
  const [owner] = useState(useContext(DraftOwner))
  const [draft] = useState(() => readOwnDraft<Values>(form, owner))
  useEffect(() => clearDraft(form), [form])
  return [draft, (values: Values) => saveDraft(form, { ...values, userId: owner })] as const
}

/** Calls `open` with the draft once it is known who is signed in, if there is one. */
export function useResumeDraft<Values extends object>(
  form: string,
  open: (draft: Partial<Values>) => void,
): void {
  const owner = useContext(DraftOwner) ?? null
  const checkedFor = useRef<string | null>(undefined)
  useEffect(() => {
    if (checkedFor.current === owner) return
    checkedFor.current = owner
    const draft = readOwnDraft<Values>(form, owner ?? undefined)
    if (draft) open(draft)
  }, [form, open, owner])
}
