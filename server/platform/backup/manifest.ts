import path from 'node:path'
import { z } from 'zod'
import { pathForKey } from '#server/platform/objects/disk-layout.ts'

/** Secrets in DATA_DIR, next to the database and the files, that a site needs to stay the same. */
export const secretNames = ['session-secret', 'admin-password.txt'] as const

/**
 * The content of a backup folder. `backup.json` is written last: a folder without it is not a backup.
 * It lists every table and file, directly or through the list of files, with its SHA-256.
 */
const list = z.object({ lines: z.int().nonnegative(), sha256: z.string() })

export const manifestSchema = z.object({
  format: z.literal(1),
  takenAt: z.iso.datetime(),
  /** The schema version: the timestamp of the last migration. */
  migration: z.int(),
  tables: z.array(list.extend({ name: z.string() })),
  files: list.extend({ bytes: z.int().nonnegative() }),
  /** No other names: a backup from somewhere else must not write to any path. */
  secrets: z.array(z.enum(secretNames)),
  /** Files that the database names and the store lacked; backups of older versions do not say it. */
  missing: z.int().nonnegative().optional(),
  databaseBytes: z.int().nonnegative().optional(),
  /** When it was restored to try it; null if never, and not there in backups of older versions. */
  tried: z.iso.datetime().nullable().optional(),
})
export type Manifest = z.infer<typeof manifestSchema>
export type JsonlSummary = z.infer<typeof list>

const fileEntrySchema = z.object({
  key: z.string(),
  contentType: z.string(),
  size: z.int().nonnegative(),
  sha256: z.string(),
})
export type FileEntry = z.infer<typeof fileEntrySchema>
export const parseFileEntry = (line: string): FileEntry => fileEntrySchema.parse(JSON.parse(line))

export const backupLayout = (folder: string) => ({
  manifest: path.join(folder, 'backup.json'),
  table: (name: string) => path.join(folder, 'tables', `${name}.jsonl.gz`),
  fileList: path.join(folder, 'files.jsonl.gz'),
  /** A line for each file that the store lacked. */
  missing: path.join(folder, 'missing.txt'),
  file: (key: string) => pathForKey(path.join(folder, 'files'), key),
  secret: (name: string) => path.join(folder, 'secrets', name),
})
