import type { ReportedItem } from '#contract/reports.ts'
import type { Content } from './content.ts'
import type { People, Site } from './people.ts'
import { send } from './send.ts'

/** Reports by and about the artist, one of each decision, and one that is open. */
export async function addModeration(
  { asAdministrator }: Site,
  { artist, fan, spammer }: People,
  { salt, toRemove, ofFan }: Content,
) {
  const report = (by: People['fan'], kind: string, id: string) =>
    send(by.call, 'POST', '/api/reports', {
      kind,
      id,
      reason: 'spam',
      text: `By ${by.displayName}`,
    })
  await report(artist, 'user', spammer.id)
  await report(fan, 'track', toRemove.id)
  await report(artist, 'track', ofFan.id)
  const path = '/api/admin/reports'
  const decisions = { user: 'suspend', track: 'remove' } as Record<string, string>
  for (const { id, kind, track } of await send<ReportedItem[]>(asAdministrator, 'GET', path)) {
    const decision = track?.id === ofFan.id ? 'dismiss' : decisions[kind]
    await send(asAdministrator, 'POST', `${path}/${id}/decision`, {
      decision,
      reason: 'As the rules say.',
    })
  }
  await report(fan, 'user', artist.id)
  await report(fan, 'track', salt.id)
  await send(asAdministrator, 'PUT', `/api/tracks/${salt.id}`, { studio: 'Tide Room' })
}
