import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { inspect } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { openPostgres } from '#server/platform/postgres/open.ts'
import { createAccount, randomAccount, signIn } from '#server/testing/accounts.ts'
import { fixture, picture } from '#server/testing/sample-files.ts'
import { dataFolder, startServerProcess } from '#server/testing/server-process.ts'
import { expectFolderIntegrity } from '../integrity.ts'
import { isLong, seed } from '../scale.ts'
import { type SeededRandom, seededRandom } from '../seeded-random.ts'
import { certainGrowth } from './growth.ts'
import { countResponses, type ResponseCounter } from './http-client.ts'
import { openInspector } from './inspector.ts'
import { reportOf, type Sample } from './report.ts'
import {
  type ResourceMetrics,
  type Resources,
  readResourceMetrics,
  type Target,
} from './resource-metrics.ts'
import {
  administrator,
  createTrack,
  listener,
  newcomer,
  type Scenario,
  type Site,
  uploader,
  visitor,
} from './scenarios.ts'

/** The first rounds fill caches and pools and compile code; they are not compared. */
const { rounds, warmUp, roundMs } = isLong('soak')
  ? { rounds: 24, warmUp: 3, roundMs: 25_000 }
  : { rounds: 4, warmUp: 1, roundMs: 1000 }
const MB = 1024 * 1024
/** The permitted growth: a leak of a hundred bytes per call exceeds it. */
const allowedGrowth: Record<keyof Resources, number> = isLong('soak')
  ? {
      heap: 3 * MB,
      outside: 3 * MB,
      resident: 40 * MB,
      handles: 2,
      keptOpen: 10,
      connections: 2,
    }
  : {
      heap: 8 * MB,
      outside: 8 * MB,
      resident: 100 * MB,
      // Some aborted connections may still be closing.
      handles: 16,
      keptOpen: 20,
      // The pool may still be filling.
      connections: 20,
    }

/** Clients pause between requests for about this long: a soak is not a load test. */
const pauseMs = 50

type User = { role: Scenario; cookie: string; turns: number; chance: SeededRandom }

async function openSite(answers: ResponseCounter, url: string, password: string) {
  const cookieOf = (browser: { cookie(name: string): string | undefined }) =>
    `sid=${browser.cookie('sid')}`
  const signedUp = async () => cookieOf(await createAccount(url, randomAccount()))
  const artist = await signedUp()
  const asker = answers.asker(artist)
  const files = { sound: fixture('tone.mp3'), image: await picture() }
  const tracks: Site['tracks'] = []
  for (let number = 0; number < 5; number++)
    tracks.push(await createTrack(files, asker, `Soak number ${number}`))
  const { id: artistId } = (await asker.ask('GET', '/api/auth/user')).json<{ id: string }>()
  const site: Site = { url, ...files, tracks, artistId, reported: [] }
  const boss = cookieOf(await signIn(url, { email: 'admin@localhost', password }))
  let number = 0
  const person = (role: Scenario, cookie = ''): User => {
    const chance = seededRandom(`soak ${number++}`)
    return { role, cookie, turns: 0, chance }
  }
  const people = [
    ...[1, 2, 3, 4].map(() => person(visitor)),
    person(listener, await signedUp()),
    person(listener, await signedUp()),
    person(uploader, artist),
    person(uploader, await signedUp()),
    person(administrator, boss),
    person(newcomer),
  ]
  return { site, people }
}

async function runScenarios(ms: number, site: Site, people: User[], answers: ResponseCounter) {
  const end = Date.now() + ms
  await Promise.all(
    people.map(async (person) => {
      const asker = answers.asker(person.cookie)
      const { role, chance } = person
      const turn = () => role(site, asker, { number: person.turns++, chance })
      // At least once, however slow the machine is.
      do {
        await turn().catch((error) => answers.wrong.push(inspect(error)))
        await delay(chance.between(0, 2 * pauseMs))
      } while (Date.now() < end)
    }),
  )
  answers.hangUp()
}

/**
 * One sample of a server without requests in flight: aborted connections may still be closing,
 * and plays are written shortly after the response. A transaction that stays open fails here.
 */
async function whenIdle(patient: Target): Promise<ResourceMetrics> {
  const looks: ResourceMetrics[] = []
  const look = async () => {
    looks.push(await readResourceMetrics(patient))
    return looks.at(-1)
  }
  await expect
    .poll(look, { timeout: 15_000, interval: 200 })
    .toMatchObject({ inTransaction: 0, temporaryFiles: 0 })
  return looks.at(-1) as ResourceMetrics
}

test(`a site in use for ${(rounds * roundMs) / 1000} s returns only expected responses, and uses no more resources at the end (seed ${seed})`, async () => {
  const dataDir = dataFolder()
  const password = 'a password for tests'
  const server = await startServerProcess(
    dataDir,
    { ADMIN_PASSWORD: password },
    {
      nodeOptions: ['--inspect=127.0.0.1:0'],
    },
  )
  await server.ready()
  const inspector = await openInspector(server.output())
  onTestFinished(() => inspector.close())
  const directory = path.join(dataDir, 'postgres')
  const postgres = await openPostgres(
    { kind: 'embedded', directory },
    { exclusive: false, log() {} },
  )
  onTestFinished(() => postgres.close())
  const answers = countResponses(server.url)
  const { site, people } = await openSite(answers, server.url, password)

  const seen: Sample[] = []
  for (let round = 0; round < rounds; round++) {
    await runScenarios(roundMs, site, people, answers)
    expect(answers.wrong, server.output()).toEqual([])
    const signs = await whenIdle({ pid: server.pid, dataDir, postgres, inspector })
    seen.push({ ...signs, right: answers.right(), slowest: answers.slowest() })
  }

  console.log(reportOf(seen, { warmUp, roundMs }))
  const compared = seen.slice(warmUp)
  for (const [sign, most] of Object.entries(allowedGrowth)) {
    const samples = compared.map((signs) => signs[sign as keyof Resources])
    expect(certainGrowth(samples), `${sign}: ${samples.join(', ')}`).toBeLessThanOrEqual(most)
  }
  expect(server.output()).not.toMatch(/"level":(40|50|60)|Error/)
  await expectFolderIntegrity(dataDir)
}, 1_200_000)
