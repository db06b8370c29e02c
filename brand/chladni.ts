/** A Chladni figure: where sand gathers on a square plate that sounds at one of its modes. */

const steps = 22
const modes: readonly (readonly [number, number])[] = [
  [1, 4],
  [2, 5],
  [3, 5],
  [1, 6],
  [3, 7],
  [2, 4],
  [4, 6],
  [1, 5],
  [3, 4],
]

type Field = (x: number, y: number) => number
type Point = readonly [number, number]

/** One quadrant of the figure as an SVG path of 300 by 300; mirrored twice it is the whole plate. */
export function chladniQuadrant(random: () => number): string {
  const field = plateField(random)
  let path = ''
  for (let row = 0; row < steps; row++) path += rowPath(field, row)
  return path
}

function plateField(random: () => number): Field {
  const [m, n] = modes[Math.floor(random() * modes.length)] as readonly [number, number]
  const sign = random() < 0.5 ? 1 : -1
  const threshold = (random() - 0.5) * 0.36
  const wave = (k: number, v: number) => Math.cos(k * Math.PI * v)
  return (x, y) => wave(m, x) * wave(n, y) + sign * wave(n, x) * wave(m, y) - threshold
}

/** Marching squares along one row; full cells in a row become one rectangle. */
function rowPath(field: Field, row: number): string {
  let path = ''
  let runStart = -1
  for (let column = 0; column <= steps; column++) {
    const corners: readonly Point[] = [
      [column, row],
      [column + 1, row],
      [column + 1, row + 1],
      [column, row + 1],
    ]
    const heights = corners.map(([x, y]) => field(0.5 + x / steps / 2, 0.5 + y / steps / 2))
    if (column < steps && heights.every((height) => height > 0)) {
      if (runStart < 0) runStart = column
      continue
    }
    if (runStart >= 0) {
      path += `M${pixel(runStart)} ${pixel(row)}H${pixel(column)}V${pixel(row + 1)}H${pixel(runStart)}z`
      runStart = -1
    }
    if (column < steps) path += cellPath(corners, heights)
  }
  return path
}

/** The area of one cell where the field is above zero. */
function cellPath(corners: readonly Point[], heights: readonly number[]): string {
  const outline: Point[] = []
  corners.forEach((from, i) => {
    const to = corners[(i + 1) % 4] as Point
    const a = heights[i] as number
    const b = heights[(i + 1) % 4] as number
    if (a > 0) outline.push(from)
    if (a > 0 !== b > 0) {
      const t = a / (a - b)
      outline.push([from[0] + (to[0] - from[0]) * t, from[1] + (to[1] - from[1]) * t])
    }
  })
  if (outline.length < 3) return ''
  return `M${outline.map(([x, y]) => `${pixel(x)} ${pixel(y)}`).join('L')}z`
}

const pixel = (v: number) => Math.round((v / steps) * 300)
