/** Seconds of a typed time such as 1:02; undefined if that is no time within the track. */
export function parseStart(typed: string, duration: number | null): number | undefined {
  const text = typed.trim()
  if (!/^(\d+:){0,2}\d+$/.test(text)) return undefined
  const seconds = text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
  return seconds < (duration ?? Number.POSITIVE_INFINITY) ? seconds : undefined
}
