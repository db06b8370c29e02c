import type { ReactNode } from 'react'

/** The buttons at the end of a form, the one that goes on at the right. */
export function FormFooter({ children }: { children: ReactNode }) {
  return (
    <footer className="grid grid-cols-[1fr_1.4fr] gap-3 border-t border-line pt-7 tablet:col-start-1 tablet:flex tablet:justify-end">
      {children}
    </footer>
  )
}
