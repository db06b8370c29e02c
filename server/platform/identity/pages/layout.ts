import { markSvg } from '#brand/mark.ts'
import { violinSvg } from '#brand/violin.ts'
import { html, type Markup, rawHtml } from './html.ts'

export type Branding = {
  brandName: string
  /** Addresses of the built files. */
  stylesheet: string
  script: string
}

/** What the person chose on the site; undefined follows the system. */
export type Theme = 'dark' | 'light' | undefined

const violin = rawHtml(violinSvg({ from: -60, bars: 118, id: 'a' }))

const mark = rawHtml(
  markSvg({
    attributes: 'class="mark" aria-hidden="true"',
    plateColour: 'currentColor',
    postColour: 'var(--color-primary)',
  }),
)

export function page(look: Branding, theme: Theme, title: string, content: Markup): string {
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
