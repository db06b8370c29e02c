import { DropdownMenu } from 'radix-ui'
import {
  createContext,
  type ReactElement,
  type ReactNode,
  useCallback,
  useContext,
  useRef,
  useState,
} from 'react'
import { classNames } from '#web/lib/class-names.ts'

type Action = () => void
const SelectContext = createContext<(action: Action) => void>(() => {})

type MenuProps = {
  /** The button that opens the menu. */
  trigger: ReactElement
  defaultOpen?: boolean
  children: ReactNode
}

/**
 * A dropdown menu. The selected action runs after the menu has closed and its button has the focus
 * again, so that a dialog that it opens restores the focus to the button.
 */
export function Menu({ trigger, defaultOpen = false, children }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  /** Inside the dialog of its button, which makes the rest inert, or a landmark. */
  const [container, setContainer] = useState<Element | null>(null)
  const ref = useCallback((element: HTMLButtonElement | null) => {
    button.current = element
    setContainer(
      element?.closest('[role="dialog"]') ?? document.querySelector('main') ?? document.body,
    )
  }, [])
  const selected = useRef<Action>(null)
  return (
    // A modal menu locks scrolling with an inline style sheet, which the CSP forbids.
    <DropdownMenu.Root modal={false} defaultOpen={defaultOpen}>
      <DropdownMenu.Trigger ref={ref} asChild>
        {trigger}
      </DropdownMenu.Trigger>
      {container && (
        <DropdownMenu.Portal container={container}>
          <DropdownMenu.Content
            align="end"
            sideOffset={8}
            collisionPadding={12}
            // Escape closes only the menu, not what it is in.
            onKeyDown={(event) => event.stopPropagation()}
            onCloseAutoFocus={(event) => {
              const action = selected.current
              if (!action) return
              selected.current = null
              event.preventDefault()
              button.current?.focus()
              action()
            }}
            className="z-(--z-dialog) max-h-(--radix-dropdown-menu-content-available-height) w-59 animate-[rise_var(--duration-fast)_var(--ease-out)] overflow-y-auto rounded-panel border border-line bg-overlay p-2 shadow-(--shadow-float)"
          >
            <SelectContext
              value={(action) => {
                selected.current = action
              }}
            >
              {children}
            </SelectContext>
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      )}
    </DropdownMenu.Root>
  )
}

type MenuLinkProps = { icon: ReactNode; href: string; children: ReactNode }

/** Opens in a new tab; its URL can be copied like that of any link. */
export function MenuLink({ icon, href, children }: MenuLinkProps) {
  return (
    <DropdownMenu.Item asChild className={`${itemClass} [&>svg]:text-muted`}>
      <a href={href} target="_blank" rel="noopener">
        {icon}
        {children}
        <span className="sr-only"> (opens in a new tab)</span>
      </a>
    </DropdownMenu.Item>
  )
}

const itemClass =
  'flex min-h-10.5 cursor-pointer items-center gap-3 rounded-art-lg px-3 text-md font-medium outline-none select-none data-highlighted:bg-raised [&>svg]:size-5'

type MenuItemProps = { icon: ReactNode; danger?: boolean; onSelect: Action; children: ReactNode }

export function MenuItem({ icon, danger, onSelect, children }: MenuItemProps) {
  const select = useContext(SelectContext)
  return (
    <DropdownMenu.Item
      onSelect={() => select(onSelect)}
      className={classNames(itemClass, danger ? 'text-danger-text' : '[&>svg]:text-muted')}
    >
      {icon}
      {children}
    </DropdownMenu.Item>
  )
}

export function MenuSeparator() {
  return <DropdownMenu.Separator className="mx-3 my-1.5 border-t border-line" />
}
