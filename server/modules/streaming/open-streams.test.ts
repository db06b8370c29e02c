import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { beforeAll, expect, test, vi } from 'vitest'
import { makeTrack, makeUser } from '#server/testing/factories.ts'
import { wavOfSize } from '#server/testing/sample-files.ts'
import { startTestSession } from '#server/testing/sessions.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'
import { upload } from '#server/testing/upload-client.ts'

const site = setUpTestSite({ streamCheckMs: 50 })
const connections: Socket[] = []
beforeAll(() => {
  site.app.server.on('connection', (socket: Socket) => connections.push(socket))
})

/** A response that is larger than all buffers in between, of which only the headers are read. */
async function openStream(trackId: string, listenerId?: string): Promise<IncomingMessage> {
  const headers = listenerId
    ? { cookie: `sid=${await startTestSession(site.postgres.db, listenerId)}` }
    : {}
  const request = get(`${site.url}/api/tracks/${trackId}/audio`, { headers })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  expect(response.statusCode).toBe(200)
  response.on('error', () => {})
  return response
}

/** Resolves to whether the response was complete. */
async function readOn(response: IncomingMessage): Promise<boolean> {
  response.resume()
  await new Promise<void>((resolve) => {
    if (response.closed) resolve()
    else response.once('close', () => resolve())
  })
  return response.complete
}

test('open streams: those of a suspended listener or uploader, or a deleted one, end; others go on', async () => {
  const { db } = site.postgres
  const users = {
    suspendedListener: await makeUser(db),
    suspendedUploader: await makeUser(db),
    deletedUploader: await makeUser(db),
    other: await makeUser(db),
  }
  const trackOf = async ({ id }: { id: string }) => {
    const audioPath = await upload(await site.as({ id }), 'audio', wavOfSize(16 * 1024 * 1024))
    return (await makeTrack(db, id, { audioPath })).id
  }
  const trackId = await trackOf(users.other)
  const streams = {
    asListener: await openStream(trackId, users.suspendedListener.id),
    ofSuspended: await openStream(await trackOf(users.suspendedUploader), users.other.id),
    ofDeleted: await openStream(await trackOf(users.deletedUploader)),
    unaffected: await openStream(trackId, users.other.id),
    anonymous: await openStream(trackId),
  }
  for (const user of [users.suspendedListener, users.suspendedUploader]) {
    const path = `/api/admin/users/${user.id}/suspension`
    const response = await site.asAdministrator('POST', path, { body: { reason: 'Spam.' } })
    expect(response.status).toBe(200)
  }
  const deletion = await site.asAdministrator(
    'DELETE',
    `/api/users/${users.deletedUploader.id}/admin`,
  )
  expect(deletion.status).toBe(204)
  // Read only then: until the server ends them they could be completed.
  for (const ended of [streams.asListener, streams.ofSuspended, streams.ofDeleted]) {
    const { localPort } = ended.socket
    const connection = connections.findLast(({ remotePort }) => remotePort === localPort)
    await vi.waitFor(() => expect(connection?.destroyed).toBe(true), { timeout: 20_000 })
    expect(await readOn(ended)).toBe(false)
  }
  expect(await readOn(streams.unaffected)).toBe(true)
  expect(await readOn(streams.anonymous)).toBe(true)
})
