/** How bright a colour behind text may be, in either theme, for the text to stay readable. */
const dimmest = 0.11
const brightest = 0.34

/** The same hue, brought into those bounds: with more or less of its light, or with some white. */
export function readableBehindText(colour: string): string {
  const shown = [1, 3, 5].map((at) => toLight(Number.parseInt(colour.slice(at, at + 2), 16)))
  const bound = Math.min(Math.max(brightness(shown), dimmest), brightest)
  const most = Math.max(...shown, 0.01)
  const scaled = shown.map((part) => part * Math.min(bound / (brightness(shown) || 1), 1 / most))
  const white = (bound - brightness(scaled)) / (1 - brightness(scaled))
  return hex(scaled.map((part) => toScreen(part + (1 - part) * white)))
}

function brightness([red = 0, green = 0, blue = 0]: number[]): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** From what a screen is told to how much light it gives, and back. */
const toLight = (part: number) => (part / 255) ** 2.2
const toScreen = (light: number) => light ** (1 / 2.2) * 255

export function hex(colour: readonly number[]): string {
  return `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
}
