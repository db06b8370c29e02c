import type { ChangeEvent, Ref } from 'react'
import { imageAccept, validateImage } from './file-validation.ts'

type ImageInputProps = {
  /** Whatever opens it: a menu or a button. */
  ref: Ref<HTMLInputElement>
  label: string
  /** How many bytes the picture may have. */
  maxBytes: number
  onImage: (picture: File) => void
  onProblem: (problem: string) => void
}

/** Out of sight; asks the device for a picture and says what is wrong with one that does not fit. */
export function ImageInput({ ref, label, maxBytes, onImage, onProblem }: ImageInputProps) {
  function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0]
    // So that the same file can be chosen again.
    target.value = ''
    if (!file) return
    const problem = validateImage(file, maxBytes)
    if (problem) onProblem(problem)
    else onImage(file)
  }
  return (
    <input
      ref={ref}
      type="file"
      accept={imageAccept}
      aria-label={label}
      onChange={choose}
      className="hidden"
    />
  )
}
