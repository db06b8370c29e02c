import { type RouteInput, urlFor } from '#contract/client.ts'
import * as routes from '#contract/routes.ts'

type Report = RouteInput<typeof routes.recordRetention>['body']

/** Arrives also if the page is being closed. */
export function reportRetention(trackId: string, report: Report): void {
  sendReport(urlFor(routes.recordRetention, { params: { id: trackId } }), report)
}

/** The same of what a share link plays. */
export function reportSharedRetention(token: string, trackId: string, report: Report): void {
  sendReport(urlFor(routes.recordSharedRetention, { params: { token, trackId } }), report)
}

function sendReport(url: string, report: Report): void {
  navigator.sendBeacon(url, new Blob([JSON.stringify(report)], { type: 'application/json' }))
}
