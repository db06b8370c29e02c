import { makeDeployment } from '../deployment.ts'
import { shareBetweenTests } from '../share-between-tests.ts'
import { testAbortedUploads } from './aborted-uploads.ts'
import { testManyConnections } from './many-connections.ts'
import { testSlowListeners } from './slow-listeners.ts'

const startServer = shareBetweenTests(async (atEnd) => {
  const deployment = await makeDeployment({ nodeOptions: ['--inspect=127.0.0.1:0'], atEnd })
  return { deployment, server: await deployment.start() }
})

testAbortedUploads(startServer)
testSlowListeners(startServer)
testManyConnections(startServer)
