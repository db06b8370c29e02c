import { buildWeb } from './build-web.ts'

/** `npm start`: the web build where it is missing or old, then the server. */
await buildWeb()
await import('../server/main.ts')
