import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import path from 'node:path'
import { buffer, json } from 'node:stream/consumers'
import { builtInIssuer } from '#server/modules/accounts/issuer.ts'
import {
  type Account,
  findAccountByEmail,
  insertAccount,
} from '#server/modules/accounts/repository.ts'
import { findSession } from '#server/modules/accounts/sessions/repository.ts'
import { upsertUserFromClaims } from '#server/modules/accounts/sign-in/identities.ts'
import { createPasswordHasher } from '#server/modules/accounts/sign-in/passwords.ts'
import { queueTracks } from '#server/modules/processing/queue-repository.ts'
import { processNext } from '#server/modules/processing/worker.ts'
import { analyzeAudio } from '#server/platform/media/analysis/audio-analysis.ts'
import { audioContentTypes } from '#server/platform/media/audio-formats.ts'
import { readAudioMetadata } from '#server/platform/media/audio-metadata.ts'
import type { AudioProcessor } from '#server/platform/media/audio-processor.ts'
import { renderTask } from '#server/platform/media/render/render-task.ts'
import { openLocalDisk } from '#server/platform/objects/local-disk.ts'
import { runEmbeddedServer } from '#server/platform/postgres/embedded-server.ts'
import { connect, type Db, toUrl } from '#server/platform/postgres/open.ts'
import { hashToken } from '#server/platform/secrets/secrets.ts'
import { makeUpload } from '#server/testing/factories.ts'
import { startTestSession } from '#server/testing/sessions.ts'
import { fixturePort, port } from './ports.ts'
import { toneOf } from './tone.ts'

/**
 * Sessions and tracks for the end-to-end tests whose subject is neither signing in nor uploading: the forms and the
 * password hash take a quarter of a second of the server's CPU time for each user, the sandbox processes half a second
 * for each track. `account.spec.ts` uses the forms, the specs of uploads upload. Accounts are complete: they can sign in
 * later.
 *
 * A server of its own next to the product; browsers send cookies to every port of a host.
 */
export async function startFixtureServer(dataDir: string): Promise<void> {
  const connection = await runEmbeddedServer(path.join(dataDir, 'postgres'))
  const { db, pool } = connect(
    toUrl(connection),
    () => {},
    async () => {},
  )
  const routes: Record<string, Handler> = {
    'POST /sessions': await createSignIn(db),
    'POST /tracks': await createTracks(db, path.join(dataDir, 'objects')),
    'POST /databases': async (_, response) => {
      const database = `dedicated_${randomBytes(6).toString('hex')}`
      await pool.query(`create database ${database}`)
      response.end(toUrl({ ...connection, database }))
    },
    'GET /': async (_, response) => void response.end('ready'),
  }
  createServer((request, response) => {
    const handle = routes[`${request.method} ${request.url}`] ?? notFound
    handle(request, response).catch((error: unknown) => {
      response.statusCode = 500
      response.end(String(error))
    })
  }).listen(fixturePort)
}

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

const notFound: Handler = async (_, response) => {
  response.statusCode = 404
  response.end()
}

/** An account that exists is signed in, whatever its name. */
type NewUser = { email: string; displayName: string }

async function createSignIn(db: Db): Promise<Handler> {
  const hasher = createPasswordHasher({ log2N: 8, r: 8, p: 1 })
  const passwordHash = await hasher.hash('a long enough secret')

  async function findOrCreateAccount({ email, displayName }: NewUser): Promise<Account> {
    const account = await findAccountByEmail(db, email)
    if (account) return account
    const created = { email, displayName, passwordHash, emailVerified: false }
    return (await insertAccount(db, created)) ?? findOrCreateAccount({ email, displayName })
  }

  return async (request, response) => {
    const account = await findOrCreateAccount((await json(request)) as NewUser)
    const sid = await startTestSession(db, await userOf(db, account))
    response.setHeader('set-cookie', `sid=${sid}; Path=/; HttpOnly; SameSite=Lax`)
    response.end()
  }
}

const userOf = async (db: Db, { id, email, emailVerified, displayName }: Account) => {
  const user = await upsertUserFromClaims(db, {
    issuer: builtInIssuer,
    subject: id,
    email,
    emailVerified,
    name: displayName,
  })
  return user.id
}

/** In the header `x-track`, URL-encoded. Without `seconds` the body is the audio file. */
type NewTrack = { fields: object; seconds?: number; renditions?: boolean }

/** What a sandbox process returns is computed here, and analyses only once for each file. */
async function createTracks(db: Db, directory: string): Promise<Handler> {
  const store = await openLocalDisk({ directory, publicUrl: 'http://localhost', secret: 'unused' })
  const metadataOf = memoizeByContent((bytes) =>
    readAudioMetadata({
      size: bytes.length,
      read: async (start, end) => bytes.subarray(start, end),
    }),
  )
  const analysisOf = memoizeByContent((bytes) =>
    analyzeAudio({ size: bytes.length, read: async (start, end) => bytes.subarray(start, end) }),
  )
  const processor: AudioProcessor = {
    analyze: async ({ size, read }) => analysisOf(Buffer.from(await read(0, size))),
    render: async (file, options, write) =>
      (await renderTask({ ...file, write }, options)) as { headerBytes: number },
    close: async () => {},
  }

  /** A registered audio file of a user. */
  async function storeAudio(bytes: Buffer, userId: string): Promise<string> {
    const metadata = await metadataOf(bytes)
    if (!metadata) throw new Error('The file is no supported audio.')
    const { format, durationSeconds } = metadata
    const { objectPath } = await makeUpload(db, userId, 'audio', {
      format,
      size: bytes.length,
      duration: Math.max(1, Math.round(durationSeconds)),
    })
    await store.write(objectPath.replace('/objects/', ''), bytes, {
      contentType: audioContentTypes[format],
    })
    return objectPath
  }

  /** Analyzes a track, unless the server has begun to; makes its renditions in any case, which the server does not. */
  async function analyze(trackId: string, renditions: boolean): Promise<void> {
    const deps = { db, store, processor, renditions, hasFreeSpace: () => true }
    let processed = await processNext(deps, trackId)
    while (renditions && !processed) {
      await queueTracks(db, { trackId }, deps)
      processed = await processNext(deps, trackId)
    }
  }

  /** A track of the user whose session is in the cookie; the server under test creates it. */
  const createTrack: Handler = async (request, response) => {
    const {
      fields,
      seconds,
      renditions = false,
    } = JSON.parse(decodeURIComponent(String(request.headers['x-track']))) as NewTrack
    const cookie = String(request.headers.cookie)
    const bytes = seconds === undefined ? await buffer(request) : toneOf(seconds)
    const audioUrl = await storeAudio(bytes, await userIdOf(db, cookie))
    const created = await fetch(`http://localhost:${port}/api/tracks`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ ...fields, audioUrl }),
    })
    if (!created.ok) throw new Error(`${created.status} ${await created.text()}`)
    const track = (await created.json()) as { id: string }
    await analyze(track.id, renditions)
    response.end(JSON.stringify(track))
  }
  return createTrack
}

async function userIdOf(db: Db, cookie: string): Promise<string> {
  const sid = /(?:^|; )sid=([^;]+)/.exec(cookie)?.[1] ?? ''
  const session = await findSession(db, hashToken(decodeURIComponent(sid)))
  if (!session) throw new Error('Nobody is signed in.')
  return session.user.id
}

function memoizeByContent<T>(compute: (bytes: Buffer) => Promise<T>) {
  const results = new Map<string, Promise<T>>()
  return (bytes: Buffer): Promise<T> => {
    const digest = createHash('sha256').update(bytes).digest('hex')
    const result = results.get(digest) ?? compute(bytes)
    results.set(digest, result)
    return result
  }
}
