/** Text that is safe to put into a page as it is. */
export type Markup = { readonly markup: string }

type Value = string | Markup | readonly Markup[] | undefined | false

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A template whose values are escaped unless they are markup themselves. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Markup {
  const texts = values.map(render)
  return { markup: parts.map((part, i) => part + (texts[i] ?? '')).join('') }
}

/** For markup that we made ourselves and that holds nothing a person typed. */
export const rawHtml = (markup: string): Markup => ({ markup })

function render(value: Value): string {
  if (value === undefined || value === false) return ''
  if (typeof value === 'string') return value.replace(/[&<>"']/g, (c) => entities[c] ?? c)
  if ('markup' in value) return value.markup
  return value.map((item) => item.markup).join('')
}
