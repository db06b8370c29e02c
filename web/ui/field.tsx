import { ChevronDown, CircleAlert } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from '#web/lib/class-names.ts'

type FieldProps = {
  label: string
  optional?: boolean
  hint?: string | undefined
  /** The validation message. */
  error?: string | undefined
}

const controlClass =
  'block w-full min-h-12 scroll-mt-14 scroll-mb-18 rounded-control border border-line-strong bg-field px-4 py-2.75 leading-6 text-text transition-[border-color] focus:border-transparent focus:outline-2 focus:outline-offset-0 focus:outline-focus aria-invalid:border-danger-text disabled:border-line disabled:bg-surface'

const roundClass =
  'block w-full min-h-11 rounded-full border border-line-strong bg-field px-4 py-2 text-md leading-6 font-semibold text-text focus:border-transparent focus:outline-2 focus:outline-offset-0 focus:outline-focus'

/** A single-line input with label and message. */
export function TextField(props: FieldProps & ComponentProps<'input'>) {
  return (
    <Labeled {...props}>
      {(control) => <input type="text" {...control} className={controlClass} />}
    </Labeled>
  )
}

export function TextAreaField(props: FieldProps & ComponentProps<'textarea'>) {
  return (
    <Labeled {...props}>
      {(control) => (
        <textarea
          {...control}
          className={classNames(controlClass, 'min-h-28 resize-y disabled:resize-none')}
        />
      )}
    </Labeled>
  )
}

/** A select; its children are the options. */
export function SelectField({ children, ...props }: FieldProps & ComponentProps<'select'>) {
  return <Labeled {...props}>{(control) => <Select {...control}>{children}</Select>}</Labeled>
}

type SelectProps = ComponentProps<'select'> & {
  /** As search boxes and buttons, in a row with them. */
  round?: boolean
}

/** A select without a visible label. */
export function Select({ round = false, children, ...props }: SelectProps) {
  return (
    <div className={classNames('relative', round && 'shrink-0')}>
      <select
        {...props}
        className={classNames(
          round ? roundClass : controlClass,
          'cursor-pointer appearance-none pr-11',
        )}
      >
        {children}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 right-3.5 my-auto size-5 text-muted"
      />
    </div>
  )
}

type LabeledProps<Control> = FieldProps &
  Omit<Control, 'children'> & { children: (control: Omit<Control, 'children'>) => ReactNode }

function Labeled<Control>(props: LabeledProps<Control>) {
  const { label, optional, hint, error, children, ...control } = props
  const id = useId()
  const message = error ?? hint
  return (
    <div className="relative grid grid-cols-[minmax(0,1fr)] gap-2">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
        {optional && <span className="font-normal text-faint"> optional</span>}
      </label>
      {children({
        ...(control as Omit<Control, 'children'>),
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': message ? `${id}-message` : undefined,
      })}
      {message && (
        <p
          // Another element for an error, which may be an alert.
          key={error ? 'error' : 'hint'}
          id={`${id}-message`}
          ref={error ? showError : undefined}
          className={classNames(
            'flex scroll-mb-6 items-center gap-1.5 text-sm',
            error ? 'text-danger-text' : 'text-faint',
          )}
        >
          {error && <CircleAlert aria-hidden="true" className="size-4 shrink-0" strokeWidth={2} />}
          {message}
        </p>
      )}
    </div>
  )
}

/**
 * The first field with an error gets the focus of the button that sent the form, so that screen readers read it. After
 * Enter in a field the focus stays there: then they read the message as an alert. Focusing a field scrolls to it before its
 * message is rendered: scrolls the message into view as well.
 */
function showError(message: HTMLElement | null) {
  const field = message?.parentElement
  if (!field) return
  const { activeElement } = document
  if (activeElement?.closest('form')?.contains(field)) {
    if (activeElement.matches('[type=submit]'))
      field.querySelector<HTMLElement>('input, textarea, select')?.focus()
    else message.setAttribute('role', 'alert')
  }
  if (field.contains(document.activeElement)) message.scrollIntoView({ block: 'nearest' })
}
