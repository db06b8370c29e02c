import { describe, expect, it } from 'vitest'
import { acceptsFile } from '#web/ui/file-validation.ts'
import {
  audioTypes,
  partitionFiles,
  skippedFilesMessage,
  titleFromFileName,
} from './audio-files.ts'

const file = (name: string, type = '', size = 10) => ({ name, type, size })

describe('audioTypes', () => {
  it.each(['a.mp3', 'a.wav', 'a.m4a', 'a.aac', 'a.flac', 'a.ogg'])(
    'audio files: %s is accepted by extension when its MIME type is empty',
    (name) => expect(acceptsFile(file(name), audioTypes)).toBe(true),
  )

  it('audio files: any audio MIME type is accepted, and nothing else', () => {
    expect(acceptsFile(file('a.opus', 'audio/ogg'), audioTypes)).toBe(true)
    expect(acceptsFile(file('a.mp4', 'video/mp4'), audioTypes)).toBe(false)
    expect(acceptsFile(file('a.txt', 'text/plain'), audioTypes)).toBe(false)
  })
})

describe('partitionFiles', () => {
  it('audio files: audio up to 100 MB is accepted and the rest is counted', () => {
    const largest = file('a.wav', 'audio/wav', 104_857_600)
    const sorted = partitionFiles([
      largest,
      file('b.wav', 'audio/wav', 104_857_601),
      file('cover.jpg', 'image/jpeg'),
      file('folder'),
    ])
    expect(sorted).toEqual({ accepted: [largest], notAudio: 2, tooLarge: 1 })
  })
})

describe('skippedFilesMessage', () => {
  it('audio files: the message says why files were left out', () => {
    expect(skippedFilesMessage({ notAudio: 0, tooLarge: 0 })).toBe('')
    expect(skippedFilesMessage({ notAudio: 1, tooLarge: 0 })).toBe(
      '1 file was left out: not an audio file.',
    )
    expect(skippedFilesMessage({ notAudio: 0, tooLarge: 2 })).toBe(
      '2 files were left out: File size must be less than 100MB.',
    )
  })
})

describe('titleFromFileName', () => {
  it.each([
    ['Kettle, First Boil.mp3', 'Kettle, First Boil'],
    ['take.2.final.wav', 'take.2.final'],
    ['untitled', 'untitled'],
    ['.hidden', '.hidden'],
    [' .mp3', ' .mp3'],
    [`${'x'.repeat(240)}.mp3`, 'x'.repeat(200)],
  ])('audio files: %j becomes the title %j', (name, title) => {
    expect(titleFromFileName(name)).toBe(title)
  })
})
