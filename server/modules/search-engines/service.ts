import type { Db } from '#server/platform/postgres/open.ts'
import { memoizeAsync } from '#server/shared/memoize-async.ts'
import { maxUrls } from './presenter.ts'
import {
  type Entry,
  findEntries,
  findFirst,
  findLater,
  type Kind,
  kinds,
  type Position,
} from './repository.ts'

/** Together with the `max-age` of the responses: the sitemap is at most a minute old. */
const ttlMs = 30_000
/** Bounds the memory of a request. */
const batchSize = 1000

type SitemapFile = { name: string; kind: Kind; from: Position; to: Position | undefined }

export type Sitemap = {
  /** The names of the files of tracks, playlists and profiles. */
  files(): Promise<string[]>
  /** Undefined if there is no such file. */
  open(name: string): Promise<AsyncGenerator<{ kind: Kind; entries: Entry[] }> | undefined>
}

/** Only where each file begins is computed in advance; what it lists is read when it is sent. */
export function createSitemap(db: Db, { urlsPerFile = maxUrls } = {}): Sitemap {
  const files = memoizeAsync(async () => (await Promise.all(kinds.map(filesOf))).flat(), ttlMs)

  async function filesOf(kind: Kind): Promise<SitemapFile[]> {
    const starts: Position[] = []
    let start = await findFirst(db, kind)
    // A statement for each file: one for all of them could exceed the timeout of statements.
    while (start) {
      starts.push(start)
      const later = await findLater(db, kind, start, urlsPerFile)
      // A file is never empty.
      start = later && (await findFirst(db, kind, later))
    }
    return starts.map((from, index) => ({
      name: `${kind}-${index + 1}.xml`,
      kind,
      from,
      to: starts[index + 1],
    }))
  }

  async function* read({ kind, from, to }: SitemapFile) {
    let next: Position | undefined = from
    for (let left = urlsPerFile; next && left > 0; ) {
      const size = Math.min(batchSize, left)
      const range = { from: next, to, limit: size + 1 }
      const readBatch = async (): Promise<Entry[]> => findEntries(db, kind, range)
      // A response that is being sent cannot report an error. A second attempt finds the rows in memory.
      const rows: Entry[] = await readBatch().catch(readBatch)
      yield { kind, entries: rows.slice(0, size) }
      next = rows[size]
      left -= size
    }
  }

  return {
    files: async () => (await files.get()).map(({ name }) => name),
    async open(name) {
      const file = (await files.get()).find((one) => one.name === name)
      return file && read(file)
    },
  }
}
