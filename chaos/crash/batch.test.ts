import { expect, test } from 'vitest'
import { batchSteps, expectUploadedOnce } from '../batch-upload.ts'
import { makeDeployment } from '../deployment.ts'
import { expectIntegrity } from '../integrity.ts'
import { isLong, repetitions, seed } from '../scale.ts'
import { seededRandom } from '../seeded-random.ts'

const rounds = repetitions(6, 1, 'crash')
/** What a killed server was receiving is free again after a quarter of a minute, for which upload.test.ts waits. */
const steps = isLong('crash') ? batchSteps : (['tracks', 'release'] as const)

test(`a batch and its release are there once after kill -9 in any step (seed ${seed})`, async () => {
  const random = seededRandom('kill during a batch')
  const deployment = await makeDeployment()
  const { call } = await deployment.createUser()
  let server = await deployment.start()
  for (let round = 0; round < rounds; round++)
    for (const step of steps)
      await expectUploadedOnce(call, random, {
        step,
        isAnswered: round % 2 === 0,
        async begin() {
          server.signal('SIGKILL')
          expect(await server.exitCode()).toBeNull()
        },
        async end() {
          server = await deployment.start()
        },
      })
  await expectIntegrity(deployment)
}, 600_000)
