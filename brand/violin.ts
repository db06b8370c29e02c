import { rng } from './random.ts'

/**
 * The brand illustration: a waveform in the outline of a violin lying on its side, with the sound
 * post as the playhead. violin.css colors it by class name.
 */

/** SVG path of one f-hole, 100 × 240. */
export const fHole =
  'M61 18c9-9 25-5 26 8c1 9-6 15-13 14c-6-1-9-6-8-11c-9 9-12 27-12 48c0 20 4 40 4 62c0 40-12 74-36 83c-15 5-28-3-28-16c0-10 7-16 15-16c7 0 12 5 12 12c0 3-1 6-3 8c12-6 18-30 18-61c0-22-5-44-5-64c0-33 10-53 30-67zM28 116l12 4v7l-12-3zM64 112l12 3v7l-12-3z'

/** Half width of the instrument in millimeters along its length; 0 is the top of the body. */
const outline = points(
  // scroll and peg box
  '-246 0, -244 10, -238 17, -230 20, -222 18.5, -214 12, -208 9.5, -200 9, -190 10.5, -170 11.5',
  '-140 13, -130 13.5',
  // neck
  '-128 12, -60 14, -12 16, -6 17, -1 18',
  // upper bout
  '0 30, 5 46, 12 58, 25 71, 45 81, 65 84.5, 85 83, 105 79.5, 116 80, 124 85, 128 85.5',
  // waist
  '131 76, 138 63, 150 54.5, 168 51.5, 186 53, 202 59.5, 212 69, 218 82',
  // lower bout
  '222 97, 226 98, 231 95, 242 95, 260 99.5, 280 103.5, 298 104, 315 100.5, 328 93, 340 80',
  '348 65, 353 45, 356 20, 357 0',
)

function points(...rows: string[]): { at: number; half: number }[] {
  return rows
    .flatMap((row) => row.split(', '))
    .map((point) => {
      const [at = 0, half = 0] = point.split(' ').map(Number)
      return { at, half }
    })
}

const pegPositions: readonly (readonly [at: number, side: 1 | -1])[] = [
  [-196, 1],
  [-183, -1],
  [-166, 1],
  [-152, -1],
]

const round = (value: number) => Math.round(value * 100) / 100
const bar = (x: number, half: number) => `M${round(x)} ${round(-half)}V${round(half)}`

function halfWidth(x: number): number {
  const next = outline.findIndex(({ at }) => x <= at)
  const [before, after] = [outline[next - 1], outline[next]]
  if (!before || !after) return 0
  return before.half + (after.half - before.half) * ((x - before.at) / (after.at - before.at))
}

export type ViolinOptions = {
  /** Left edge in millimeters: -246 includes the scroll, -60 starts at the body. */
  from?: number
  to?: number
  bars?: number
  padding?: number
  seed?: number
}

type ViolinShapes = {
  left: number
  width: number
  viewBox: string
  barWidth: number
  /** SVG path data, all stroked. */
  body: string
  edge: string
  neck: string
  ebony: string
  pegs: string
}

function violinShapes(options: ViolinOptions = {}): ViolinShapes {
  const { from = -246, to = 357, bars = 200, padding = 12, seed = 7 } = options
  const random = rng(seed)
  const pitch = (to - from) / bars
  const shapes = { body: '', edge: '', neck: '', ebony: '' }
  for (let i = 0; i < bars; i++) addBar(shapes, from + pitch * (i + 0.5), random)
  const pegs = pegPositions
    .filter(([x]) => x > from)
    .map(([x, side]) => `M${x} ${side * 9}V${side * 25}`)
  const left = from - padding
  const width = to - from + padding * 2
  return {
    ...shapes,
    pegs: pegs.join(''),
    left,
    width,
    viewBox: `${left} -116 ${width} 232`,
    barWidth: round(pitch * 0.58),
  }
}

function addBar(
  shapes: { body: string; edge: string; neck: string; ebony: string },
  x: number,
  random: () => number,
) {
  const half = halfWidth(x)
  if (half <= 0) return
  if (x > 0) {
    const h = half * (1 - 0.034 * random())
    const rim = Math.min(7, half * 0.2)
    shapes.edge += `M${round(x)} ${round(-h)}V${round(rim - h - 1.9)}`
    shapes.edge += `M${round(x)} ${round(h - rim + 1.9)}V${round(h)}`
    shapes.body += bar(x, h - rim - 2.3)
    if (x < 76) shapes.ebony += bar(x, 16 + x * 0.075)
    if (x > 236 && x < 334) shapes.ebony += bar(x, 18 - (x - 236) * 0.09)
  } else if (x > -128) {
    shapes.neck += bar(x, half * (1 - 0.2 * random()) * 0.98)
  } else {
    shapes.body += bar(x, half * (1 - 0.2 * random()))
  }
}

const hole = (side: 1 | -1) =>
  `<g transform="translate(199 0) scale(1 ${side}) translate(0 39.5) rotate(-84) scale(.36) translate(-45 -120)"><path d="${fHole}"/></g>`
const stringsPath =
  'M-128 -5.2L196 -13L318 -6M-128 -1.8L196 -4.4L318 -2M-128 1.8L196 4.4L318 2M-128 5.2L196 13L318 6'

/** `id` prefixes the ids of the gradient and the mask, so that a page can hold several. */
export function violinSvg(options: ViolinOptions & { id?: string } = {}): string {
  const v = violinShapes(options)
  const id = options.id ?? 'v'
  const holes = hole(1) + hole(-1)
  return `<svg class="violin" viewBox="${v.viewBox}" aria-hidden="true" focusable="false"><defs>
<linearGradient id="${id}b" gradientUnits="userSpaceOnUse" x1="0" x2="0" y1="-104" y2="104"><stop class="vs0"/><stop offset=".2" class="vs1"/><stop offset=".5" class="vs2"/><stop offset=".8" class="vs1"/><stop offset="1" class="vs0"/></linearGradient>
<mask id="${id}m" maskUnits="userSpaceOnUse" x="${v.left}" y="-120" width="${v.width}" height="240"><path fill="#fff" d="M${v.left} -120h${v.width}v240h-${v.width}z"/><g fill="#000" stroke="#000" stroke-width="3">${holes}</g></mask></defs>
<g fill="none" stroke-linecap="round" stroke-width="${v.barWidth}"><path class="v-peg" d="${v.pegs}" stroke-width="${round(v.barWidth * 1.4)}"/><g mask="url(#${id}m)"><path d="${v.body}" stroke="url(#${id}b)"/><path class="v-edge" d="${v.edge}"/><path class="v-neck" d="${v.neck}"/><path class="v-ebony" d="${v.ebony}"/></g></g>
<g class="v-f">${holes}</g>
<path class="v-string" fill="none" stroke-width=".55" d="${stringsPath}"/>
<path class="v-bridge" d="M195 -21V21" stroke-width="2.6" stroke-linecap="round" fill="none"/>
<path class="v-post" d="M206 -113V113" stroke-width="2.8" stroke-linecap="round" fill="none"/></svg>`
}
