import { readdirSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { connect } from '#server/platform/postgres/open.ts'
import type { Caller } from '#server/testing/app.ts'
import { wavOfSize } from '#server/testing/sample-files.ts'
import { requestAddress } from '#server/testing/uploading.ts'
import { chances } from '../chances.ts'
import { beginUpload } from '../death/in-flight.ts'
import { often, seed } from '../scale.ts'
import { makeSite, type Site, temporaryFolder } from '../site.ts'
import { openInspector } from '../soak/inspector.ts'
import { readVitalSigns, type VitalSigns } from '../soak/vital-signs.ts'
import { expectOrphansSwept, expectSound } from '../soundness.ts'

const aborted = often(1000, 150)
const atOnce = 50
const MB = 1024 * 1024

test(`${aborted} aborted uploads, and senders who are slow (seed ${seed})`, async () => {
  const chance = chances('aborted uploads')
  const site = await makeSite({ nodeOptions: ['--inspect=127.0.0.1:0'] })
  const server = await site.start()
  const look = await openLook(site, server)
  const { call } = await site.person()
  const slow = beginUpload(await requestAddress(call), wavOfSize(300_000))
  const temporaryFiles = () => readdirSync(temporaryFolder(site)).length
  // All asked for beforehand: the connections that this test keeps open are none that the server forgot.
  const addresses = await requestMany(call, aborted + atOnce)
  const abortSome = async () => {
    const uploads = addresses
      .splice(0, atOnce)
      .map((address) => beginUpload(address, wavOfSize(chance.between(1000, 500_000))))
    await expect.poll(temporaryFiles, patient).toBeGreaterThan(1)
    for (const upload of chance.shuffled(uploads)) upload.breakOff()
    await expect.poll(temporaryFiles, patient).toBe(1)
  }
  // The first ones fill pools and compile code.
  await abortSome()
  const before = await look()
  for (let done = 0; done < aborted; done += atOnce) await abortSome()
  await expect.poll(async () => grownSince(before, await look()), patient).toEqual([])
  expect(await slow.finish()).toBe(200)
  await expectSound(site)
  await expectOrphansSwept(site)
}, 600_000)

const patient = { timeout: 60_000, interval: 50 }
/** More than noise, less than what the aborted uploads had sent by then. */
const allowance: Partial<VitalSigns> = {
  heap: 8 * MB,
  outside: 8 * MB,
  // The database's connections come and go; forgotten uploads would be more than a hundred.
  handles: 30,
}

async function requestMany(call: Caller, count: number): Promise<string[]> {
  const addresses: string[] = []
  while (addresses.length < count) addresses.push(await requestAddress(call))
  return addresses
}

function grownSince(before: VitalSigns, now: VitalSigns): string[] {
  const kinds = Object.keys(allowance) as (keyof VitalSigns)[]
  return kinds
    .filter((kind) => now[kind] - before[kind] > (allowance[kind] ?? 0))
    .map((kind) => `${kind} from ${before[kind]} to ${now[kind]}`)
}

async function openLook(site: Site, server: { pid: number; output(): string }) {
  const inspector = await openInspector(server.output())
  onTestFinished(inspector.close)
  const postgres = connect(
    site.databaseUrl,
    () => {},
    async () => {},
  )
  onTestFinished(postgres.close)
  return () => readVitalSigns({ pid: server.pid, dataDir: site.dataDir, postgres, inspector })
}
