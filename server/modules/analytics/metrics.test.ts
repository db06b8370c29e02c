import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { tracks } from '#server/database/schema.ts'
import { makeTrack, makeUser } from '#server/testing/factories.ts'
import { needsProgram } from '#server/testing/needs.ts'
import { setUpTestApp } from '#server/testing/set-up.ts'
import { createMetrics } from './metrics-service.ts'

const token = 'a token of Prometheus'
const log: string[] = []
const site = setUpTestApp({ env: { METRICS_TOKEN: token, LOG_LEVEL: 'info' }, log })
const logWithAddresses: string[] = []
const bare = setUpTestApp({
  env: { LOG_LEVEL: 'info', LOG_IP: 'true' },
  log: logWithAddresses,
})

const scrape = async () => {
  const response = await site.visitor('GET', '/metrics', {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0.0.4/)
  return response.text()
}
/** The value of a series, such as `soundpost_users`. */
const readSeries = (metrics: string, series: string) => {
  const line = metrics.split('\n').find((text) => text.startsWith(`${series} `))
  return line && Number(line.split(' ').at(-1))
}

test('metrics: only the token opens them', async () => {
  for (const authorization of [undefined, 'Bearer another', `Basic ${token}`, token])
    expect(
      (await site.visitor('GET', '/metrics', { headers: authorization ? { authorization } : {} }))
        .status,
    ).toBe(401)
})

test('metrics: without METRICS_TOKEN there are none', async () => {
  const response = await bare.visitor('GET', '/metrics', { headers: { authorization: 'Bearer ' } })
  expect(response.headers.get('content-type')).not.toMatch(/^text\/plain/)
  expect(await response.text()).not.toContain('soundpost_')
})

test('metrics: content, queues, connections and disk are measured, requests counted by route', async () => {
  const { db } = site.postgres
  const user = await makeUser(db)
  const track = await makeTrack(db, user.id)
  await makeTrack(db, user.id, { privacy: 'private' })
  await site.visitor('GET', `/api/tracks/slug/${track.slug}`)
  const metrics = await scrape()
  expect(readSeries(metrics, 'soundpost_tracks{visibility="public"}')).toBe(1)
  expect(readSeries(metrics, 'soundpost_tracks{visibility="hidden"}')).toBe(1)
  expect(readSeries(metrics, 'soundpost_users')).toBe(1)
  expect(readSeries(metrics, 'soundpost_open_reports')).toBe(0)
  expect(readSeries(metrics, 'soundpost_queue_jobs{queue="exports"}')).toBe(0)
  expect(
    readSeries(metrics, 'soundpost_database_connections{state="used"}'),
  ).toBeGreaterThanOrEqual(0)
  expect(readSeries(metrics, 'soundpost_disk_free_bytes')).toBeGreaterThan(0)
  const request = 'route="/api/tracks/slug/:slug",status="2xx"'
  expect(readSeries(metrics, `soundpost_http_requests_total{${request}}`)).toBeGreaterThanOrEqual(1)
  expect(readSeries(metrics, 'soundpost_http_sent_bytes_total{kind="other"}')).toBeGreaterThan(100)
  expect(metrics).not.toContain(track.slug)
})

test('metrics: a counted play is counted once, and deleting its track does not look like a restart', async () => {
  const { db } = site.postgres
  const track = await makeTrack(db, (await makeUser(db)).id)
  const countPlays = async () => Number(readSeries(await scrape(), 'soundpost_plays_total'))
  const before = await countPlays()
  const cookie = (
    await site.visitor('POST', `/api/tracks/${track.id}/play`)
  ).headers.getSetCookie()[0]
  const again = { headers: { cookie: cookie?.split(';')[0] ?? '' } }
  await site.visitor('POST', `/api/tracks/${track.id}/play`, again)
  await db.delete(tracks)
  expect(await countPlays()).toBe(before + 1)
})

test('metrics: while the database does not respond, those of the process remain', async () => {
  const { postgres, config } = bare
  const down = { ...postgres, db: drizzle({ client: new pg.Pool({ port: 1 }) }) }
  const metrics = await createMetrics({ postgres: down, dataDir: config.dataDir })()
  expect(readSeries(metrics, 'soundpost_process_resident_memory_bytes')).toBeGreaterThan(0)
  expect(readSeries(metrics, 'soundpost_disk_free_bytes')).toBeGreaterThan(0)
  expect(metrics).not.toContain('soundpost_users')
})

test('metrics: hits and misses of each cache are counted', async () => {
  const user = await makeUser(site.postgres.db)
  for (const path of ['/search?q=x', '/api/discover', `/profile/${user.username}/feed.xml`])
    for (let time = 0; time < 2; time++) expect((await site.visitor('GET', path)).status).toBe(200)
  const metrics = await scrape()
  for (const cache of ['pages', 'discovery', 'feeds'])
    for (const result of ['hit', 'miss'])
      expect(
        readSeries(metrics, `soundpost_cache_requests_total{cache="${cache}",result="${result}"}`),
      ).toBeGreaterThan(0)
})

test('metrics: those of requests have at most two labels, so that a scrape stays small', async () => {
  await site.visitor('GET', '/api/discover')
  const series = (await scrape()).split('\n').filter((line) => line.startsWith('soundpost_http_'))
  const labels = (line: string) => [...line.matchAll(/(\w+)="/g)].map(([, name]) => name)
  expect(series.length).toBeGreaterThan(8)
  expect(series.filter((line) => labels(line).length > 2)).toEqual([])
  // Each of its values would multiply the buckets.
  const durations = series.filter((line) => line.startsWith('soundpost_http_request_duration'))
  expect(new Set(durations.flatMap(labels))).toEqual(new Set(['le', 'route']))
})

test('metrics: pages are counted by the pattern of their path', async () => {
  const { db } = site.postgres
  const track = await makeTrack(db, (await makeUser(db)).id)
  for (const path of [`/track/${track.slug}`, '/track/missing', '/neither/page/nor/file'])
    await site.visitor('GET', path)
  const metrics = await scrape()
  const count = (route: string, status: string) =>
    readSeries(metrics, `soundpost_http_requests_total{route="${route}",status="${status}"}`)
  expect(count('/track/:slug', '2xx')).toBeGreaterThan(0)
  expect(count('/track/:slug', '4xx')).toBeGreaterThan(0)
  expect(count('*', '4xx')).toBeGreaterThan(0)
  const line = log.map((text) => JSON.parse(text)).find(({ route }) => route === '/track/:slug')
  expect(line).toMatchObject({ method: 'GET', status: 200 })
})

test('request log: a line has the route, status, time and bytes, and neither query nor address', async () => {
  await site.visitor('GET', '/api/search?q=something-private')
  const lines = log.map((line) => JSON.parse(line) as Record<string, unknown>)
  const line = lines.find(({ route }) => route === '/api/search')
  expect(line).toMatchObject({ status: 200, ms: expect.any(Number), reqId: expect.any(String) })
  expect(line?.['bytes']).toBeGreaterThan(0)
  expect(JSON.stringify(line)).not.toMatch(/something-private|127\.0\.0\.1/)
})

test('request log: with LOG_IP a line has the address of the client', async () => {
  await bare.visitor('GET', '/api/search?q=night')
  const line = logWithAddresses.find((text) => text.includes('"route":"/api/search"'))
  expect(JSON.parse(line ?? '{}')).toMatchObject({ ip: '127.0.0.1' })
})

test('metrics: values from the database are at most 15 seconds old, and read once in that time', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { postgres, config } = bare
  const metrics = createMetrics({ postgres, dataDir: config.dataDir })
  const users = async () => readSeries(await metrics(), 'soundpost_users')
  expect(await users()).toBe(0)
  await makeUser(postgres.db)
  vi.advanceTimersByTime(14_999)
  expect(await users()).toBe(0)
  vi.advanceTimersByTime(1)
  expect(await users()).toBe(1)
})

const deploy = path.join(import.meta.dirname, '../../../deploy')
const dashboard = readFileSync(path.join(deploy, 'grafana-dashboard.json'), 'utf8')
const alerts = readFileSync(path.join(deploy, 'alerts.yml'), 'utf8')

test('metrics: the dashboard and the alerts read only what there is', async () => {
  const metrics = await scrape()
  const described = [...metrics.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name, type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_count`] : [name],
  )
  const read = new Set(`${dashboard}${alerts}`.match(/\bsoundpost_\w+/g))
  expect(read.size).toBeGreaterThan(15)
  expect([...read].filter((name) => !described.includes(name))).toEqual([])
})

test(
  'metrics: promtool accepts metrics, alerts and every query',
  needsProgram('promtool'),
  async () => {
    const promtool = (args: string[], input?: string) => {
      const { status, stdout, stderr } = spawnSync('promtool', args, {
        cwd: deploy,
        input,
        encoding: 'utf8',
      })
      expect(status, stdout + stderr).toBe(0)
    }
    promtool(['check', 'metrics'], await scrape())
    promtool(['test', 'rules', 'alerts.test.yml'])
    const { panels } = JSON.parse(dashboard) as { panels: { targets: { expr: string }[] }[] }
    const queries = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
    const rules = queries.map((query, index) => ({
      record: `query:${index}`,
      expr: query.replaceAll('$__rate_interval', '5m'),
    }))
    // YAML contains JSON.
    const file = path.join(site.config.dataDir, 'dashboard.yml')
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }))
    promtool(['check', 'rules', file])
  },
)
