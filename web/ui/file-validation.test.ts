import { expect, test } from 'vitest'
import { acceptsFile, uploadErrorMessage, validateFile, validateImage } from './file-validation.ts'

const MiB = 1024 * 1024
const audio = {
  kind: 'audio',
  accept: 'audio/*,.mp3,.wav,.m4a,.aac,.flac,.ogg',
  maxBytes: 100 * MiB,
}
const song = { name: 'song.mp3', type: 'audio/mpeg', size: 5 }

test('file validation: it accepts a file of the right type and size', () => {
  expect(validateFile(song, audio)).toBeUndefined()
})

test('file validation: it allows the given size and not a byte more', () => {
  expect(validateFile({ ...song, size: 100 * MiB }, audio)).toBeUndefined()
  expect(validateFile({ ...song, size: 100 * MiB + 1 }, audio)).toBe(
    'File size must be less than 100MB',
  )
  expect(validateFile({ ...song, size: 5 * MiB + 1 }, { ...audio, maxBytes: 5 * MiB })).toBe(
    'File size must be less than 5MB',
  )
})

test('file validation: the message names the expected kind of file', () => {
  const film = { name: 'film.mov', type: 'video/quicktime', size: 5 }
  expect(validateFile(film, audio)).toBe('Please select a valid audio file')
  expect(validateFile(film, { ...audio, kind: 'image', accept: '.png' })).toBe(
    'Please select a valid image file',
  )
})

test('file validation: it matches a MIME group', () => {
  expect(acceptsFile({ name: 'x', type: 'audio/x-aiff' }, 'audio/*')).toBe(true)
  expect(acceptsFile({ name: 'x', type: 'Audio/MPEG' }, 'audio/*')).toBe(true)
  expect(acceptsFile({ name: 'x', type: 'audiobook/mpeg' }, 'audio/*')).toBe(false)
})

test('file validation: it matches an extension in any case, also without a MIME type', () => {
  expect(acceptsFile({ name: 'A.FLAC', type: '' }, '.mp3, .flac')).toBe(true)
  expect(acceptsFile({ name: 'flac', type: '' }, '.flac')).toBe(false)
  expect(acceptsFile({ name: 'a.flac.exe', type: '' }, '.flac')).toBe(false)
})

test('file validation: it matches an exact MIME type', () => {
  expect(acceptsFile({ name: 'x', type: 'image/png' }, 'image/png')).toBe(true)
  expect(acceptsFile({ name: 'x', type: 'image/png+xml' }, 'image/png')).toBe(false)
  expect(acceptsFile({ name: 'x', type: '' }, 'image/png,')).toBe(false)
})

test('upload errors: they show the reason, or that it is unknown', () => {
  expect(uploadErrorMessage(new Error('The file is empty'))).toBe(
    'Upload failed: The file is empty',
  )
  expect(uploadErrorMessage(new Error(''))).toBe('Upload failed: Unknown error')
  expect(uploadErrorMessage(undefined)).toBe('Upload failed: Unknown error')
})

const fiveMiB = 5_242_880

test.each(['cover.jpg', 'cover.JPEG', 'a.b.png', 'x.gif', 'x.webp'])(
  'image validation: it accepts %s',
  (name) => {
    expect(validateImage({ name, size: 5_242_880 }, fiveMiB)).toBeUndefined()
  },
)

test.each(['cover.svg', 'cover.pdf', 'png', 'song.mp3', 'cover.png.exe'])(
  'image validation: it rejects %s',
  (name) => {
    expect(validateImage({ name, size: 10 }, fiveMiB)).toBe('Please select a valid image file')
  },
)

test('image validation: it rejects a file that is one byte too large and states the limit', () => {
  expect(validateImage({ name: 'a.png', size: 5_242_881 }, fiveMiB)).toBe(
    'File size must be less than 5MB',
  )
  expect(validateImage({ name: 'a.png', size: 10_485_761 }, 10_485_760)).toBe(
    'File size must be less than 10MB',
  )
})
