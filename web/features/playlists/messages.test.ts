import { expect, it } from 'vitest'
import { ApiError } from '#web/api/client.ts'
import { failed, invalidCover } from './messages.ts'

it("playlist messages: a failed update shows the server's message", () => {
  const refused = new ApiError(400, 'Bad Request', '{"message":"Playlist title is required"}')
  expect(failed.update(refused)).toMatchObject({
    title: 'Failed to update playlist',
    text: 'Playlist title is required',
  })
})

it.each([new ApiError(502, 'Bad Gateway', '<html>'), new TypeError('Failed to fetch')])(
  'playlist messages: a failed update without a server message has a default text: %s',
  (error) => {
    expect(failed.update(error).text).toBe('Something went wrong. Please try again.')
    expect(failed.delete(error).text).toBe('Something went wrong. Please try again.')
  },
)

it('playlist messages: an invalid cover image shows why', () => {
  expect(invalidCover('File size must be less than 5MB')).toMatchObject({
    title: 'Failed to update cover',
    text: 'File size must be less than 5MB',
  })
})
