import { settings } from './settings.ts'

/** One sentence per name that is no setting, and nearly one: a misspelled setting has no effect. */
export function findMisspelledSettings(names: readonly string[]): string[] {
  const known = Object.keys(settings.shape)
  return names
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      const meant = known.find((setting) => isMisspelled(name, setting))
      return meant ? [`${name} is not a setting and has no effect. Do you mean ${meant}?`] : []
    })
}

/** Short names are near to many others, which belong to other programs. */
const minLength = 6
const maxMistakesOf = (setting: string) => (setting.length < 10 ? 1 : 2)

function isMisspelled(name: string, setting: string): boolean {
  const max = maxMistakesOf(setting)
  if (setting.length < minLength || Math.abs(name.length - setting.length) > max) return false
  return countMistakes(name.toUpperCase(), setting) <= max
}

/** Characters that are missing, too many, wrong or swapped: the optimal string alignment distance. */
function countMistakes(text: string, expected: string): number {
  const firstRow = Array.from({ length: expected.length + 1 }, (_, column) => column)
  let [twoAbove, above]: number[][] = [[], firstRow]
  for (let row = 1; row <= text.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= expected.length; column += 1) {
      const isSame = text[row - 1] === expected[column - 1]
      const isSwapped =
        text[row - 1] === expected[column - 2] && text[row - 2] === expected[column - 1]
      current[column] = Math.min(
        (above?.[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (above?.[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (twoAbove?.[column - 2] ?? Infinity) + 1 : Infinity,
      )
    }
    twoAbove = above
    above = current
  }
  return above?.[expected.length] ?? 0
}
