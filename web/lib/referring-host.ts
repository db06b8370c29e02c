import { isHostName } from '#contract/host-name.ts'

/** The other site that led to this page; undefined if there is none. */
export function referringHost(): string | undefined {
  const url = URL.parse(document.referrer)
  if (!url || url.hostname === location.hostname || !isHostName(url.hostname)) return undefined
  return url.hostname
}
