import type { IncomingHttpHeaders } from 'node:http'
import userAgents from './opawg-user-agents.json' with { type: 'json' }

const selfDeclared = /(?<!cu)bots?\b|crawl|spider/i
/** Robots name the page that explains them. Some podcast apps do so, too. */
const namesPage = /https?:|fetch/i
const podcastApp = new RegExp(userAgents.apps.join('|'))
const podcastBot = new RegExp(userAgents.bots.join('|'))

/** Whether a caller says that it is a robot, which counts nowhere. */
export const isSelfDeclaredBot = (userAgent = ''): boolean => selfDeclared.test(userAgent)

/** Whether a file is fetched by a robot rather than by an app that somebody listens with. */
export function isBot(userAgent = ''): boolean {
  if (podcastBot.test(userAgent)) return true
  if (podcastApp.test(userAgent)) return false
  return isSelfDeclaredBot(userAgent) || namesPage.test(userAgent)
}

/** Browsers say so when they load what nobody has opened yet. */
export function isPrefetch(headers: IncomingHttpHeaders): boolean {
  const purposes = [headers['sec-purpose'], headers['purpose'], headers['x-moz']]
  return purposes.some((purpose) => /prefetch|preview/i.test(String(purpose ?? '')))
}
