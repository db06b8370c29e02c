import { markSvg } from '#brand/mark.ts'
import { violinSvg } from '#brand/violin.ts'
import type { LegalLinks } from '#contract/ssr.ts'
import { html, type Markup, rawHtml } from '#server/platform/http/html.ts'

export type Branding = {
  brandName: string
  legal?: LegalLinks
  /** URLs of the built files. */
  stylesheet: string
  script: string
  /** Only on the sign-in form. */
  passkeyScript: string
}

/** The theme that the user chose on the site; undefined follows the system. */
export type Theme = 'dark' | 'light' | undefined

/** The web app's theme switch saves its choice in this cookie for pages rendered by the server. */
export function readTheme(cookies: Record<string, string | undefined>): Theme {
  const theme = cookies['theme']
  return theme === 'dark' || theme === 'light' ? theme : undefined
}

const violin = rawHtml(violinSvg({ from: -60, bars: 118, id: 'a' }))

const mark = rawHtml(
  markSvg({
    attributes: 'class="mark" aria-hidden="true"',
    plateColor: 'currentColor',
    postColor: 'var(--color-primary)',
  }),
)

export function page(branding: Branding, theme: Theme, title: string, content: Markup): string {
  // The script is in the head and not deferred: it sets the theme before the first paint.
  return html`<!doctype html>
<html lang="en"${theme ? html` data-theme="${theme}"` : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · ${branding.brandName}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${branding.stylesheet}">
<script src="${branding.script}"></script>
</head>
<body>
<main class="auth">
<section class="auth-form">
<a class="brand" href="/">${mark}<span>${branding.brandName}</span></a>
${content}
</section>
<div class="auth-image" aria-hidden="true">${violin}</div>
</main>
</body>
</html>
`.markup
}
