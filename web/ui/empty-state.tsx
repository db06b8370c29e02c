import type { ReactNode } from 'react'
import { Violin } from './violin.tsx'

type EmptyStateProps = {
  mood: 'silent' | 'fallen'
  title: string
  text: string
  children?: ReactNode
}

/** A whole page with nothing to show but a sentence and a way on. */
export function EmptyState({ mood, title, text, children }: EmptyStateProps) {
  return (
    <section className="page-width grid justify-items-center py-[clamp(48px,8vw,104px)] text-center">
      <Violin mood={mood} bars={120} className="mb-10 w-full tablet:w-[min(640px,88vw)]" />
      <h1 className="font-display text-5xl leading-[0.96] font-extrabold tracking-display text-balance">
        {title}
      </h1>
      <p className="mt-4 max-w-[40ch] text-lg text-balance text-muted">{text}</p>
      {children && <div className="mt-8">{children}</div>}
    </section>
  )
}
