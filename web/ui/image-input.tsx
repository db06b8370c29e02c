import type { ChangeEvent, Ref } from 'react'
import { imageProblem, imageTypes } from './image-file.ts'

type PictureInputProps = {
  /** Whatever opens it: a menu or a button. */
  ref: Ref<HTMLInputElement>
  label: string
  /** How many bytes the picture may have. */
  most: number
  onPicture: (picture: File) => void
  onProblem: (problem: string) => void
}

/** Out of sight; asks the device for a picture and says what is wrong with one that does not fit. */
export function PictureInput({ ref, label, most, onPicture, onProblem }: PictureInputProps) {
  function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0]
    // So that the same file can be chosen again.
    target.value = ''
    if (!file) return
    const problem = imageProblem(file, most)
    if (problem) onProblem(problem)
    else onPicture(file)
  }
  return (
    <input
      ref={ref}
      type="file"
      accept={imageTypes}
      aria-label={label}
      onChange={choose}
      className="hidden"
    />
  )
}
