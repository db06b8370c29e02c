import { createServer } from 'vite'
import { ensureWebBuild } from './build-web.ts'

/** `npm run dev`: the real server on :3000, and Vite in front of it on :5173 with hot reload. */
process.env['PUBLIC_URL'] ??= 'http://localhost:5173'
await ensureWebBuild()
await import('../server/main.ts')
const vite = await createServer()
await vite.listen()
vite.printUrls()
