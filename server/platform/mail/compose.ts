import type { SiteInfo } from '#server/config.ts'
import { html, rawHtml } from '#server/platform/http/html.ts'

/** The content of a mail, before its layout. All texts are plain text, not HTML. */
export type Message = {
  to: string
  subject: string
  paragraphs: readonly string[]
  /** A button; in plain text its URL. */
  action?: { label: string; url: string }
  /** Mail programs show a button that sends a POST there (RFC 8058). For mails that the user can turn off. */
  unsubscribeUrl?: string
}

export type Mail = {
  to: string
  subject: string
  text: string
  html: string
  headers?: Record<string, string>
}

/** Mail clients know neither style sheets nor custom properties: these are the colors of the light theme. */
const colors = {
  ground: '#f8f3ea',
  panel: '#fffdf8',
  text: '#221810',
  muted: '#57493d',
  fill: '#f0a234',
  onFill: '#221304',
}
const font = 'font-family:Helvetica,Arial,sans-serif'

/** Plain text with an HTML part: no images, no tracking. */
export function composeMail(
  { to, subject, paragraphs, action, unsubscribeUrl }: Message,
  site: SiteInfo,
): Mail {
  const text = [
    ...paragraphs,
    ...(action ? [`${action.label}: ${action.url}`] : []),
    ...(unsubscribeUrl ? [`No more of these mails: ${unsubscribeUrl}`] : []),
  ]
  const footer = `${site.brandName} · ${site.publicUrl}`
  const body = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${subject}</title></head>
<body style="margin:0;padding:32px 16px;background:${colors.ground};color:${colors.text};${font};font-size:16px;line-height:1.5">
<div style="max-width:480px;margin:0 auto;padding:32px;background:${colors.panel};border-radius:20px">
<p style="margin:0 0 24px;font-size:20px;font-weight:bold">${site.brandName}</p>
${paragraphs.map((paragraph) => html`<p style="margin:0 0 16px">${withLineBreaks(paragraph)}</p>\n`)}
${action ? html`<p style="margin:24px 0"><a href="${action.url}" style="display:inline-block;padding:14px 24px;border-radius:999px;background:${colors.fill};color:${colors.onFill};font-weight:bold;text-decoration:none">${action.label}</a></p>` : ''}
</div>
<p style="max-width:480px;margin:16px auto 0;color:${colors.muted};font-size:13px">${footer}${unsubscribeUrl ? html`<br><a href="${unsubscribeUrl}" style="color:${colors.muted}">No more of these mails</a>` : ''}</p>
</body></html>
`
  const headers = unsubscribeUrl && {
    'List-Unsubscribe': `<${unsubscribeUrl}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
  return {
    ...{ to, subject, html: body.markup },
    text: [...text, `-- \n${footer}`].join('\n\n'),
    ...(headers && { headers }),
  }
}

/** A moderator's reason may have several lines. */
const withLineBreaks = (text: string) =>
  text.split('\n').map((line, index) => html`${index > 0 && rawHtml('<br>')}${line}`)
