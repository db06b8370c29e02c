import { expect, it } from 'vitest'
import { newRequestId } from './request-id.ts'

it('request ids are unique across refills of the random buffer', () => {
  const ids = Array.from({ length: 2000 }, newRequestId)
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) expect(id).toMatch(/^[\w-]{12}$/)
})
