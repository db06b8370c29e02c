import { expect, test, vi } from 'vitest'
import { ApiError } from '#web/api/client.ts'
import { idempotentCreate } from './idempotent-create.ts'

const track = { title: 'Kettle', audioUrl: '/objects/audio/1' }
const conflict = new ApiError(409, '', '{"message":"This audio file is already used by a track."}')

test('idempotent create: a conflict with a track of ours counts as success', async () => {
  const find = vi.fn().mockResolvedValue('ours')
  const create = idempotentCreate(vi.fn().mockRejectedValue(conflict), find)
  await expect(create(track)).resolves.toBe('ours')
  expect(find).toHaveBeenCalledWith('/objects/audio/1')
})

test('idempotent create: any other conflict is an error', async () => {
  const create = idempotentCreate(vi.fn().mockRejectedValue(conflict), async () => undefined)
  await expect(create(track)).rejects.toBe(conflict)
})
