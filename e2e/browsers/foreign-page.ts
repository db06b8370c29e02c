import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A page of another site with one frame, which is marked once it has loaded. */
export async function startForeignPage(src: string, height = 166) {
  const server = createServer((_request, response) =>
    response
      .setHeader('content-type', 'text/html')
      .end(
        `<!doctype html><body style="margin:0"><iframe src="${src}" title="Player" width="600" height="${height}" style="border:0;display:block" onload="this.dataset.loaded = ''"></iframe>`,
      ),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  // Another site than localhost.
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() }
}
