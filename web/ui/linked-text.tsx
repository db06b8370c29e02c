import { Fragment, type ReactNode } from 'react'

type LinkedTextProps = {
  text: string
  /** Of a track: renders times within it, such as 1:05. */
  moment?: { duration: number | null; render: (seconds: number, text: string) => ReactNode }
}

/** Text of a user in which URLs are links. Line breaks are up to the element around it. */
export function LinkedText({ text, moment }: LinkedTextProps) {
  let at = 0
  return linkify(text).map(({ text, href }) => {
    const key = at
    at += text.length
    if (!href && moment)
      return findTimes(text, moment.duration).map(({ text, seconds }, index) =>
        seconds === undefined ? (
          text
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the segments never change places
          <Fragment key={`${key} ${index}`}>{moment.render(seconds, text)}</Fragment>
        ),
      )
    if (!href) return text
    return (
      <a
        key={key}
        href={href}
        target="_blank"
        rel="nofollow ugc noopener"
        className="rounded-art text-primary-text underline decoration-1 underline-offset-4 hover:decoration-2"
      >
        {text}
        <span className="sr-only"> (opens in a new tab)</span>
      </a>
    )
  })
}

/** A part of a text; `href` is set where it is a URL. */
type LinkSegment = { text: string; href?: string }

/** No white space, control or format characters, which could disguise the URL, and no quotes or brackets around it. */
const urlPattern = /\b(?:https?:\/\/|www\.)[^\s\p{C}\p{Z}<>"“”«»]+/giu

/** Splits a text at its URLs. The segments together are the text, unchanged. */
export function linkify(text: string): LinkSegment[] {
  const segments: LinkSegment[] = []
  let end = 0
  for (const { 0: match, index } of text.matchAll(urlPattern)) {
    const shown = withoutPunctuation(match)
    const href = webUrl(shown)
    if (!href) continue
    if (index > end) segments.push({ text: text.slice(end, index) })
    segments.push({ text: shown, href })
    end = index + shown.length
  }
  if (end < text.length) segments.push({ text: text.slice(end) })
  return segments
}

/** 1:05, 12:34 or 1:02:03, not a part of 10:20:30:40, 2.1:05 or 4:30-5:00pm. */
const timePattern =
  /(?<![\w:.,/-])(?:\d{1,2}:[0-5]\d:[0-5]\d|\d{1,3}:[0-5]\d)(?![:\w]|[.,]\d| ?[ap]\.?m\b)/giu

/** Splits a text at the times that are in a track of this length. The segments together are the text, unchanged. */
export function findTimes(
  text: string,
  duration: number | null,
): { text: string; seconds?: number }[] {
  const segments: { text: string; seconds?: number }[] = []
  let end = 0
  for (const { 0: match, index } of text.matchAll(timePattern)) {
    const seconds = match.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
    if (seconds >= (duration ?? 0)) continue
    if (index > end) segments.push({ text: text.slice(end, index) })
    segments.push({ text: match, seconds })
    end = index + match.length
  }
  if (end < text.length) segments.push({ text: text.slice(end) })
  return segments
}

/** Drops the punctuation of the sentence; a closing bracket stays if it was opened in the URL. */
function withoutPunctuation(match: string): string {
  let end = match.length
  // Counted once: a text of brackets alone would take seconds.
  let unopened = count(match, ')') - count(match, '(')
  for (; end > 0; end -= 1) {
    const last = match.charAt(end - 1)
    if (!/[.,;:!?'’…)\]}*_~|]/.test(last)) break
    if (last === ')' && unopened-- <= 0) break
  }
  return match.slice(0, end)
}

const count = (text: string, character: string) => text.split(character).length - 1

/** Undefined for what must not become a link, such as a URL with credentials, which disguise the host. */
function webUrl(shown: string): string | undefined {
  const url = URL.parse(/^www\./i.test(shown) ? `https://${shown}` : shown)
  if (!url || !/^https?:$/.test(url.protocol)) return undefined
  return url.hostname.includes('.') && !url.username && !url.password ? url.href : undefined
}
