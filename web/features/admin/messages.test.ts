import { expect, it } from 'vitest'
import { ApiError } from '#web/api/client.ts'
import { failed, NothingToExport } from './messages.ts'

it('says what the server said, or else what failed', () => {
  const refused = new ApiError(403, 'Forbidden', '{"message":"You may not do that."}')
  expect(failed.update('track')(refused)).toEqual({
    title: 'Update failed',
    text: 'You may not do that.',
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

it('knows the two ways in which an export fails', () => {
  expect(failed.export(new NothingToExport())).toEqual({
    title: 'Export failed',
    text: 'No data available to export',
    tone: 'failure',
  })
  expect(failed.export(new TypeError('Failed to fetch')).text).toBe(
    'An error occurred while generating the CSV file',
  )
})
