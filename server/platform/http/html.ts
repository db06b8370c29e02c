import { escapeHtml } from '#contract/escape-html.ts'

/** HTML that is safe to insert without escaping. */
export type Markup = { readonly markup: string }

type Value = string | Markup | readonly Markup[] | undefined | false

/** A template that escapes its values unless they are markup. */
export function html(strings: TemplateStringsArray, ...values: Value[]): Markup {
  const texts = values.map(render)
  return { markup: strings.map((string, i) => string + (texts[i] ?? '')).join('') }
}

/** For markup from our own code that contains no user input. */
export const rawHtml = (markup: string): Markup => ({ markup })

function render(value: Value): string {
  if (value === undefined || value === false) return ''
  if (typeof value === 'string') return escapeHtml(value)
  if ('markup' in value) return value.markup
  return value.map((item) => item.markup).join('')
}
