import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { Caller } from '#server/testing/app.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'
import { putTo } from '#server/testing/upload-client.ts'
import { isLong, repetitions, seed } from '../scale.ts'
import { createFixtures } from './fixtures.ts'
import { type ApiCall, type ApiDocument, callsOf } from './openapi-operations.ts'
import { type FuzzRequest, requestsFor } from './requests.ts'
import { unlistedFields } from './unlisted-fields.ts'

const requests = repetitions(10_000, 1000, 'fuzz')
/** A route without a successful response gets up to this many times as many requests. */
const retryFactor = 20
const canSucceed = ({ operation }: ApiCall) => !needsSecret.has(operation.operationId)
/** They need an account with a password, a session or a sign-in that no generator can guess. */
const needsSecret = new Set([
  'addPasskey',
  'callback',
  'changeEmail',
  'changePassword',
  'createResetLink',
  'deleteAccount',
  'deletePasskey',
  'disconnectScrobbling',
  'downloadExport',
  'endSession',
  'renamePasskey',
  'sendVerification',
  'startPasskey',
])

/** They would send a request to another machine. */
const asksOthers = new Set(['connectScrobbling'])

const site = setUpTestSite({ env: { COMMENTS: 'on', REPOSTS: 'on' } })
let fixturesFor: ReturnType<typeof createFixtures>
beforeAll(async () => {
  fixturesFor = createFixtures(site)
})

test(`fuzz: ${requests} requests of the OpenAPI document get responses that it lists (seed ${seed})`, async () => {
  const document = (await (await site.visitor('GET', '/api/openapi.json')).json()) as ApiDocument
  const calls = callsOf(document).filter(({ operation }) => !asksOthers.has(operation.operationId))
  const each = Math.ceil(requests / calls.length)
  const tables: string[] = []
  for (const [index, call] of calls.entries()) {
    const statuses = await fuzzCall(call, document, { each, seed: seed + index })
    const counts = Object.entries(statuses).map(([status, count]) => `${status}: ${count}`)
    tables.push(`${call.method} ${call.path} · ${counts.join(', ')}`)
    if (canSucceed(call)) expect(Object.keys(statuses).some(isSuccess), tables.at(-1)).toBe(true)
  }
  if (isLong('fuzz')) console.log(tables.join('\n'))
  expect((await site.visitor('GET', '/readyz')).status).toBe(200)
}, 1_800_000)

const isSuccess = (status: string) => Number(status) < 400

/** How often each status was returned. */
async function fuzzCall(
  call: ApiCall,
  document: ApiDocument,
  { each, seed }: { each: number; seed: number },
): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {}
  const known = await fixturesFor(call)
  const maxRequests = canSucceed(call) ? each * retryFactor : each
  const all = fc.sample(requestsFor(call, document, known), { numRuns: maxRequests, seed })
  for (const [index, request] of all.entries()) {
    if (index >= each && Object.keys(statuses).some(isSuccess)) break
    const status = await expectListed(request, known.callers[request.by], document)
    statuses[status] = (statuses[status] ?? 0) + 1
  }
  return statuses
}

async function expectListed(request: FuzzRequest, caller: Caller, document: ApiDocument) {
  const { call, url, body, by } = request
  const response =
    body instanceof Uint8Array
      ? await putTo(site.url + url, body)
      : await caller(call.method, url, body === undefined ? {} : { body })
  const text = await response.text()
  const what = `${call.method} ${url} by ${by} with ${JSON.stringify(body)}: ${response.status} ${text}`
  expect(response.status, what).toBeLessThan(500)
  // A path without its parameter is another path, or none.
  if (response.status === 404 && text.includes('Page not found')) return response.status
  const listed = call.operation.responses[response.status]
  expect(listed, what).toBeDefined()
  if (response.headers.get('content-type')?.includes('json')) {
    const schema = listed?.content?.['application/json']?.schema
    expect(unlistedFields(JSON.parse(text), schema, document), what).toEqual([])
  }
  return response.status
}
