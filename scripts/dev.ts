import { createServer } from 'vite'
import { ensureBuild } from './build.ts'

/** `npm run dev`: the real server on :3000, and Vite in front of it on :5173 with hot reload. */
process.env['PUBLIC_URL'] ??= 'http://localhost:5173'
await ensureBuild()
await import('../server/main.ts')
const vite = await createServer()
await vite.listen()
vite.printUrls()
