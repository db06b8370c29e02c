import { expect, test } from 'vitest'
import { StartupError } from '#server/errors.ts'
import { setUpTestDatabase } from '#server/testing/set-up.ts'
import { assertTimeZone } from './time-zone.ts'

const database = setUpTestDatabase()

test.each(['UTC', 'Europe/Berlin', 'America/St_Johns', 'Asia/Kathmandu', 'Etc/GMT+2'])(
  'time zone: the database and the server mean the same by %s',
  async (name) => {
    await assertTimeZone(database.postgres.db, name)
  },
)

test('time zone: one that the database reads otherwise, or does not know, is refused in one sentence', async () => {
  // An offset: east of Greenwich here, west of it there.
  for (const [name, problem] of [
    ['+02:00', 'reads otherwise'],
    ['CET', 'reads otherwise'],
    ['Mars/Olympus', 'does not know'],
  ] as const)
    await expect(assertTimeZone(database.postgres.db, name)).rejects.toThrow(
      new StartupError(
        `TZ_STATS is ${name}, a time zone that the database ${problem}: use the name of a place, such as Europe/Berlin.`,
      ),
    )
})
