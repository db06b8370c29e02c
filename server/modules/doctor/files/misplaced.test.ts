import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isLocalDisk } from '#server/platform/objects/local-disk.ts'
import { audioObject } from '#server/shared/object-keys.ts'
import { type Cast, startWithCast } from '#server/testing/cast.ts'
import { aDayLater, callDoctor, fillSite, type Site } from '#server/testing/examined-site.ts'

let cast: Cast
let site: Site
beforeAll(async () => {
  cast = await startWithCast()
  site = await fillSite(cast)
})
afterAll(() => cast.close())

const at = (place: string) => path.join(cast.config.dataDir, place)

it('files that no key leads to are named, and left alone', async () => {
  const strays = ['objects/stray.txt', 'objects/audio/stray.txt', 'objects/notes/0ab/mine.txt']
  await mkdir(at('objects/notes/0ab'), { recursive: true })
  for (const stray of strays) await writeFile(at(stray), 'mine')
  const { said, mended } = await callDoctor(aDayLater(cast), true)
  expect({ mended, said: said.toSorted() }).toEqual({
    mended: 0,
    said: strays
      .map((stray) => `${stray} is none of this site's files. Please take it out of the folder.`)
      .toSorted(),
  })
  for (const stray of strays) expect(await readFile(at(stray), 'utf8')).toBe('mine')
})

it('a sound in the wrong folder is missed, and both places are named', async () => {
  const { key = '' } = audioObject(site.audioUrl) ?? {}
  if (!isLocalDisk(cast.store)) throw new Error('This is about files on a disk.')
  const right = cast.store.pathFor(key)
  const shard = right.split('/').at(2) === '000' ? '001' : '000'
  const wrong = right.replace(/\/[0-9a-f]{3}\//, `/${shard}/`)
  await mkdir(path.dirname(at(wrong)), { recursive: true })
  await rename(at(right), at(wrong))
  const { said } = await callDoctor(aDayLater(cast), true)
  expect(said).toContain(
    `The sound of the track "Three" (three) is not in the store: ${site.audioUrl}. Put the file ${right} back from a backup, or delete the track.`,
  )
  expect(said).toContain(`${wrong} lies in the wrong folder. It belongs at ${right}.`)
  expect(said.filter((sentence) => sentence.startsWith('Nothing names'))).toEqual([])
  expect(await readFile(at(wrong))).toHaveLength(1000)
  await rename(at(wrong), at(right))
  expect((await callDoctor(aDayLater(cast))).said.join()).not.toContain(key)
})
