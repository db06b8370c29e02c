import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathForKey } from '#server/platform/objects/disk-layout.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { audioKey, audioPath } from '#server/shared/object-keys.ts'
import { makeTrack, makeUser } from '#server/testing/factories.ts'

export type TrackOnDisk = { id: string; size: number /** Relative to the folder. */; file: string }

/** Public tracks with this many random bytes each, as the disk store saves them. */
export async function putTracks(
  db: Db,
  objects: string,
  { count, size }: { count: number; size: number },
): Promise<TrackOnDisk[]> {
  const { id: userId } = await makeUser(db)
  const made: TrackOnDisk[] = []
  while (made.length < count) {
    const name = randomUUID()
    const file = pathForKey(objects, audioKey(name, 'mp3'))
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, randomBytes(size))
    const { id } = await makeTrack(db, userId, { audioPath: audioPath(name, 'mp3') })
    made.push({ id, size, file: path.relative(objects, file) })
  }
  return made
}
