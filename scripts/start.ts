import { enableCompileCache } from 'node:module'
import { ensureWebBuild } from './build-web.ts'
import { importDrizzleLean } from './lean-imports.ts'

/** `npm start`: the web build where it is missing or old, then the server. */
// What Node compiled at the last start it need not compile again: a third of the time to the first page.
enableCompileCache()
await ensureWebBuild()
importDrizzleLean()
await import('../server/main.ts')
