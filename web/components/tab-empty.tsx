import { type ReactNode, Suspense } from 'react'
import { LazyViolin } from '#web/ui/empty-state.tsx'

type TabEmptyProps = {
  /** `error`: it failed to load. */
  variant?: 'empty' | 'error'
  title: string
  text?: string | undefined
  children?: ReactNode
}

/** The empty state of a tab, or its error. */
export function TabEmpty({ variant = 'empty', title, text, children }: TabEmptyProps) {
  return (
    <div
      {...(variant === 'error' && { role: 'alert' })}
      className="grid grid-cols-[minmax(0,1fr)] justify-items-center pt-8 pb-10 text-center tablet:pt-12"
    >
      <div className="mb-5 aspect-[627/232] w-48 tablet:mb-7 tablet:w-[min(420px,88vw)]">
        <Suspense>
          <LazyViolin variant={variant} bars={120} />
        </Suspense>
      </div>
      <h2 className="font-display text-3xl leading-display font-extrabold tracking-display text-balance">
        {title}
      </h2>
      {text && <p className="mt-3 max-w-[40ch] text-lg text-balance text-muted">{text}</p>}
      {children && <div className="mt-6">{children}</div>}
    </div>
  )
}
