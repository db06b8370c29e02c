import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { singleLine } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { maxReleaseTracks, releaseTypes } from '#contract/playlist-types.ts'
import { newPlaylist } from '#contract/playlists.ts'
import type { BulkList } from './bulk-list.ts'

/** The release of a bulk upload. */
const releaseForm = newPlaylist
  .pick({ artist: true, label: true, releaseDate: true })
  .extend({ title: singleLine('Album title', limits.maxTitleLength), type: z.enum(releaseTypes) })
export type ReleaseValues = z.input<typeof releaseForm>
export type ReleaseFields = z.output<typeof releaseForm>

export const tooManyTracks = `A release can have ${maxReleaseTracks} tracks at most. Remove some, or switch this off.`

export type BulkReleaseForm = ReturnType<typeof useReleaseForm>

export function useReleaseForm(list: BulkList) {
  const form = useForm({
    resolver: zodResolver(releaseForm),
    defaultValues: { title: '', type: 'album', artist: '', label: '', releaseDate: '' },
  })
  /** Undefined until the user decides: then the tags of the files do. */
  const [choice, setChoice] = useState<boolean>()
  const [isSuggested, setSuggested] = useState(false)
  /** That of the folder, or chosen. */
  const [cover, setCover] = useState<File>()
  const isOn = choice ?? isSuggested
  return {
    form,
    isOn,
    setOn: setChoice,
    isSuggested,
    setSuggested,
    cover,
    setCover,
    /** Validates it and calls `start` with it; without it, if the tracks are no release. */
    submit(start: (release?: { fields: ReleaseFields; cover: File | undefined }) => void) {
      if (!isOn) return start()
      if (list.get().items.length > maxReleaseTracks) return
      void form.handleSubmit((fields) => start({ fields, cover: cover ?? coverIn(list) }))()
    },
  }
}

/** From the tags of the first file that has one. */
export const coverIn = (list: BulkList): File | undefined =>
  list
    .get()
    .items.map(({ artwork }) => artwork)
    .find((artwork) => artwork && artwork.size <= limits.maxImageBytes)
