/** The name this site goes by. The server writes it into the page, so that one build serves any name. */
export function brandName(): string {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="application-name"]')
  return meta?.content || 'Soundpost'
}

/** Who made a track when nobody is named. */
export function studioName(): string {
  return `${brandName()} Studio`
}
