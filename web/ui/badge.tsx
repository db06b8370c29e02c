import type { ReactNode } from 'react'
import { classNames } from '#web/lib/class-names.ts'

const tones = {
  success: 'bg-success-soft text-success',
  primary: 'bg-primary-soft text-primary-text',
  neutral: 'bg-raised text-muted',
}

type BadgeProps = { tone: keyof typeof tones; children: ReactNode }

export function Badge({ tone, children }: BadgeProps) {
  return (
    <span
      className={classNames(
        'inline-flex h-6.5 items-center rounded-full px-2.75 text-xs font-semibold whitespace-nowrap',
        tones[tone],
      )}
    >
      {children}
    </span>
  )
}
