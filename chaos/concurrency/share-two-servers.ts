import { randomUUID } from 'node:crypto'
import type { ServerProcess } from '#server/testing/server-process.ts'
import { type Deployment, makeDeployment } from '../deployment.ts'
import { shareBetweenTests } from '../share-between-tests.ts'

type TwoServers = {
  deployment: Deployment
  servers: [ServerProcess, ServerProcess]
  urls: string[]
  administratorId: string
}
export type StartTwoServers = () => Promise<TwoServers>

/** Starting two servers takes 3 s of CPU time. */
export const shareTwoServers = (): StartTwoServers =>
  shareBetweenTests(async (atEnd) => {
    const administratorId = randomUUID()
    const env = { ADMIN_USER_IDS: administratorId }
    const deployment = await makeDeployment({ env, atEnd })
    const servers = await Promise.all([deployment.start(), deployment.startAnother()])
    return { deployment, servers, urls: servers.map(({ url }) => url), administratorId }
  })
