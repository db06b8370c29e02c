import { Ellipsis } from 'lucide-react'
import type { ComponentProps, ComponentType, ReactNode } from 'react'
import { IconButton } from './icon-button.tsx'
import { useLazyComponent } from './use-lazy-component.ts'

export type MenuButtonProps = ComponentProps<typeof IconButton>

/** The button that opens a menu: three dots, unless it has children. */
export function MenuButton({ children, ...rest }: MenuButtonProps) {
  return <IconButton {...rest}>{children ?? <Ellipsis />}</IconButton>
}

type LazyMenuProps<Props> = {
  button: MenuButtonProps
  load: () => Promise<ComponentType<Props>>
  /** Renders the loaded menu, which must open as soon as it is mounted and have the same button. */
  children: (LoadedMenu: ComponentType<Props>) => ReactNode
}

/** A menu or popover whose chunk is loaded when it is first opened. */
export function LazyMenu<Props>({ button, load, children }: LazyMenuProps<Props>) {
  const { Component, open } = useLazyComponent(load)
  if (Component) return children(Component)
  return <MenuButton aria-haspopup="menu" {...button} onClick={open} />
}
