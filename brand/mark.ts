type MarkOptions = { attributes: string; plateColor: string; postColor: string }

/** The logo mark: two plates with the sound post between them. */
export function markSvg({ attributes, plateColor, postColor }: MarkOptions): string {
  return `<svg ${attributes} viewBox="0 0 34 34" fill="none" stroke-linecap="round"><path stroke="${plateColor}" d="M3 13.2C9.5 4.6 24.5 4.6 31 13.2" stroke-width="3.4"/><path stroke="${plateColor}" d="M3 20.8C9.5 29.4 24.5 29.4 31 20.8" stroke-width="3.4"/><path stroke="${postColor}" d="M21 10.4V23.6" stroke-width="4.4"/></svg>`
}
