import type { FirstSight, ShownFirst } from '#contract/first-sight.ts'

export type Drawing = (path: string, shown: ShownFirst) => Promise<string>

/** The same for every visitor until there is something new: drawn once. */
const landing: ShownFirst = {}

/** How many cards of the home page are in sight at once, on the widest screen, with one to spare. */
const cardsInSight = 7

/** Draws what visitors see first; what many see is kept for as long as the facts behind it are. */
export function createDrawing(draw: FirstSight, brandName: string): Drawing {
  const kept = new WeakMap<object, Map<string, Promise<string>>>()
  const drawNow = (path: string, { track, discovery }: ShownFirst) =>
    draw({
      brandName,
      path,
      ...(track && { track }),
      ...(discovery && { discovery: inSight(discovery) }),
    })

  return (path, shown) => {
    if (shown.track) return drawNow(path, shown)
    const facts = shown.discovery ?? landing
    const drawings = kept.get(facts) ?? new Map<string, Promise<string>>()
    kept.set(facts, drawings)
    const drawing = drawings.get(path) ?? drawNow(path, shown)
    drawings.set(path, drawing)
    drawing.catch(() => drawings.delete(path))
    return drawing
  }
}

/** The rest lies below the fold and comes with the living page. */
function inSight({ curated, recent }: NonNullable<ShownFirst['discovery']>) {
  return {
    curated: curated.slice(0, cardsInSight),
    recent: recent.slice(0, cardsInSight),
    trending: [],
    genres: [],
  }
}
