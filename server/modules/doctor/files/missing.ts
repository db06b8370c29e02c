import { buffer } from 'node:stream/consumers'
import { releaseObjects } from '#server/modules/uploads/claim.ts'
import { keysetPages } from '#server/shared/keyset-pages.ts'
import { requiredObjects } from '#server/shared/object-keys.ts'
import { type FileDeps, type Issue, quoteTitle } from '../issue.ts'
import { locationOf } from './locations.ts'
import {
  clearReference,
  type FileReference,
  referencesAfter,
  roles,
  sizesOf,
  stillReferenced,
} from './repository.ts'

const owners = {
  audio: 'track',
  opus: 'track',
  aac: 'track',
  artwork: 'track',
  cover: 'playlist',
  avatar: 'user',
}
const names = { opus: 'Opus rendition', aac: 'AAC rendition' }

/** Returns how many rows lack a file. */
export async function* checkMissing(
  deps: FileDeps,
  { canRepair }: { canRepair: boolean },
): AsyncGenerator<Issue, number> {
  let missing = 0
  for (const role of roles)
    for await (const page of keysetPages((last) => referencesAfter(deps.db, role, last))) {
      const keys = page.flatMap(({ path }) => requiredObjects(path).map(({ key }) => key))
      const sizes = await sizesOf(deps.db, keys)
      for (const reference of page) {
        if (isComplete(reference, sizes)) continue
        const issue = await recheck(deps, reference)
        if (!issue) continue
        missing += 1
        yield canRepair ? issue : withoutRepair(issue)
      }
    }
  return missing
}

const withoutRepair = ({ problem }: Issue): Issue => ({ problem })

function isComplete({ path, size }: FileReference, sizes: Map<string, number>): boolean {
  const files = requiredObjects(path)
  return (
    files.length > 0 &&
    files.every(({ key }) => sizes.has(key) && (size === null || sizes.get(key) === size))
  )
}

const quoteOwner = ({ title, slug }: FileReference) =>
  slug === null ? `"${title}"` : quoteTitle({ title, slug })

/** The file may have been added, or the row deleted, since the store was listed. */
async function recheck(deps: FileDeps, reference: FileReference): Promise<Issue | undefined> {
  const { role, path, size } = reference
  const files = requiredObjects(path)
  const stats = await Promise.all(files.map(({ key }) => deps.store.stat(key)))
  const lost = files.filter((_file, index) => !stats[index]).map(({ key }) => key)
  const present = files.filter((_file, index) => stats[index]).map(({ key }) => key)
  const stored = stats[0]?.size
  const isTruncated = size !== null && stored !== undefined && stored !== size
  if (files.length > 0 && lost.length === 0 && !isTruncated) return undefined
  if (!(await stillReferenced(deps.db, reference))) return undefined
  const label = `The ${role === 'opus' || role === 'aac' ? names[role] : role} of the ${owners[role]} ${quoteOwner(reference)}`
  if (role === 'audio')
    return {
      problem: isTruncated
        ? `${label} has ${stored} bytes in the store instead of ${size}: ${path}.`
        : `${label} is not in the store: ${path}.`,
      advice: `${restoreAdvice(deps, files)} from a backup, or delete the track.`,
    }
  if (role === 'opus' || role === 'aac')
    return {
      problem: `${label} is incomplete or not in the store: ${path}.`,
      repair: () => removeReference(deps, reference),
      advice: '--fix removes the reference, and `npm run process -- --missing` makes it again.',
    }
  const nearest = present.at(-1)
  return nearest === undefined
    ? {
        problem: `${label} is not in the store: ${path}.`,
        repair: () => removeReference(deps, reference),
        advice: `${restoreAdvice(deps, files)} from a backup; --fix removes the reference.`,
      }
    : {
        problem: `${label} lacks ${lost.length} of its ${files.length} sizes: ${path}.`,
        repair: () => restoreFrom(deps, nearest, lost),
      }
}

function restoreAdvice({ store }: FileDeps, files: { key: string }[]): string {
  const locations = files.map(({ key }) => locationOf(store, key))
  return locations.length === 1
    ? `Restore the file ${locations[0]}`
    : `Restore ${locations.join(', ') || 'it'}`
}

async function removeReference({ db }: FileDeps, reference: FileReference): Promise<boolean> {
  await clearReference(db, reference, (tx) => releaseObjects(tx, [reference.path]))
  return true
}

/** Browsers scale images: a larger size looks right. */
async function restoreFrom({ store }: FileDeps, key: string, lost: string[]): Promise<boolean> {
  const body = await store.read(key)
  if (!body) return false
  const bytes = await buffer(body)
  for (const target of lost) await store.write(target, bytes, { contentType: 'image/webp' })
  return true
}
