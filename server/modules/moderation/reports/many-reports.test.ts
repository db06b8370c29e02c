import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import type { Report, ReportedItem } from '#contract/reports.ts'
import { makePlaylist, makeReport, makeTracks } from '#server/testing/factories.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'
import { listReportRows } from './repository.ts'

const site = setUpTestSite()

async function listAll<Item>(url: string): Promise<Item[]> {
  const seen: Item[] = []
  for (let next: string | undefined = url; next; ) {
    const response: Response = await site.asAdministrator('GET', next)
    expect(response.status).toBe(200)
    seen.push(...((await response.json()) as Item[]))
    next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
  }
  return seen
}

const items = 2000
const reportsEach = 5

test('many reports: 10,000 on 2,000 tracks are listed in pages, each item once and the last reported first', async () => {
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
  const seen = await listAll<ReportedItem>('/api/admin/reports?limit=100')
  expect(new Set(seen.map(({ id }) => id)).size).toBe(items)
  expect(seen).toHaveLength(items)
  const times = seen.map(({ reportedAt }) => reportedAt)
  expect(times).toEqual(times.toSorted().reverse())
  expect(seen.every((item) => item.reports.length === reportsEach)).toBe(true)
  const count = await site.asAdministrator('GET', '/api/admin/reports/count')
  expect(await count.json()).toEqual({ open: items })
})

test('many reports: 10,000 of one playlist are read from an index and listed in pages', async () => {
  const { db, owner } = site
  const playlist = await makePlaylist(db, owner.id)
  const itemId = await makeReport(db, { playlistId: playlist.id })
  // Ten at a time in the same millisecond: the id decides.
  await db.execute(sql`
    insert into reports (item_id, reason, created_at)
    select ${itemId}, 'spam', now() - n / 10 * interval '1 second'
    from generate_series(1, 9999) as n`)
  const response = await site.asAdministrator('GET', '/api/admin/reports?limit=1')
  const [item] = (await response.json()) as ReportedItem[]
  expect(item).toMatchObject({ id: itemId, reportCount: 10_000 })
  expect(item?.reports).toHaveLength(limits.maxReportsInDetail)
  const path = `/api/admin/reports/${itemId}/reports`
  const all = await listAll<Report>(`${path}?limit=1000`)
  expect(new Set(all.map(({ id }) => id)).size).toBe(10_000)
  const times = all.map(({ at }) => at)
  expect(times).toEqual(times.toSorted().reverse())
  const rest = await listAll<Report>(`${path}?limit=1000&cursor=${item?.nextReports}`)
  expect([...(item?.reports ?? []), ...rest]).toEqual(all)
  await db.execute(sql`analyze reports`)
  const page = { limit: 100, after: { value: times[5000] ?? '', id: all[5000]?.id ?? '' } }
  const plan = await db.execute(sql`explain ${listReportRows(db, itemId, page)}`)
  expect(JSON.stringify(plan.rows)).toContain('reports_of_item')
  const wrong = await site.asAdministrator('GET', `${path}?cursor=x`)
  expect(wrong.status).toBe(400)
  const missing = await site.asAdministrator('GET', `/api/admin/reports/${owner.id}/reports`)
  expect(missing.status).toBe(404)
})
