import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { testSessionSecret } from '#server/testing/sessions.ts'

/** Starts the built server for the end-to-end tests and deletes its data on exit. */
const dataDir = mkdtempSync(path.join(tmpdir(), 'soundpost-e2e-'))
process.env['DATA_DIR'] = dataDir
// Encoding what the tests upload would slow them down; a test that needs renditions has the fixture server make them.
process.env['RENDITIONS'] ??= 'off'
process.env['SESSION_SECRET'] = testSessionSecret
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }))
await import('../scripts/start.ts')
const { startFixtureServer } = await import('./fixture-server.ts')
await startFixtureServer(dataDir)
