import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { isLocalDisk } from '#server/platform/objects/local-disk.ts'
import { audioObject } from '#server/shared/object-keys.ts'
import {
  aDayLater,
  createFixtures,
  type Fixtures,
  runDoctor,
} from '#server/testing/doctor-fixtures.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'

const testSite = setUpTestSite()
let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await createFixtures(testSite)
})

const at = (relative: string) => path.join(testSite.config.dataDir, relative)

test('doctor: files that have no valid key are reported and not deleted', async () => {
  const unexpected = ['objects/stray.txt', 'objects/audio/stray.txt', 'objects/notes/0ab/mine.txt']
  await mkdir(at('objects/notes/0ab'), { recursive: true })
  for (const orphan of unexpected) await writeFile(at(orphan), 'mine')
  const { output, repaired } = await runDoctor(aDayLater(testSite), true)
  expect({ repaired, output: output.toSorted() }).toEqual({
    repaired: 0,
    output: unexpected
      .map((orphan) => `${orphan} is not a file of this site. Please remove it.`)
      .toSorted(),
  })
  for (const orphan of unexpected) expect(await readFile(at(orphan), 'utf8')).toBe('mine')
})

test('doctor: audio in the wrong folder is reported as missing, with both paths', async () => {
  const { key = '' } = audioObject(fixtures.audioPath) ?? {}
  if (!isLocalDisk(testSite.store)) throw new Error('This is about files on a disk.')
  const right = testSite.store.pathFor(key)
  const shard = right.split('/').at(2) === '000' ? '001' : '000'
  const wrong = right.replace(/\/[0-9a-f]{3}\//, `/${shard}/`)
  await mkdir(path.dirname(at(wrong)), { recursive: true })
  await rename(at(right), at(wrong))
  const { output } = await runDoctor(aDayLater(testSite), true)
  expect(output).toContain(
    `The audio of the track "Three" (three) is not in the store: ${fixtures.audioPath}. Restore the file ${right} from a backup, or delete the track.`,
  )
  expect(output).toContain(`${wrong} is in the wrong folder. It belongs at ${right}.`)
  expect(output.filter((sentence) => sentence.startsWith('No row references'))).toEqual([])
  expect(await readFile(at(wrong))).toHaveLength(1000)
  await rename(at(wrong), at(right))
  expect((await runDoctor(aDayLater(testSite))).output.join()).not.toContain(key)
})
