import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { signIn } from '#server/testing/accounts.ts'
import { type Browser, createBrowser } from '#server/testing/browser.ts'
import { freePort } from '#server/testing/free-port.ts'
import { createWav } from '#server/testing/wav.ts'
import { expectEqual, findCompose, run, runEngine } from './engine.ts'

const admin = { email: 'you@example.org', password: 'a password for tests' }
const file = createWav(1_000_000)

type Images = { image: string; prefix: string; standIns: boolean }

/** Runs deploy/compose.yaml: sign in, upload, play, kill one server, play on. */
export async function testCompose(images: Images): Promise<string> {
  const compose = findCompose()
  if (!compose) return 'deploy/compose.yaml was not tried, because there is no compose.'
  const project = `${images.prefix}-compose`
  const host = `${project}.localhost`
  const port = await freePort()
  const folder = mkdtempSync(path.join(tmpdir(), 'soundpost-compose-'))
  const override = path.join(folder, 'images.yaml')
  writeFileSync(override, JSON.stringify({ services: imagesOf(images) }))
  const command = [...compose, '-p', project, '-f', 'deploy/compose.yaml', '-f', override]
  const env = {
    SITE_HOST: host,
    PUBLIC_URL: `http://${host}`,
    HTTP_PORT: String(port),
    SESSION_SECRET: 's'.repeat(64),
    DATABASE_PASSWORD: 'd'.repeat(64),
    S3_ROOT_SECRET_KEY: 'r'.repeat(64),
    S3_SECRET_ACCESS_KEY: 'a'.repeat(64),
    S3_UPLOAD_SECRET_ACCESS_KEY: 'u'.repeat(64),
    ADMIN_EMAILS: admin.email,
    ADMIN_PASSWORD: admin.password,
  }
  try {
    run([...command, 'up', '-d', '--no-build'], { seconds: 300, env })
    const browser = createBrowser(`http://${host}`, {
      resolveUrl: ({ pathname, search }) => new URL(pathname + search, `http://127.0.0.1:${port}`),
    })
    await waitUntilReady(browser)
    await signIn(browser, admin)
    const id = await publishTrack(browser)
    await play(browser, id)
    const [first = ''] = containersOf(project, 'soundpost-1')
    runEngine(['kill', first])
    const running = runEngine(['inspect', '--format', '{{.State.Running}}', first])
    expectEqual('the first server runs', running, 'false')
    // Both of nginx's workers learn that the server is gone.
    for (let index = 0; index < 20; index++) await play(browser, id)
    const { status } = await browser.call('PUT', `/api/tracks/${id}`, { title: 'Salt Marsh II' })
    expectEqual('status of a write with one server', status, 200)
    return 'deploy/compose.yaml: signed in, uploaded, played, killed one server, played on.'
  } catch (error) {
    for (const service of ['database', 'soundpost-1', 'store-setup', 'nginx'])
      for (const name of containersOf(project, service))
        runEngine(['logs', '--tail', '20', name], { quiet: false })
    throw error
  } finally {
    run([...command, 'down', '-v'], { seconds: 120, env })
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The image under test, and stand-ins for the others where no registry can be reached. */
function imagesOf({ image, prefix, standIns }: Images) {
  const own = Object.fromEntries(
    ['soundpost-1', 'soundpost-2', 'store-setup'].map((name) => [name, { image }]),
  )
  if (!standIns) return own
  const others = Object.entries({ database: 'postgres', store: 'store', nginx: 'nginx' })
  return {
    ...own,
    ...Object.fromEntries(others.map(([name, kind]) => [name, { image: `${prefix}-${kind}` }])),
  }
}

const containersOf = (project: string, service: string) =>
  runEngine([
    ...['ps', '-a', '--format', '{{.Names}}'],
    ...['--filter', `label=com.docker.compose.project=${project}`],
    ...['--filter', `label=com.docker.compose.service=${service}`],
  ])
    .split('\n')
    .filter(Boolean)

/** Until direct uploads work, which needs the bucket's policy. */
async function waitUntilReady(browser: Browser): Promise<void> {
  for (const deadline = Date.now() + 180_000; ; await delay(1000)) {
    const page = await browser.request('/readyz').catch(() => undefined)
    if (page?.status === 200) return
    if (Date.now() > deadline) throw new Error(`The site did not become ready: ${page?.text}`)
  }
}

async function publishTrack(browser: Browser): Promise<string> {
  const type = 'audio/wav'
  const { body } = await browser.call<{ uploadURL: string }>('POST', '/api/objects/upload', {
    size: file.length,
    contentType: type,
  })
  expectEqual('host of the upload URL', new URL(body.uploadURL).pathname.split('/')[1], 'files')
  const headers = { 'content-type': type }
  const sent = await browser.request(body.uploadURL, { method: 'PUT', body: file, headers })
  expectEqual('status of the upload', sent.status, 200)
  const registered = await browser.call<{ objectPath: string }>('PUT', '/api/tracks/audio', {
    audioURL: body.uploadURL,
  })
  expectEqual('status of the registration', registered.status, 200)
  const created = await browser.call<{ id: string }>('POST', '/api/tracks', {
    title: 'Salt Marsh',
    audioUrl: registered.body.objectPath,
  })
  expectEqual('status of the new track', created.status, 201)
  return created.body.id
}

async function play(browser: Browser, id: string): Promise<void> {
  const { status, headers, url } = await browser.open(`/api/tracks/${id}/audio`)
  expectEqual('status of the audio', status, 200)
  expectEqual('bytes of the audio', headers.get('content-length'), String(file.length))
  expectEqual('where the audio comes from', url.pathname.split('/')[1], 'files')
  const { status: counted } = await browser.call('POST', `/api/tracks/${id}/play`)
  expectEqual('status of the play', counted, 200)
}
