import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** The real product for the end-to-end tests: built, started and, at the end, removed with all its data. */
const dataDir = mkdtempSync(path.join(tmpdir(), 'soundpost-e2e-'))
process.env['DATA_DIR'] = dataDir
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }))
await import('../scripts/start.ts')
