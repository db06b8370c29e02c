import path from 'node:path'
import { freePort } from '#server/testing/free-port.ts'
import { ensureBuild } from '../../scripts/build.ts'
import { type Server, startServer } from './server-process.ts'

const script = path.join(import.meta.dirname, '../../scripts/start.ts')

export type SoundpostOptions = {
  dataDir: string
  /** An existing database, such as a dataset; by default an embedded one in the data folder. */
  databaseUrl?: string
  nodeOptions?: readonly string[]
  settings?: Record<string, string>
}

const administrator = { email: 'admin@localhost', password: 'correct horse battery' }

/** The product as `npm start` runs it, with limits that no benchmark reaches. */
export async function startSoundpost(options: SoundpostOptions): Promise<Server> {
  await ensureBuild()
  const port = await freePort()
  return startServer({
    command: process.execPath,
    options: [...(options.nodeOptions ?? []), script],
    env: {
      PORT: String(port),
      DATA_DIR: options.dataDir,
      RATE_LIMIT_SCALE: '1000000',
      RENDITIONS: 'off',
      LOG_LEVEL: 'warn',
      ADMIN_PASSWORD: administrator.password,
      ...(options.databaseUrl && {
        DATABASE_URL: options.databaseUrl,
      }),
      ...options.settings,
    },
    url: `http://localhost:${port}`,
    healthPath: '/readyz',
  })
}
