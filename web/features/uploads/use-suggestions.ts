import { useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { SuggestedField, Suggestions } from './suggestions.ts'
import type { TrackFormValues } from './track-form.ts'

type Form<Output> = UseFormReturn<TrackFormValues, unknown, Output>

/**
 * Fills empty fields with the tags of the chosen file. A field is marked as suggested until the
 * user edits it; marked fields are cleared when the file is removed.
 */
export function useSuggestions<Output>(form: Form<Output>) {
  const [marked, setMarked] = useState<ReadonlySet<SuggestedField>>(new Set())
  const [cover, setCover] = useState<File>()
  const reading = useRef<File>(undefined)

  async function read(file: File) {
    withdraw()
    reading.current = file
    try {
      const { readTags } = await import('./read-tags.ts')
      const { suggestions, cover } = await readTags(file)
      if (reading.current !== file) return
      setMarked(fill(form, suggestions))
      setCover(cover)
    } catch {
      // The server validates the file.
    }
  }
  function withdraw() {
    reading.current = undefined
    for (const field of marked) form.setValue(field, '')
    setMarked(new Set())
    setCover(undefined)
  }
  function unmark(field: SuggestedField) {
    setMarked((fields) => new Set([...fields].filter((other) => other !== field)))
  }
  return { marked, cover, read, withdraw, unmark, dropCover: () => setCover(undefined) }
}

function fill<Output>(form: Form<Output>, suggestions: Suggestions): Set<SuggestedField> {
  const empty = (Object.keys(suggestions) as SuggestedField[]).filter(
    (field) => !form.getValues(field)?.trim(),
  )
  for (const field of empty)
    form.setValue(field, suggestions[field] ?? '', { shouldValidate: form.formState.isSubmitted })
  return new Set(empty)
}
