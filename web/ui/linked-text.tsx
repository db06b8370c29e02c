import { linkify } from '#web/lib/linkify.ts'

/** Text of a user in which URLs are links. Line breaks are up to the element around it. */
export function LinkedText({ text }: { text: string }) {
  let at = 0
  return linkify(text).map(({ text, href }) => {
    const key = at
    at += text.length
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
