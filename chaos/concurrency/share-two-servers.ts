import { randomUUID } from 'node:crypto'
import { afterAll, onTestFailed } from 'vitest'
import type { ServerProcess } from '#server/testing/server-process.ts'
import { type Deployment, makeDeployment } from '../deployment.ts'

type TwoServers = {
  deployment: Deployment
  servers: [ServerProcess, ServerProcess]
  urls: string[]
  administratorId: string
}
export type StartTwoServers = () => Promise<TwoServers>

/** The tests of a file share them: starting two servers takes 3 s of CPU time. After a failure, two others are started. */
export function shareTwoServers(): StartTwoServers {
  const ends: (() => Promise<void>)[] = []
  afterAll(async () => {
    for (const end of ends.toReversed()) await end()
  })
  const start: StartTwoServers = async () => {
    const administratorId = randomUUID()
    const env = { ADMIN_USER_IDS: administratorId }
    const deployment = await makeDeployment({ env, atEnd: (end) => ends.push(end) })
    const servers = await Promise.all([deployment.start(), deployment.startAnother()])
    return { deployment, servers, urls: servers.map(({ url }) => url), administratorId }
  }
  let started: Promise<TwoServers> | undefined
  return () => {
    onTestFailed(() => {
      started = undefined
    })
    started ??= start()
    return started
  }
}
