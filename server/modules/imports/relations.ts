import { z } from 'zod'
import { requiredMultiLine } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { Viewer } from '#server/viewer.ts'
import { listOf } from './archive.ts'
import { pastDate } from './dates.ts'
import {
  countCommentsLeftOut,
  countLeftOut,
  insertBlocks,
  insertComments,
  insertFollows,
  insertHistoryEntries,
  insertLikes,
  insertReposts,
  insertSavedPlaylists,
  keepsHistory,
} from './repository.ts'

/** The file of each relation, and its field with the time. */
const relations = {
  blocks: { file: 'blocks.json', time: 'blockedAt', insert: insertBlocks },
  likes: { file: 'likes.json', time: 'likedAt', insert: insertLikes },
  reposts: { file: 'reposts.json', time: 'repostedAt', insert: insertReposts },
  follows: { file: 'follows.json', time: 'followedAt', insert: insertFollows },
  history: { file: 'history.json', time: 'heardAt', insert: insertHistoryEntries },
  savedPlaylists: { file: 'saved-playlists.json', time: 'savedAt', insert: insertSavedPlaylists },
}

type Options = {
  viewer: Viewer
  read<T>(name: string, schema: z.ZodType<T>): Promise<T | undefined>
  /** The id here of a track that was imported; any other id stays. */
  trackIdOf(id: string): string
  /** Notes that some entries of a file were not imported. */
  leave(file: string, counts: { leftOut: number; of: number }, reason: string): void
}

const batchSize = 1000

/**
 * Imports whom the user has blocked, and what they like, repost, follow, listened to and saved. Ids are random, so that the same id is the same
 * item: one that was just imported, or one of this site if it made the archive. Names are not compared: another site's
 * `ines` may be another user.
 */
export async function importRelations(db: Db, { viewer, read, trackIdOf, leave }: Options) {
  const counts = { blocks: 0, likes: 0, reposts: 0, follows: 0, history: 0, savedPlaylists: 0 }
  for (const name of Object.keys(counts) as (keyof typeof counts)[]) {
    const { file, time, insert } = relations[name]
    const entry = z
      .looseObject({ id: z.string(), [time]: pastDate })
      .transform((fields) => ({ id: trackIdOf(fields['id'] as string), at: fields[time] as Date }))
    const entries = (await read(file, listOf(entry))) ?? []
    const known = entries.filter(({ id }) => z.uuid().safeParse(id).success)
    let leftOut = entries.length - known.length
    for (let start = 0; start < known.length; start += batchSize) {
      const batch = known.slice(start, start + batchSize)
      counts[name] += await db.transaction((tx) => insert(tx, viewer, batch))
      leftOut += await countLeftOut(db, { viewer, name }, batch)
    }
    const isOff = name === 'history' && leftOut > 0 && !(await keepsHistory(db, viewer))
    leave(file, { leftOut, of: entries.length }, isOff ? historyIsOff : notHere)
  }
  return counts
}

const historyIsOff = 'the history is turned off'
const notHere = 'what they name is not on this site, or this account may not have it'

const said = z.looseObject({
  id: z.string(),
  text: requiredMultiLine('Comment', limits.maxCommentLength),
  position: z.number().min(0).max(1_000_000).nullish(),
  parentId: z.uuid().nullish(),
  commentedAt: pastDate,
})

/** Their answers by others stay where they are. */
export async function importComments(db: Db, { viewer, read, trackIdOf, leave }: Options) {
  const entries = (await read('comments.json', listOf(said))) ?? []
  const known = entries
    .map(({ id, text, position = null, parentId = null, commentedAt: at }) => {
      return { id: trackIdOf(id), text, position, parentId, at }
    })
    .filter(({ id }) => z.uuid().safeParse(id).success)
  let count = 0
  let leftOut = entries.length - known.length
  for (let start = 0; start < known.length; start += batchSize) {
    const batch = known.slice(start, start + batchSize)
    count += await db.transaction((tx) => insertComments(tx, viewer, batch))
    leftOut += await countCommentsLeftOut(db, viewer, batch)
  }
  leave('comments.json', { leftOut, of: entries.length }, notHere)
  return count
}
