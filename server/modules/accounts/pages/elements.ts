import { html, type Markup, rawHtml } from '#server/platform/http/html.ts'
import type { Page } from './layout.ts'

/** A page with a heading and what follows it: a form if there is an action. */
export function panel(title: string, body: Markup, action?: string, heading = title): Page {
  const inner = html`<h1>${heading}</h1>
${body}`
  const attributes = html`class="grid w-full gap-6 self-start tablet:self-center"`
  const content = action
    ? html`<form ${attributes} method="post" action="${action}" novalidate>
${inner}
</form>`
    : html`<div ${attributes}>
${inner}
</div>`
  return { title, content }
}

const buttonClass =
  'inline-flex min-h-14 w-full items-center justify-center rounded-full px-7 text-lg leading-none font-semibold active:translate-y-px'
export const primaryButton = `primary-fill ${buttonClass}`
export const outlineButton = `border border-line-strong hover:bg-raised ${buttonClass}`
export const linkClass =
  'cursor-pointer font-semibold text-primary-text underline decoration-1 underline-offset-4 hover:decoration-2'

export const submitButton = (label: string) =>
  html`<button class="${primaryButton}" type="submit">${label}</button>`
export const buttonLink = (label: string, url: string) =>
  html`<a class="${primaryButton}" href="${url}">${label}</a>`
export const link = (label: string, url: string) =>
  html`<a class="${linkClass}" href="${url}">${label}</a>`
export const lede = (text: string | Markup) => html`<p class="text-lg text-muted">${text}</p>`
export const aside = (content: string | Markup) => html`<p class="text-muted">${content}</p>`
export const backToHome = aside(link('Back to Home', '/'))

/** Icons of Lucide. */
const icon = (attributes: string, shapes: string) =>
  rawHtml(
    `<svg ${attributes} viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${shapes}</svg>`,
  )
const warning = icon(
  'class="size-4 flex-none" stroke-width="2"',
  '<path d="m21.73 18-8-14a2 2 0 0 0-3.48 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.73-3"/><path d="M12 9v4"/><path d="M12 17h.01"/>',
)
export const eye = icon(
  'class="size-5" stroke-width="1.75"',
  '<path d="M2.062 12.348a1 1 0 0 1 0-.696 10.75 10.75 0 0 1 19.876 0 1 1 0 0 1 0 .696 10.75 10.75 0 0 1-19.876 0"/><circle cx="12" cy="12" r="3"/><path class="hidden group-aria-pressed:inline" d="m4 20 16-16"/>',
)

export const alertText = (text: string | Markup, id?: string) =>
  html`<p class="flex items-center gap-1.5 text-sm text-danger-text"${id ? html` id="${id}"` : ''} role="alert">${warning}<span>${text}</span></p>`
