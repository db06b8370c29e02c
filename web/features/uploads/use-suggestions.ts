import { useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { tagsOf, titleFromFileName } from './audio-files.ts'
import type { SuggestedField, Suggestions } from './suggestions.ts'
import type { NewTrackValues } from './track-form.ts'

type Form<Output> = UseFormReturn<NewTrackValues, unknown, Output>

/**
 * Fills empty fields with the tags of the chosen file, and the title with its name if there is no such tag. A field is
 * marked as suggested until the user edits it; marked fields are cleared when the file is removed.
 */
export function useSuggestions<Output>(form: Form<Output>) {
  const [marked, setMarked] = useState<ReadonlySet<SuggestedField>>(new Set())
  const [cover, setCover] = useState<File>()
  const reading = useRef<File>(undefined)

  async function read(file: File) {
    clear()
    reading.current = file
    const { suggestions, cover } = await tagsOf(file)
    if (reading.current !== file) return
    setMarked(fill(form, { title: titleFromFileName(file.name), ...suggestions }))
    setCover(cover)
  }
  function clear() {
    reading.current = undefined
    for (const field of marked) form.setValue(field, '')
    setMarked(new Set())
    setCover(undefined)
  }
  function unmark(field: SuggestedField) {
    setMarked((fields) => new Set([...fields].filter((other) => other !== field)))
  }
  return { marked, cover, read, clear, unmark, removeCover: () => setCover(undefined) }
}

function fill<Output>(form: Form<Output>, suggestions: Suggestions): Set<SuggestedField> {
  const empty = (Object.keys(suggestions) as SuggestedField[]).filter(
    (field) => !form.getValues(field)?.trim(),
  )
  for (const field of empty)
    form.setValue(field, suggestions[field] ?? '', { shouldValidate: form.formState.isSubmitted })
  return new Set(empty)
}
