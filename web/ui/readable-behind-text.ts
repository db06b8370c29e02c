/** How bright a colour behind text may be, in either theme, for the text to stay readable. */
const minLuminance = 0.11
const maxLuminance = 0.34

/** The same hue, brought into those bounds: with more or less of its light, or with some white. */
export function clampLuminance(colour: string): string {
  const shown = [1, 3, 5].map((at) => toLinear(Number.parseInt(colour.slice(at, at + 2), 16)))
  const bound = Math.min(Math.max(luminance(shown), minLuminance), maxLuminance)
  const most = Math.max(...shown, 0.01)
  const scaled = shown.map((part) => part * Math.min(bound / (luminance(shown) || 1), 1 / most))
  const white = (bound - luminance(scaled)) / (1 - luminance(scaled))
  return hex(scaled.map((part) => fromLinear(part + (1 - part) * white)))
}

function luminance([red = 0, green = 0, blue = 0]: number[]): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** From what a screen is told to how much light it gives, and back. */
const toLinear = (part: number) => (part / 255) ** 2.2
const fromLinear = (light: number) => light ** (1 / 2.2) * 255

export function hex(colour: readonly number[]): string {
  return `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
}
