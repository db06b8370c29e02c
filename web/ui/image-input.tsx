import type { ChangeEvent, Ref } from 'react'
import { imageAccept, validateImage } from './file-validation.ts'

type ImageInputProps = {
  /** Used by a menu item or button to open the file picker. */
  ref: Ref<HTMLInputElement>
  label: string
  maxBytes: number
  onImage: (image: File) => void
  onProblem: (problem: string) => void
}

/** A hidden file input that validates the selected image. */
export function ImageInput({ ref, label, maxBytes, onImage, onProblem }: ImageInputProps) {
  function select({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0]
    // Allows selecting the same file again.
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
      onChange={select}
      className="hidden"
    />
  )
}
