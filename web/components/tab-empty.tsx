import type { ReactNode } from 'react'
import { Violin } from '#web/ui/violin.tsx'

type TabEmptyProps = { title: string; text?: string | undefined; children?: ReactNode }

/** The empty state of a tab. */
export function TabEmpty({ title, text, children }: TabEmptyProps) {
  return (
    <div className="grid justify-items-center pt-12 pb-10 text-center">
      <Violin variant="empty" bars={120} className="mb-7 w-full tablet:w-[min(420px,88vw)]" />
      <h2 className="font-display text-3xl leading-[1.02] font-extrabold tracking-display text-balance">
        {title}
      </h2>
      {text && <p className="mt-3 max-w-[40ch] text-lg text-balance text-muted">{text}</p>}
      {children && <div className="mt-6">{children}</div>}
    </div>
  )
}
