import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { UploadRejected } from '#server/platform/objects/incoming-upload.ts'
import { type LocalDisk, openLocalDisk } from '#server/platform/objects/local-disk.ts'
import { NoSpaceLeft } from '#server/platform/objects/object-store.ts'

export const maxBytes = 20 * 1024 * 1024

/** A disk store whose upload URLs lead to a minimal HTTP server that accepts uploads. */
export async function openDiskWithUploadServer() {
  const directory = await mkdtemp(path.join(tmpdir(), 'local-disk-'))
  const uploads = { started: 0, ended: 0 }
  const server = createServer((request, response) => {
    uploads.started++
    void receive(disk, request, response).finally(() => uploads.ended++)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const publicUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const reopen = () => openLocalDisk({ directory, publicUrl, secret: 'a secret' })
  const disk = await reopen()
  return {
    disk,
    directory,
    publicUrl,
    uploads,
    /** The same folder and secret, as after a restart. */
    reopen,
    async stop() {
      await disk.close()
      server.closeAllConnections()
      server.close()
      await rm(directory, { recursive: true })
    },
  }
}

async function receive(
  disk: LocalDisk,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '', 'http://localhost')
  const length = request.headers['content-length']
  try {
    await disk.receive({
      key: url.pathname.replace('/api/objects/upload/', ''),
      expires: url.searchParams.get('expires') ?? '',
      signature: url.searchParams.get('signature') ?? '',
      body: request,
      contentLength: length === undefined ? undefined : Number(length),
      maxBytes,
    })
    response.writeHead(200).end()
  } catch (error) {
    response.writeHead(statusOf(error)).end()
    // A client reads the response only after it has sent everything.
    request.resume()
  }
}

function statusOf(error: unknown): number {
  if (error instanceof NoSpaceLeft) return 507
  if (!(error instanceof UploadRejected)) return 500
  return error.reason === 'too-large' ? 413 : error.reason === 'incomplete' ? 400 : 403
}
