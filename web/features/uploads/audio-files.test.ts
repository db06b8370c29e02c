import { expect, test } from 'vitest'
import { acceptsFile } from '#web/ui/file-validation.ts'
import { audioTypes, partitionFiles, skippedFilesMessage, sortByPath } from './audio-files.ts'

const file = (name: string, type = '', size = 10) => ({ name, type, size })

test.each(['a.mp3', 'a.wav', 'a.m4a', 'a.aac', 'a.flac', 'a.ogg'])(
  'audio files: %s is accepted by extension when its MIME type is empty',
  (name) => expect(acceptsFile(file(name), audioTypes)).toBe(true),
)

test('audio files: any audio MIME type is accepted, and nothing else', () => {
  expect(acceptsFile(file('a.opus', 'audio/ogg'), audioTypes)).toBe(true)
  expect(acceptsFile(file('a.mp4', 'video/mp4'), audioTypes)).toBe(false)
  expect(acceptsFile(file('a.txt', 'text/plain'), audioTypes)).toBe(false)
})

test('audio files: audio up to 100 MB is accepted and the rest is named', () => {
  const largest = file('a.wav', 'audio/wav', 104_857_600)
  const sorted = partitionFiles([
    largest,
    file('b.wav', 'audio/wav', 104_857_601),
    file('band.jpg', 'image/jpeg'),
    file('folder'),
  ])
  expect(sorted).toMatchObject({
    accepted: [largest],
    notAudio: ['band.jpg', 'folder'],
    tooLarge: ['b.wav'],
  })
})

test.each(['album.m3u', 'album.m3u8', 'Album.PLS'])(
  'audio files: the playlist %s is none, whatever its MIME type',
  (name) => {
    const found = partitionFiles([file('a.mp3'), file(name, 'audio/x-mpegurl')])
    expect(found).toMatchObject({ accepted: [{ name: 'a.mp3' }], notAudio: [name] })
  },
)

test.each(['cover.jpg', 'Folder.JPEG', 'front.png'])(
  'audio files: the image %s of a folder is its cover',
  (name) => {
    const cover = file(name)
    const found = partitionFiles([file('a.mp3'), cover, file('.DS_Store'), file('Thumbs.db')])
    expect(found).toMatchObject({ cover, notAudio: [], tooLarge: [] })
  },
)

test('audio files: the cover of an album is that of its folder, not those of its discs', () => {
  const inFolder = (path: string) => ({ ...file('cover.jpg'), webkitRelativePath: path })
  const discs = [inFolder('Thaw/CD 1/cover.jpg'), inFolder('Thaw/CD 2/cover.jpg')]
  const cover = inFolder('Thaw/cover.jpg')
  expect(partitionFiles([...discs, cover]).cover).toBe(cover)
})

test.each([
  [[], [], ''],
  [['notes.txt'], [], 'Skipped notes.txt: not an audio file.'],
  [['a.txt', 'b.jpg'], [], 'Skipped a.txt and b.jpg: not audio files.'],
  [['a', 'b', 'c', 'd', 'e'], [], 'Skipped a, b, c and 2 more: not audio files.'],
  [
    ['notes.txt'],
    ['mix.wav'],
    'Skipped notes.txt: not an audio file. Skipped mix.wav: File size must be less than 100MB.',
  ],
])(
  'audio files: the message names skipped files and says why (%#)',
  (notAudio, tooLarge, message) => {
    expect(skippedFilesMessage({ notAudio, tooLarge })).toBe(message)
  },
)

test('audio files: they are sorted by name, with numbers as numbers', () => {
  const names = ['Take 10.mp3', 'Take 2.mp3', '02 b.mp3', '1 a.mp3', 'Take 1.mp3']
  const files = names.map((name) => new File([], name))
  expect(sortByPath(files).map(({ name }) => name)).toEqual([
    '1 a.mp3',
    '02 b.mp3',
    'Take 1.mp3',
    'Take 2.mp3',
    'Take 10.mp3',
  ])
})
