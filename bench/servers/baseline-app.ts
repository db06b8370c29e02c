import Fastify from 'fastify'
import { loadWebBuild, registerStaticFiles } from '#server/platform/http/web-build.ts'

/** `node baseline-app.ts PORT FOLDER`: serves a web build with the product's static file code, and nothing else. */
const [port = '', folder = ''] = process.argv.slice(2)
const build = await loadWebBuild(folder)
const app = Fastify()
await registerStaticFiles(app, build)
app.get('/', (_request, reply) => reply.type('text/html; charset=utf-8').send(build.template))
await app.listen({ port: Number(port), host: 'localhost' })
