import { ChevronDown, CircleAlert } from 'lucide-react'
import {
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react'
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

/** A single-line input with label and message. */
export function TextField({
  label,
  optional,
  hint,
  error,
  ...input
}: FieldProps & InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> }) {
  return (
    <Labeled label={label} optional={optional} hint={hint} error={error}>
      {(ids) => <input type="text" {...input} {...ids} className={controlClass} />}
    </Labeled>
  )
}

export function TextAreaField({
  label,
  optional,
  hint,
  error,
  ...area
}: FieldProps & TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> }) {
  return (
    <Labeled label={label} optional={optional} hint={hint} error={error}>
      {(ids) => (
        <textarea
          {...area}
          {...ids}
          className={classNames(controlClass, 'min-h-28 resize-y disabled:resize-none')}
        />
      )}
    </Labeled>
  )
}

/** A select; its children are the options. */
export function SelectField({
  label,
  optional,
  hint,
  error,
  ...select
}: FieldProps & SelectHTMLAttributes<HTMLSelectElement> & { ref?: Ref<HTMLSelectElement> }) {
  return (
    <Labeled label={label} optional={optional} hint={hint} error={error}>
      {(ids) => (
        <div className="relative">
          <select
            {...select}
            {...ids}
            className={classNames(controlClass, 'cursor-pointer appearance-none pr-11')}
          />
          <ChevronDown
            aria-hidden="true"
            className="pointer-events-none absolute top-3.5 right-3.5 size-5 text-muted"
          />
        </div>
      )}
    </Labeled>
  )
}

type ControlIds = {
  id: string
  'aria-invalid': boolean | undefined
  'aria-describedby': string | undefined
}
type LabeledProps = {
  label: string
  optional: boolean | undefined
  hint: string | undefined
  error: string | undefined
  children: (ids: ControlIds) => ReactNode
}

function Labeled({ label, optional, hint, error, children }: LabeledProps) {
  const id = useId()
  const message = error ?? hint
  return (
    <div className="relative grid grid-cols-[minmax(0,1fr)] gap-2">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
        {optional && <span className="font-normal text-faint"> optional</span>}
      </label>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': message ? `${id}-message` : undefined,
      })}
      {message && (
        <p
          id={`${id}-message`}
          ref={error ? showWithField : undefined}
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
 * Focusing a field scrolls to it before its message is rendered: scrolls the message into view as
 * well.
 */
function showWithField(message: HTMLElement | null) {
  if (message?.parentElement?.contains(document.activeElement))
    message.scrollIntoView({ block: 'nearest' })
}
