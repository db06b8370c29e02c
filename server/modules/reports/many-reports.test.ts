import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ReportedItem } from '#contract/reports.ts'
import { makeTracks } from '#server/testing/factories.ts'
import { startTestSite, type TestSite } from '#server/testing/test-site.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
afterAll(() => site.close())

const items = 2000
const reportsEach = 5

it('many reports: 10,000 on 2,000 tracks are listed in pages, each item once and the last reported first', async () => {
  const { db, owner } = site
  const overrides = Array.from({ length: items }, () => ({ userId: owner.id, title: 'Reported' }))
  await makeTracks(db, overrides)
  await db.execute(sql`
    insert into reported_items (kind, track_id, reported_at)
    select 'track', id, now() - random() * interval '30 days' from tracks`)
  await db.execute(sql`
    insert into reports (item_id, reason, text, created_at)
    select id, 'spam', repeat('x', 200), reported_at - n * interval '1 minute'
    from reported_items, generate_series(0, ${reportsEach - 1}) as n`)
  const seen: ReportedItem[] = []
  for (let next: string | undefined = '/api/admin/reports?limit=100'; next; ) {
    const response: Response = await site.asAdministrator('GET', next)
    expect(response.status).toBe(200)
    seen.push(...((await response.json()) as ReportedItem[]))
    next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
  }
  expect(new Set(seen.map(({ id }) => id)).size).toBe(items)
  expect(seen).toHaveLength(items)
  const times = seen.map(({ reportedAt }) => reportedAt)
  expect(times).toEqual(times.toSorted().reverse())
  expect(seen.every((item) => item.reports.length === reportsEach)).toBe(true)
  const count = await site.asAdministrator('GET', '/api/admin/reports/count')
  expect(await count.json()).toEqual({ open: items })
})
