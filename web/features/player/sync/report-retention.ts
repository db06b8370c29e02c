import { type RouteInput, urlFor } from '#contract/client.ts'
import * as routes from '#contract/routes.ts'

/** Arrives also if the page is being closed. */
export function reportRetention(
  trackId: string,
  report: RouteInput<typeof routes.recordRetention>['body'],
): void {
  const url = urlFor(routes.recordRetention, { params: { id: trackId } })
  navigator.sendBeacon(url, new Blob([JSON.stringify(report)], { type: 'application/json' }))
}
