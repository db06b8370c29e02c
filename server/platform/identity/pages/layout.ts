import { violinSvg } from '#contract/art/violin.ts'
import { html, type Markup, trusted } from './html.ts'

export type Look = {
  brandName: string
  /** Addresses of the built files. */
  stylesheet: string
  script: string
}

/** What the person chose on the site; undefined follows the system. */
export type Theme = 'dark' | 'light' | undefined

const violin = trusted(violinSvg({ from: -60, bars: 118, id: 'a' }))

const mark = trusted(
  '<svg class="mark" viewBox="0 0 34 34" fill="none" stroke-linecap="round" aria-hidden="true"><path class="plate" d="M3 13.2C9.5 4.6 24.5 4.6 31 13.2" stroke-width="3.4"/><path class="plate" d="M3 20.8C9.5 29.4 24.5 29.4 31 20.8" stroke-width="3.4"/><path class="post" d="M21 10.4V23.6" stroke-width="4.4"/></svg>',
)

export function page(look: Look, theme: Theme, title: string, content: Markup): string {
  // The script comes before the body and is not deferred: it sets the theme before the first paint.
  return html`<!doctype html>
<html lang="en"${theme ? html` data-theme="${theme}"` : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · ${look.brandName}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${look.stylesheet}">
<script src="${look.script}"></script>
</head>
<body>
<main class="auth">
<section class="auth-form">
<a class="brand" href="/">${mark}<span>${look.brandName}</span></a>
${content}
</section>
<div class="auth-pic" aria-hidden="true">${violin}</div>
</main>
</body>
</html>
`.markup
}
