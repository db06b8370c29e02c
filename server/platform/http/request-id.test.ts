import { expect, it } from 'vitest'
import { newRequestId } from './request-id.ts'

it('never gives the same id twice, over many draws of chance', () => {
  const ids = Array.from({ length: 2000 }, newRequestId)
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) expect(id).toMatch(/^[\w-]{12}$/)
})
