import type { PublishedFile } from '#contract/uploads.ts'
import { listPublishedFiles } from '#web/api/uploads.ts'
import { formatDate } from '#web/lib/format.ts'
import { hashOf } from './stored-file.ts'

/**
 * Which of the files the user has published already, by their content; those of which the server knows no hash, by name
 * and size. Where the server does not answer, none.
 */
export async function findPublished(
  files: readonly File[],
): Promise<Map<File, PublishedFile['track']>> {
  const sizes = [...new Set(files.map(({ size }) => size))]
  const known = await listPublishedFiles(sizes).catch(() => [])
  const found = new Map<File, PublishedFile['track']>()
  for (const file of files)
    for (const published of known)
      if (!found.has(file) && (await isSame(file, published))) found.set(file, published.track)
  return found
}

async function isSame(file: File, { size, contentHash, fileName }: PublishedFile) {
  if (file.size !== size) return false
  const hash = contentHash === null ? undefined : await hashOf(file)
  return hash === undefined ? file.name === fileName : hash === contentHash
}

/** 'You published this on May 3, 2026.' */
export const publishedOn = ({ createdAt }: PublishedFile['track']) =>
  `You published this on ${formatDate(createdAt)}`
