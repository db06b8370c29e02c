import { expect, test } from 'vitest'
import { users } from '#server/database/schema.ts'
import { createTestDatabase } from './database.ts'

test('each test database has every table and no rows of another one', async () => {
  const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()])
  try {
    await one.postgres.db
      .insert(users)
      .values({ username: 'ada', issuer: 'https://id.example.org', subject: '1' })
    expect(await one.postgres.db.select().from(users)).toHaveLength(1)
    expect(await other.postgres.db.select().from(users)).toHaveLength(0)
  } finally {
    await Promise.all([one.drop(), other.drop()])
  }
})
