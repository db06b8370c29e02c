import { expect, test } from 'vitest'
import { defaultListenBrainzUrl } from '#contract/scrobbling-services.ts'
import { scrobblingAccounts } from '#server/database/schema.ts'
import { makeUser } from '#server/testing/factories.ts'
import { setUpTestDatabase } from '#server/testing/set-up.ts'
import { claimAccount } from './repository.ts'

const database = setUpTestDatabase()

test('scrobbling: servers that users have named delay only each other', async () => {
  const { db } = database.postgres
  const account = { service: 'listenbrainz', username: 'ines', encryptedToken: '' } as const
  const urls = ['https://one.example', 'https://two.example', defaultListenBrainzUrl]
  for (const [index, url] of urls.entries()) {
    const nextAttemptAt = new Date(Date.now() - (10 - index) * 60_000)
    const { id: userId } = await makeUser(db)
    await db.insert(scrobblingAccounts).values({ ...account, userId, url, nextAttemptAt })
  }
  const claim = async (isElsewhere: boolean) =>
    (await claimAccount(db, { service: 'listenbrainz', isElsewhere }))?.url
  expect(await claim(false)).toBe(defaultListenBrainzUrl)
  expect(await claim(false)).toBeUndefined()
  expect([await claim(true), await claim(true)]).toEqual(urls.slice(0, 2))
})
