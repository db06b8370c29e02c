import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { pushMessages } from '#server/database/schema.ts'
import { setUpTestDatabase } from '#server/testing/set-up.ts'
import { claimMessage } from './repository.ts'

const database = setUpTestDatabase()

test('push: new messages go out before those for services that have not responded', async () => {
  const { db } = database.postgres
  const past = (minutes: number) => new Date(Date.now() - minutes * 60_000)
  const message = { subscriptionId: randomUUID(), kind: 'like', day: '2026-01-01' } as const
  await db.insert(pushMessages).values([
    { ...message, aboutId: randomUUID(), attempts: 3, nextAttemptAt: past(9) },
    { ...message, aboutId: randomUUID(), attempts: 0, nextAttemptAt: past(1) },
  ])
  const attempts = [await claimMessage(db), await claimMessage(db)].map((one) => one?.attempts)
  expect(attempts).toEqual([1, 4])
})
