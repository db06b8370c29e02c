import { z } from 'zod'
import type { Db } from '#server/platform/postgres/open.ts'
import type { Viewer } from '#server/viewer.ts'
import {
  insertFollows,
  insertHistoryEntries,
  insertLikes,
  insertSavedPlaylists,
} from './repository.ts'

const at = z.coerce.date().min(new Date(0))
const like = z.looseObject({ id: z.string(), likedAt: at })
const follow = z.looseObject({ id: z.string(), followedAt: at })
const historyEntry = z.looseObject({ id: z.string(), heardAt: at })
const saved = z.looseObject({ id: z.string(), savedAt: at })

type Relation = { id: string; at: Date }

type Options = {
  viewer: Viewer
  read<T>(name: string, schema: z.ZodType<T>): Promise<T | undefined>
  /** The id here of a track that was imported. */
  trackIdOf(id: string): string
}

const batchSize = 1000

/**
 * Imports what the user likes, follows, has heard and has saved. Ids are random, so that the same id is the same item:
 * one that was just imported, or one of this site if it made the archive. Names are not compared: another site's `ines`
 * may be another user.
 */
export async function importRelations(db: Db, { viewer, read, trackIdOf }: Options) {
  const insertAll = async (
    relations: Relation[],
    insert: (tx: Db, viewer: Viewer, batch: Relation[]) => Promise<number>,
  ) => {
    const known = relations.filter(({ id }) => z.uuid().safeParse(id).success)
    let count = 0
    for (let start = 0; start < known.length; start += batchSize) {
      const batch = known.slice(start, start + batchSize)
      count += await db.transaction((tx) => insert(tx, viewer, batch))
    }
    return count
  }
  const likes = (await read('likes.json', z.array(like))) ?? []
  const follows = (await read('follows.json', z.array(follow))) ?? []
  const history = (await read('history.json', z.array(historyEntry))) ?? []
  const playlists = (await read('saved-playlists.json', z.array(saved))) ?? []
  return {
    likes: await insertAll(
      likes.map(({ id, likedAt }) => ({ id: trackIdOf(id), at: likedAt })),
      insertLikes,
    ),
    follows: await insertAll(
      follows.map(({ id, followedAt }) => ({ id, at: followedAt })),
      insertFollows,
    ),
    history: await insertAll(
      history.map(({ id, heardAt }) => ({ id: trackIdOf(id), at: heardAt })),
      insertHistoryEntries,
    ),
    savedPlaylists: await insertAll(
      playlists.map(({ id, savedAt }) => ({ id, at: savedAt })),
      insertSavedPlaylists,
    ),
  }
}
