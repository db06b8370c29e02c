import { expect, test, vi } from 'vitest'
import { ApiError } from '#web/api/client.ts'
import { idempotentCreate } from './idempotent-create.ts'

const track = { title: 'Kettle', audioUrl: '/objects/audio/1' }
const conflict = new ApiError(409, '', '{"message":"This audio file is already used by a track."}')
const lost = new TypeError('Failed to fetch')

test('idempotent create: a conflict after a lost response counts as success', async () => {
  const create = idempotentCreate(
    vi.fn().mockRejectedValueOnce(lost).mockRejectedValueOnce(conflict),
  )
  await expect(create(track)).rejects.toBe(lost)
  await expect(create(track)).resolves.toBeUndefined()
})

test('idempotent create: any other conflict is an error', async () => {
  const create = idempotentCreate(vi.fn().mockRejectedValueOnce(lost).mockRejectedValue(conflict))
  await expect(create({ ...track, audioUrl: '/objects/audio/2' })).rejects.toBe(lost)
  await expect(create(track)).rejects.toBe(conflict)
})
