import { expect, test, vi } from 'vitest'
import { ApiError } from '#web/api/client.ts'
import { sendAudio } from './send-audio.ts'
import { createStoredTransfer } from './stored-transfer.ts'
import { createDraftStore } from './upload-draft.ts'

vi.mock('./send-audio.ts', { spy: true })

async function transferAfter(error: Error) {
  vi.mocked(sendAudio).mockRejectedValueOnce(error)
  const store = createDraftStore(new Map())
  const zone = { signal: new AbortController().signal, report: () => {} }
  const sent = createStoredTransfer(store).send(new File(['x'], 'Lid.mp3'), zone)
  await expect(sent).rejects.toThrow()
  return store.get().transfer
}

test('stored transfer: a file that the server has refused is not asked for again', async () => {
  expect(await transferAfter(new ApiError(415, '', ''))).toBeNull()
})

test('stored transfer: a file that a server in trouble did not take is still known', async () => {
  expect(await transferAfter(new ApiError(503, '', ''))).toMatchObject({
    file: { name: 'Lid.mp3' },
  })
})
