/** The name this site goes by. The server writes it into the page, so that one build serves any name. */
export function brandName(): string {
  if (given) return given
  const meta = document.querySelector<HTMLMetaElement>('meta[name="application-name"]')
  return meta?.content || 'Soundpost'
}

let given = ''

/** Where there is no page yet: the server says it itself. */
export function setBrandName(name: string): void {
  given = name
}

/** Who made a track when nobody is named. */
export function studioName(): string {
  return `${brandName()} Studio`
}
