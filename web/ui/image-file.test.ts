import { expect, it } from 'vitest'
import { validateImage } from './image-file.ts'

const fiveMiB = 5_242_880

it.each(['cover.jpg', 'cover.JPEG', 'a.b.png', 'x.gif', 'x.webp'])('takes %s', (name) => {
  expect(validateImage({ name, size: 5_242_880 }, fiveMiB)).toBeUndefined()
})

it.each(['cover.svg', 'cover.pdf', 'png', 'song.mp3', 'cover.png.exe'])('refuses %s', (name) => {
  expect(validateImage({ name, size: 10 }, fiveMiB)).toBe('Please select a valid image file')
})

it('refuses one byte too many, and says how many are allowed', () => {
  expect(validateImage({ name: 'a.png', size: 5_242_881 }, fiveMiB)).toBe(
    'File size must be less than 5MB',
  )
  expect(validateImage({ name: 'a.png', size: 10_485_761 }, 10_485_760)).toBe(
    'File size must be less than 10MB',
  )
})
