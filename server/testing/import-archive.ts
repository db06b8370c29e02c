import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { imageWidths } from '#contract/limits.ts'
import { importArchive } from '#server/modules/imports/service.ts'
import { openZip } from '#server/platform/archive/unzip.ts'
import { createMedia } from '#server/platform/media/media.ts'
import { setUpTestApp } from './set-up.ts'
import { zipOf } from './zip.ts'

type Files = Record<string, Buffer | string>

/** A site that archives are made for and imported by. Call it where tests are declared. */
export function setUpImports() {
  const site = setUpTestApp()
  let folder: string
  const media = createMedia({ imageWidths })
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'soundpost-import-'))
  })
  afterAll(async () => {
    await media.close()
    await rm(folder, { recursive: true, force: true })
  })
  const db = () => site.postgres.db
  return {
    db,

    async makeArchive(documents: Record<string, unknown>, files: Files = {}) {
      const texts = Object.entries(documents).map(([name, document]) => [
        name,
        typeof document === 'string' ? document : JSON.stringify(document),
      ])
      const file = path.join(folder, `${crypto.randomUUID()}.zip`)
      await writeFile(file, await zipOf({ ...Object.fromEntries(texts), ...files }))
      return file
    },

    async importFile(
      file: string,
      userId: string,
      overrides: { hasFreeSpace?(bytes: number): boolean } = {},
    ) {
      const archive = await openZip(file)
      try {
        const deps = { db: db(), hasFreeSpace: () => true, store: site.store, media, ...overrides }
        return await importArchive(deps, archive, userId)
      } finally {
        archive.close()
      }
    },
  }
}
