import { useContext } from 'react'
import { formatDate, formatRelativeDate, formatUtcDate } from '#web/lib/format.ts'
import { RenderTime, useHydrated } from '#web/lib/use-hydrated.ts'

type LocalTimeProps = {
  time: string
  /** 'Just now', '2 hours ago'. */
  relative?: boolean
}

/** A date in the language and time zone of the browser, which the server does not know. */
export function LocalTime({ time, relative = false }: LocalTimeProps) {
  const isHydrated = useHydrated()
  const renderTime = useContext(RenderTime)
  const format = isHydrated ? formatDate : formatUtcDate
  const now = isHydrated ? Date.now() : renderTime
  return (
    <time dateTime={time}>{relative ? formatRelativeDate(time, now, format) : format(time)}</time>
  )
}
