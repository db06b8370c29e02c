import { expect, test } from 'vitest'
import { ApiError } from '#web/api/client.ts'
import {
  audioFailure,
  bulkSummary,
  itemFailure,
  reselectNotice,
  uploadError,
  uploadedSummary,
  uploadedText,
} from './messages.ts'
import type { UploadItem } from './upload-items.ts'

test('upload messages: a bulk summary has both counts', () => {
  expect(bulkSummary({ succeeded: 5, failed: 2 })).toMatchObject({
    title: 'Bulk Upload Complete',
    text: '5 tracks uploaded successfully, 2 failed!',
  })
  expect(bulkSummary({ succeeded: 3, failed: 0 }).text).toBe(
    '3 tracks uploaded successfully, 0 failed!',
  )
})

test('upload messages: what is scheduled is not called published, and says when', () => {
  const publishAt = '2031-11-25T12:00:00.000Z'
  const item = (track?: object) => ({ status: track ? 'completed' : 'failed', track }) as UploadItem
  const items = [item({ publishAt }), item({}), item({ publishAt }), item()]
  expect(uploadedSummary(items)).toEqual([
    expect.stringMatching(/^2 scheduled for 2[456] November 2031, \d\d:\d\d$/),
    '1 published',
  ])
  expect(bulkSummary({ succeeded: 2, failed: 0 }, publishAt).text).toMatch(
    /^2 tracks uploaded successfully, 0 failed!\nGoes public on .* 2031, /,
  )
})

test('upload messages: after an upload the next page says of what is scheduled when it goes public', () => {
  expect(uploadedText('3 tracks', undefined)).toBe('3 tracks uploaded.')
  expect(uploadedText('“Dew” is', '2031-11-25T12:00:00.000Z')).toMatch(
    /^“Dew” is uploaded\. Goes public on .* November 2031, \d\d:\d\d \(.+\)\.$/,
  )
})

test('upload messages: a bulk upload without any success is a failure', () => {
  expect(bulkSummary({ succeeded: 0, failed: 2 })).toMatchObject({
    title: 'Upload Failed',
    text: 'No tracks were successfully uploaded.',
    tone: 'failure',
  })
})

test('upload messages: a failed track shows status and server message', () => {
  expect(itemFailure(new ApiError(503, 'Unavailable', ''))).toEqual({
    error: 'Upload failed with status 503',
    reason: undefined,
  })
  expect(itemFailure(new ApiError(415, '', '{"message":"No image."}')).reason).toBe('No image.')
})

test('upload messages: a file that is refused says why, and that to send it again is of no use', () => {
  const refusal = (status: number) =>
    audioFailure(new ApiError(status, '', '{"message":"Removed."}'))
  expect(refusal(415)).toEqual({
    error: 'Upload failed with status 415',
    reason: 'This is not an audio file',
    isRefused: true,
  })
  expect(refusal(422)).toMatchObject({ reason: 'Removed.', isRefused: true })
  expect(refusal(503)).toMatchObject({ reason: 'Removed.', isRefused: false })
})

test('upload messages: a lost connection is named as such', () => {
  expect(itemFailure(new TypeError('Failed to fetch'))).toEqual({
    error: 'Upload failed',
    reason: 'The connection was lost',
  })
  expect(itemFailure(new SyntaxError('Unexpected token')).reason).toBeUndefined()
})

test('upload messages: a drop zone shows why an upload failed', () => {
  expect(uploadError(new ApiError(413, '', '{"message":"Too large."}')).message).toBe('Too large.')
  expect(uploadError(new ApiError(502, 'Bad Gateway', '<html>')).message).toBe(
    'the server responded with status 502',
  )
  expect(uploadError(new TypeError('Failed to fetch')).message).toBe('The connection was lost')
  expect(uploadError(new SyntaxError('Unexpected token')).message).toBe('')
})

test('upload messages: at most five files are listed', () => {
  expect(reselectNotice(['a.mp3', 'b.wav'])).toMatch(/choose these files again: a\.mp3, b\.wav\.$/)
  const many = Array.from({ length: 200 }, (_, n) => `${n}.mp3`)
  expect(reselectNotice(many)).toMatch(/: 0\.mp3, 1\.mp3, 2\.mp3, 3\.mp3, 4\.mp3 and 195 more\.$/)
})
