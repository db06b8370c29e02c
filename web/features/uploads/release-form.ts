import { zodResolver } from '@hookform/resolvers/zod'
import { useCallback, useState } from 'react'
import { useForm } from 'react-hook-form'
import { limits } from '#contract/limits.ts'
import { maxReleaseTracks } from '#contract/playlist-types.ts'
import {
  emptyRelease,
  type ReleaseFields,
  type ReleaseValues,
  releaseForm,
} from './release-fields.ts'
import type { DraftStore } from './upload-draft.ts'
import type { UploadItems } from './upload-items.ts'
import { useSavedValues } from './use-saved-values.ts'

export const tooManyTracks = `A release can have ${maxReleaseTracks} tracks at most. Remove some, or switch this off.`

export type BulkReleaseForm = ReturnType<typeof useReleaseForm>

export function useReleaseForm(list: UploadItems, store: DraftStore) {
  const form = useForm({
    resolver: zodResolver(releaseForm),
    defaultValues: { ...emptyRelease, ...store.get().release.values },
  })
  /** Undefined until the user decides: then the tags of the files do. */
  const [choice, setChoice] = useState(store.get().release.choice)
  /** What the tags of the files fill in, and whether they switch it on. */
  const [suggestion, setSuggestion] = useState<'none' | 'filledIn' | 'on'>('none')
  /** That of the folder, or chosen. */
  const [cover, setCover] = useState(store.images().shared)
  const isOn = choice ?? suggestion === 'on'
  const save = useCallback(
    (values: ReleaseValues) => store.update({ release: { ...store.get().release, values } }),
    [store],
  )
  useSavedValues(form, save)
  return {
    form,
    isOn,
    setOn(choice: boolean) {
      setChoice(choice)
      store.update({ release: { ...store.get().release, choice } })
    },
    isFilledIn: suggestion !== 'none',
    setSuggestion,
    cover,
    setCover(shared: File | undefined) {
      setCover(shared)
      store.updateImages({ shared })
    },
    isValid: async () => !isOn || (await form.trigger()),
    /** Validates it and calls `start` with it; without it, if the tracks are no release. */
    submit(start: (release?: { fields: ReleaseFields; cover: File | undefined }) => void) {
      if (!isOn) return start()
      // Below the sentence that says why.
      if (list.get().length > maxReleaseTracks) return form.setFocus('title')
      void form.handleSubmit((fields) => start({ fields, cover: cover ?? coverIn(list) }))()
    },
  }
}

/** From the tags of the first file that has one. */
export const coverIn = (list: UploadItems): File | undefined =>
  list
    .get()
    .map(({ artwork }) => artwork)
    .find((artwork) => artwork && artwork.size <= limits.maxImageBytes)
