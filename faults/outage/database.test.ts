import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { playlists } from '#server/database/schema.ts'
import { openWire, type Wire, type WireFault } from '#server/testing/wire.ts'
import { chances } from '../chances.ts'
import { often, seed } from '../scale.ts'
import { makeSite, type Site } from '../site.ts'
import { expectSound } from '../soundness.ts'
import { people, startBusyPeople } from './busy-people.ts'
import { timed } from './patience.ts'

const rounds = often(12, 3)

test(`a database that hangs, refuses or breaks off ${rounds} times (seed ${seed})`, async () => {
  const chance = chances('database outage')
  const { site, wire } = await startBehindWire()
  const busy = await startBusyPeople(site)
  await busy.untilWell()
  for (const fault of faultsFor(rounds)) {
    await delay(chance.between(0, 300))
    await wire.break(fault)
    await busy.untilTold()
    await expectSignInPage(site)
    await delay(chance.between(0, often(3000, 300)))
    await wire.mend()
    await busy.untilWell()
  }
  await expectAllWell(site, busy)
}, 600_000)

const slowRounds = often(8, 2)

test(`a database that is slow ${slowRounds} times (seed ${seed})`, async () => {
  const chance = chances('slow database')
  const { site, wire } = await startBehindWire()
  const busy = await startBusyPeople(site)
  await busy.untilWell()
  for (let round = 0; round < slowRounds; round++) {
    // From what a call of several questions just bears to what none does.
    await wire.break({ kind: 'slow', ms: chance.between(200, 2500) })
    await busy.untilAnswered()
    await expectSignInPage(site)
    await wire.mend()
    await busy.untilWell()
  }
  await expectAllWell(site, busy)
}, 600_000)

type BusyPeople = Awaited<ReturnType<typeof startBusyPeople>>

async function expectAllWell(site: Site, busy: BusyPeople): Promise<void> {
  await busy.stop()
  expect(busy.wrong).toEqual([])
  const kept = new Set((await site.db.select().from(playlists)).map(({ title }) => title))
  expect(busy.acknowledged.filter((title) => !kept.has(title))).toEqual([])
  expect(busy.acknowledged.length).toBeGreaterThan(people)
  await expectSound(site)
}

function faultsFor(count: number): WireFault[] {
  const chance = chances('kinds of database outage')
  const kinds = (): WireFault[] => [
    { kind: 'hangs' },
    { kind: 'refuses' },
    { kind: 'cuts', afterBytes: chance.between(0, 3000) },
  ]
  const turns = Array.from({ length: Math.ceil(count / 3) }, () => chance.shuffled(kinds()))
  return turns.flat().slice(0, count)
}

async function startBehindWire(): Promise<{ site: Site; wire: Wire }> {
  const wires: Wire[] = []
  const site = await makeSite({
    databaseThrough: async (url) => {
      const wire = await openWire(new URL(url))
      onTestFinished(wire.close)
      wires.push(wire)
      return wire.url
    },
  })
  await site.start()
  const [wire] = wires
  if (!wire) throw new Error('There is no wire.')
  return { site, wire }
}

/** A page in any case: one that says what is wrong, or the way to the form. */
async function expectSignInPage({ visitor }: Site): Promise<void> {
  const page = await timed('sign in', visitor('GET', '/api/login'))
  expect([302, 503]).toContain(page.status)
  if (page.status === 503) expect(page.type).toContain('text/html')
}
