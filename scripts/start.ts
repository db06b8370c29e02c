import { enableCompileCache } from 'node:module'
import { buildWeb } from './build-web.ts'

/** `npm start`: the web build where it is missing or old, then the server. */
// What Node compiled at the last start it need not compile again: a third of the time to the first page.
enableCompileCache()
await buildWeb()
await import('../server/main.ts')
