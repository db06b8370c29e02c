import { DropdownMenu } from 'radix-ui'
import { createContext, type ReactElement, type ReactNode, useContext, useRef } from 'react'
import { classNames } from '#web/lib/class-names.ts'
import { overlayProps, useOverlay } from './overlay.ts'

type Action = () => void
const SelectContext = createContext<(action: Action) => void>(() => {})

type Point = { clientX: number; clientY: number }
const isNear = (one: Point, two: Point) =>
  Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY) < 10

type MenuProps = {
  /** The button that opens the menu. */
  trigger: ReactElement
  defaultOpen?: boolean
  children: ReactNode
}

/**
 * A dropdown menu, on phones a bottom sheet. The selected action runs after the menu has closed and
 * its button has the focus again, so that a dialog that it opens restores the focus to the button.
 */
export function Menu({ trigger, defaultOpen = false, children }: MenuProps) {
  const { button, container, ref } = useOverlay()
  const selected = useRef<Action>(null)
  const pressed = useRef<Point>(null)
  return (
    // A modal menu locks scrolling with an inline style sheet, which the CSP forbids.
    <DropdownMenu.Root modal={false} defaultOpen={defaultOpen}>
      <DropdownMenu.Trigger
        ref={ref}
        asChild
        onPointerDown={({ clientX, clientY }) => {
          pressed.current = { clientX, clientY }
        }}
      >
        {trigger}
      </DropdownMenu.Trigger>
      {container && (
        <DropdownMenu.Portal container={container}>
          <DropdownMenu.Content
            {...overlayProps}
            // A sheet opens below the pointer, and its entries are selected where a press ends: not the press that opened it.
            onPointerDownCapture={() => {
              pressed.current = null
            }}
            onPointerUpCapture={(event) => {
              if (pressed.current && isNear(event, pressed.current)) event.stopPropagation()
            }}
            onCloseAutoFocus={(event) => {
              const action = selected.current
              if (!action) return
              selected.current = null
              event.preventDefault()
              button.current?.focus()
              action()
            }}
            className="popover tablet:w-59"
          >
            <div className="popover-list fading-list">
              <SelectContext
                value={(action) => {
                  selected.current = action
                }}
              >
                {children}
              </SelectContext>
            </div>
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
  'flex min-h-12 shrink-0 cursor-pointer items-center gap-3 rounded-art-lg px-3 text-md font-medium outline-none select-none data-highlighted:bg-raised tablet:min-h-10.5 [&>svg]:size-5'

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
