import { buffer } from 'node:stream/consumers'
import { releaseObjects } from '#server/modules/uploads/claim.ts'
import { objectsForPath } from '#server/shared/object-keys.ts'
import { type FileDeps, type Finding, inPages } from '../finding.ts'
import { placeOf } from './places.ts'
import { forgetPicture, type Naming, namingAfter, roles, sizesOf, stillNames } from './queries.ts'

const owners = { sound: 'track', artwork: 'track', cover: 'playlist', picture: 'person' }

/** Answers how many things lack a file. */
export async function* checkMissing(
  deps: FileDeps,
  { mayMend }: { mayMend: boolean },
): AsyncGenerator<Finding, number> {
  let missing = 0
  for (const role of roles)
    for await (const page of inPages((last) => namingAfter(deps.db, role, last))) {
      const keys = page.flatMap(({ path }) => objectsForPath(path).map(({ key }) => key))
      const sizes = await sizesOf(deps.db, keys)
      for (const naming of page) {
        if (seemsWhole(naming, sizes)) continue
        const finding = await lookAgain(deps, naming)
        if (!finding) continue
        missing += 1
        yield mayMend ? finding : withoutMending(finding)
      }
    }
  return missing
}

const withoutMending = ({ problem }: Finding): Finding => ({ problem })

function seemsWhole({ path, size }: Naming, sizes: Map<string, number>): boolean {
  const files = objectsForPath(path)
  return (
    files.length > 0 &&
    files.every(({ key }) => sizes.has(key) && (size === null || sizes.get(key) === size))
  )
}

/** The file may have come, or the row gone, since the store was looked through. */
async function lookAgain(deps: FileDeps, naming: Naming): Promise<Finding | undefined> {
  const { role, name, path, size } = naming
  const files = objectsForPath(path)
  const facts = await Promise.all(files.map(({ key }) => deps.store.stat(key)))
  const lost = files.filter((_file, index) => !facts[index]).map(({ key }) => key)
  const there = files.filter((_file, index) => facts[index]).map(({ key }) => key)
  const stored = facts[0]?.size
  const isCut = size !== null && stored !== undefined && stored !== size
  if (files.length > 0 && lost.length === 0 && !isCut) return undefined
  if (!(await stillNames(deps.db, naming))) return undefined
  const thing = `The ${role} of the ${owners[role]} "${name}`
  if (role === 'sound')
    return {
      problem: isCut
        ? `${thing} has ${stored} bytes in the store, and had ${size}: ${path}.`
        : `${thing} is not in the store: ${path}.`,
      advice: `${putBack(deps, files)} back from a backup, or delete the track.`,
    }
  const nearest = there.at(-1)
  return nearest === undefined
    ? {
        problem: `${thing} is not in the store: ${path}.`,
        mend: () => takeAway(deps, naming),
        advice: `${putBack(deps, files)} back from a backup; --fix takes the picture away.`,
      }
    : {
        problem: `${thing} lacks ${lost.length} of its ${files.length} sizes: ${path}.`,
        mend: () => copyFrom(deps, nearest, lost),
      }
}

function putBack({ store }: FileDeps, files: { key: string }[]): string {
  const places = files.map(({ key }) => placeOf(store, key))
  return places.length === 1 ? `Put the file ${places[0]}` : `Put ${places.join(', ') || 'it'}`
}

async function takeAway({ db }: FileDeps, naming: Naming): Promise<boolean> {
  await forgetPicture(db, naming, (tx) => releaseObjects(tx, [naming.path]))
  return true
}

/** Browsers fit a picture to its place: too large a one looks right. */
async function copyFrom({ store }: FileDeps, key: string, lost: string[]): Promise<boolean> {
  const body = await store.read(key)
  if (!body) return false
  const bytes = await buffer(body)
  for (const target of lost) await store.write(target, bytes, { contentType: 'image/webp' })
  return true
}
