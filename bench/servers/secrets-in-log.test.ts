import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { sharePattern } from '#contract/paths.ts'
import { interactionPath } from '#server/modules/accounts/provider/provider.ts'
import { needsProgram } from '#server/testing/needs.ts'
import { setUpTestApp } from '#server/testing/set-up.ts'
import { startTestProxy } from './test-proxy.ts'

const app = setUpTestApp()
const secret = 'k3Jf-9sQx_0aLwP7vYt2Zr8BnM5cD1eGhU6iOoK4jTq'

/** Every path with a secret: in the server's routes such a parameter is called `token`. Pages have no route of their own. */
function pathsWithSecrets(): string[] {
  const parents: string[] = []
  const registered: string[] = []
  for (const line of app.app.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent = '', part = ''] = /^([│ ]*)[├└]── (\S*)/.exec(line) ?? []
    parents.splice(indent.length / 4, Infinity, part)
    registered.push(parents.join(''))
  }
  return [...registered.filter((route) => route.includes(':token')), sharePattern]
    .concat(interactionPath(':token'), '/oidc/auth/:token')
    .map((pattern) => pattern.replace(':token', secret).replaceAll(/:\w+/g, 'x'))
}

async function logsAfter(paths: readonly string[], servers: string[] | undefined) {
  const proxy = await startTestProxy(servers && { servers })
  const headers = { referer: `${proxy.url}/s/${secret}` }
  for (const each of paths) await fetch(proxy.url + each, { headers, redirect: 'manual' })
  await proxy.close()
  const [requests, errors] = await Promise.all(
    ['access.log', 'error.log'].map((name) => readFile(path.join(proxy.folder, name), 'utf8')),
  )
  return { requests: requests ?? '', errors: errors ?? '' }
}

test.each(['answers', 'is down'])(
  'nginx with deploy/nginx.conf logs no secret that is part of a URL if the server %s',
  needsProgram('nginx'),
  async (state) => {
    const paths = pathsWithSecrets()
    expect(paths.length).toBeGreaterThan(14)
    const spelled = [`/%73/${secret}`, `//s//${secret}`, `/api/%73hare/${secret}?x=1`]
    const queries = ['/api/login?invite=', '/rest/ping?u=ines&p=', '/files/x?X-Amz-Signature=']
    const all = [
      ...paths,
      ...spelled,
      ...queries.map((query) => query + secret),
      '/track/sea%20air',
    ]
    const servers = state === 'answers' ? [app.url] : undefined
    const { requests, errors } = await logsAfter(all, servers)
    expect(requests.match(/GET (?!\/healthz)/g)).toHaveLength(all.length)
    expect(requests + errors).not.toContain(secret)
    expect(requests).toMatch(/"GET \/s\/\.\.\. HTTP\/1\.1" \d+ /)
    expect(requests).toMatch(/"GET \/api\/share\/\.\.\. HTTP\/1\.1" \d+ /)
    expect(requests).toMatch(/"GET \/track\/sea%20air HTTP\/1\.1" \d+ .*"127\.0\.0\.1:\d+" "\d+"\n/)
  },
)
