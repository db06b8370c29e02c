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

export type Page = { title: string; content: Markup }

const violin = rawHtml(violinSvg({ from: -60, bars: 118, id: 'a' }))

const mark = rawHtml(
  markSvg({
    attributes: 'class="size-7.5 tablet:size-8.5" aria-hidden="true"',
    plateColor: 'currentColor',
    postColor: 'var(--color-primary)',
  }),
)

/**
 * Pages rendered by the server alone work without the web app and without JavaScript. `theme` is the cookie in which
 * the web app's theme switch saves its choice; other values follow the system.
 */
export function renderPage(
  branding: Branding,
  { title, content }: Page,
  theme: string | undefined,
): string {
  // The script is in the head and not deferred: it sets the theme before the first paint.
  return html`<!doctype html>
<html lang="en"${theme === 'dark' || theme === 'light' ? html` data-theme="${theme}"` : ''}>
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
<main class="grid min-h-screen max-tablet:grid-rows-[auto_1fr] tablet:grid-cols-[minmax(0,1fr)_minmax(0,1.12fr)]">
<section class="mx-auto grid w-full max-w-110 grid-rows-[auto_1fr] gap-7 px-5 pt-6 pb-24 tablet:gap-9 tablet:pt-8">
<a class="inline-flex items-center gap-2 justify-self-start font-display text-xl leading-none font-bold tracking-[-0.005em] tablet:gap-2.5 tablet:text-[1.5rem]" href="/">${mark}<span>${branding.brandName}</span></a>
${content}
</section>
<div class="relative overflow-hidden border-line bg-sunken bg-[radial-gradient(70%_60%_at_50%_50%_in_srgb,color-mix(in_oklab,var(--color-primary-lo)_30%,transparent),transparent_75%)] max-tablet:order-first max-tablet:h-55 max-tablet:border-b tablet:border-l" aria-hidden="true"><div class="absolute top-1/2 max-tablet:-right-30 max-tablet:w-160 max-tablet:-translate-y-1/2 tablet:left-1/2 tablet:w-310 tablet:-translate-1/2 tablet:rotate-90 tablet:[transform:translateX(-80px)]">${violin}</div></div>
</main>
</body>
</html>
`.markup
}
