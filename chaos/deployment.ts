import path from 'node:path'
import { sql } from 'drizzle-orm'
import { onTestFinished } from 'vitest'
import { type ObjectsConfig, readConfig } from '#server/config.ts'
import type { ObjectStore } from '#server/platform/objects/object-store.ts'
import { openObjectStore } from '#server/platform/objects/open.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { audioObject, uploadKey } from '#server/shared/object-keys.ts'
import { insertAdministrator } from '#server/testing/accounts.ts'
import { type Caller, createCaller } from '#server/testing/app.ts'
import { createTestDatabase } from '#server/testing/database.ts'
import { makeTrack, makeUser, type TrackRow, type UserRow } from '#server/testing/factories.ts'
import { type FaultProxy, startFaultProxy } from '#server/testing/fault-proxy.ts'
import { freePort } from '#server/testing/free-port.ts'
import { fixture } from '#server/testing/sample-files.ts'
import {
  type AtEnd,
  dataFolder,
  type ServerProcess,
  startServerProcess,
} from '#server/testing/server-process.ts'
import { startTestSession, testSessionSecret } from '#server/testing/sessions.ts'

/** Servers as real processes that a test can kill, with their database and store, observed from outside. */
export type Deployment = {
  url: string
  dataDir: string
  databaseUrl: string
  /** A direct connection, not through the servers or a fault proxy. */
  db: Db
  store: ObjectStore
  visitor: Caller
  /** Starts a server and waits until it is ready; always on the same URL. */
  start(): Promise<ServerProcess>
  /** Another server of the same deployment, on a URL of its own. */
  startAnother(): Promise<ServerProcess>
  /** Another server on this port, of this version unless another version's program is named. */
  startAt(port: number, program?: string): Promise<ServerProcess>
  createUser(): Promise<UserRow & { call: Caller; sid: string }>
  /** A track with its audio, as if it had been uploaded. */
  track(userId: string, overrides?: Partial<TrackRow>, sound?: Buffer): Promise<TrackRow>
  /** A caller with this session, on any server of the deployment. */
  callerAt(url: string, sid: string): Caller
}

type Options = {
  /** Settings as in the environment. */
  env?: Record<string, string>
  nodeOptions?: readonly string[]
  dataDir?: string
  /** How the servers reach the database; directly by default. */
  databaseThrough?(url: string): Promise<string>
  objects?: ObjectsConfig
  atEnd?: AtEnd
}

export async function makeDeployment(overrides: Options = {}): Promise<Deployment> {
  const { env = {}, nodeOptions = [], atEnd = onTestFinished } = overrides
  const { dataDir = dataFolder(atEnd) } = overrides
  const database = await createTestDatabase()
  atEnd(database.drop)
  await insertAdministrator(database.postgres.db)
  const url = `http://localhost:${await freePort()}`
  const DATABASE_URL = (await overrides.databaseThrough?.(database.url)) ?? database.url
  const settings = {
    DATABASE_URL,
    PUBLIC_URL: url,
    DATA_DIR: dataDir,
    SESSION_SECRET: testSessionSecret,
    ...env,
  }
  const objects = overrides.objects ?? readConfig(settings).objects
  const store = await openObjectStore(objects, { publicUrl: url, secret: 'read only' })
  atEnd(() => store.close())
  const startAt = async (port: number, program?: string) => {
    const env = { ...settings, PORT: String(port) }
    const server = await startServerProcess(dataDir, env, { nodeOptions, atEnd, program })
    await server.ready()
    return server
  }
  const { db } = database.postgres
  const callerAt = (serverUrl: string, sid: string) =>
    createCaller(serverUrl, { cookie: `sid=${sid}` })
  return {
    url,
    dataDir,
    databaseUrl: database.url,
    db,
    store,
    visitor: createCaller(url, {}),
    start: () => startAt(Number(new URL(url).port)),
    startAnother: async () => startAt(await freePort()),
    startAt,
    createUser: async () => {
      const user = await makeUser(db)
      const sid = await startTestSession(db, user.id)
      return { ...user, sid, call: callerAt(url, sid) }
    },
    track: async (userId, overrides, sound = fixture('tone.mp3')) => {
      const track = await makeTrack(db, userId, overrides)
      const { id, audioPath: objectPath } = track
      const { key, contentType } = audioObject(objectPath) ?? { key: '', contentType: '' }
      await store.write(key, sound, { contentType })
      // Only these columns: an older version of the database may not have the others.
      await db.execute(sql`
        insert into uploads (id, user_id, key, state, kind, object_path, content_type, size, duration, registered_at)
        values (${id}, ${userId}, ${uploadKey(id)}, 'used', 'audio', ${objectPath}, ${contentType}, ${sound.length}, 12, now())`)
      return track
    },
    callerAt,
  }
}

export const temporaryFolder = ({ dataDir }: { dataDir: string }) =>
  path.join(dataDir, 'objects/.temporary')

/** Its servers reach the database through a proxy that a test breaks. */
export async function makeDeploymentBehindProxy(atEnd: AtEnd) {
  let proxy: FaultProxy | undefined
  const deployment = await makeDeployment({
    atEnd,
    databaseThrough: async (url) => {
      proxy = await startFaultProxy(new URL(url))
      atEnd(proxy.close)
      return proxy.url
    },
  })
  const { pid } = await deployment.start()
  if (!proxy) throw new Error('There is no proxy.')
  return { deployment, proxy, pid }
}
