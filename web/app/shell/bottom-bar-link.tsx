import type { ReactNode } from 'react'
import { NavLink } from './nav-link.tsx'

export const itemClass =
  'relative grid flex-1 place-content-center justify-items-center gap-1 rounded-control text-xs leading-none font-semibold text-muted -outline-offset-4 before:absolute before:top-0 before:left-1/2 before:h-0.75 before:w-9 before:-translate-x-1/2 before:rounded-full aria-[current]:text-primary-text aria-[current]:before:bg-primary [&>svg]:size-5.5 [@media(max-height:30rem)]:grid-flow-col [@media(max-height:30rem)]:items-center [@media(max-height:30rem)]:gap-2'

type BottomBarLinkProps = {
  href: string
  aliases?: readonly string[]
  also?: readonly string[]
  label: ReactNode
  children: ReactNode
}

export function BottomBarLink({ label, children, ...link }: BottomBarLinkProps) {
  return (
    <NavLink {...link} className={itemClass}>
      {children}
      {label}
    </NavLink>
  )
}
