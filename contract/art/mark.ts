/** What each part of the mark wears: a class or a colour, as an attribute. */
type Dress = { mark: string; plate: string; post: string }

/** Two plates and the post between them. */
export function markSvg({ mark, plate, post }: Dress): string {
  return `<svg ${mark} viewBox="0 0 34 34" fill="none" stroke-linecap="round"><path ${plate} d="M3 13.2C9.5 4.6 24.5 4.6 31 13.2" stroke-width="3.4"/><path ${plate} d="M3 20.8C9.5 29.4 24.5 29.4 31 20.8" stroke-width="3.4"/><path ${post} d="M21 10.4V23.6" stroke-width="4.4"/></svg>`
}
