import type { ReactNode } from 'react'

/** The controls above the list of a tab. */
export function TabBar({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-3.5 pt-5 pb-5 tablet:pt-7">
      {children}
    </div>
  )
}
