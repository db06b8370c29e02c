import { expect, it } from 'vitest'
import { ApiError } from '#web/api/client.ts'
import { EmptyExportError, failed } from './messages.ts'

it("admin messages: a failure shows the server's message, or else what failed", () => {
  const refused = new ApiError(
    403,
    'Forbidden',
    JSON.stringify({ message: "You don't have permission to do that." }),
  )
  expect(failed.update('track')(refused)).toEqual({
    title: 'Update failed',
    text: "You don't have permission to do that.",
    tone: 'failure',
  })
  const broken = new ApiError(500, 'Internal Server Error', '')
  expect(failed.update('user')(broken).text).toBe('Failed to update user. Please try again.')
  expect(failed.delete('track')(new TypeError('Failed to fetch'))).toEqual({
    title: 'Delete failed',
    text: 'Failed to delete track. Please try again.',
    tone: 'failure',
  })
})

it('admin messages: an empty export and a failed one have different texts', () => {
  expect(failed.export(new EmptyExportError())).toEqual({
    title: 'Export failed',
    text: 'No data available to export',
    tone: 'failure',
  })
  expect(failed.export(new TypeError('Failed to fetch')).text).toBe(
    'An error occurred while generating the CSV file',
  )
})
