import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { paths } from '#contract/paths.ts'
import { hasStatus } from '#web/api/client.ts'
import { loginUrl } from '#web/lib/api-urls.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'

/** The sections in their order. */
export const sectionTitles = {
  account: 'Account',
  security: 'Security',
  playback: 'Playback',
  privacy: 'Privacy',
  notifications: 'Notifications',
  apps: 'Apps',
  scrobbling: 'Scrobbling',
  offline: 'Offline',
  data: 'Data',
}
export type SectionName = keyof typeof sectionTitles

/** A heading, and a panel with rows. */
export function SettingsSection({ name, children }: { name: SectionName; children: ReactNode }) {
  return (
    <section id={name} aria-labelledby={`${name}-title`} className="scroll-mt-9 nav:scroll-mt-3">
      <h2
        id={`${name}-title`}
        className="pb-3.5 font-display text-2xl leading-heading font-bold tracking-display"
      >
        {sectionTitles[name]}
      </h2>
      <div className="divide-y divide-line rounded-panel border border-line bg-surface px-5 tablet:px-7">
        {children}
      </div>
    </section>
  )
}

type SettingsRowProps = {
  title: string
  /** What is set now. */
  value?: ReactNode
  text?: string | undefined
  /** A switch, a select or a button at the end of the row. */
  control?: ReactNode
  /** Lists and notes below. */
  children?: ReactNode
}

/** What is set and its control; what needs space comes below. */
export function SettingsRow({ title, value, text, control, children }: SettingsRowProps) {
  return (
    <div className="grid gap-4 py-5">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3.5">
        <div className="grid min-w-0 flex-1 basis-36 gap-0.5">
          <h3 className="font-semibold">{title}</h3>
          {value && <div className="wrap-anywhere text-muted">{value}</div>}
          {text && <p className="max-w-[60ch] text-sm text-muted">{text}</p>}
        </div>
        {control}
      </div>
      {children}
    </div>
  )
}

/** A switch with its own label and text. */
export function SwitchRow({ children }: { children: ReactNode }) {
  return <div className="py-4">{children}</div>
}

type EditableRowProps = SettingsRowProps & {
  /** The label of the button that opens the form, if not 'Change'. */
  open?: string
  form: (close: () => void) => ReactNode
}

/** A row with a form that a button opens in its place, which gets the focus back. */
export function EditableRow({ open, form, ...row }: EditableRowProps) {
  /** Undefined until it is opened for the first time. */
  const [isOpen, setOpen] = useState<boolean>()
  const id = useId()
  const label = open ?? 'Change'
  return (
    <SettingsRow
      {...row}
      control={
        !isOpen && (
          <span ref={isOpen === false ? focusFirst : undefined} className="justify-self-start">
            <Button
              aria-expanded={false}
              aria-controls={id}
              aria-label={open ?? `Change ${row.title.toLowerCase()}`}
              onClick={() => setOpen(true)}
            >
              {label}
            </Button>
          </span>
        )
      }
    >
      {row.children}
      {isOpen && (
        <div id={id} ref={focusFirst} className="max-w-120">
          {form(() => setOpen(false))}
        </div>
      )}
    </SettingsRow>
  )
}

/** What had the focus is gone. */
const focusFirst = (element: HTMLElement | null) =>
  element?.querySelector<HTMLElement>('input:not([hidden]), button')?.focus()

type SettingsFormProps = {
  submit: string
  pendingText: string
  isPending: boolean
  onSubmit: () => void
  onCancel: () => void
  children: ReactNode
}

/** The fields of a row with their own save button. */
export function SettingsForm({ submit, pendingText, isPending, ...form }: SettingsFormProps) {
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (!isPending) form.onSubmit()
  }
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-5.5">
      {form.children}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" tone="secondary" isPending={isPending}>
          {isPending ? pendingText : submit}
        </Button>
        <Button tone="outline" onClick={form.onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

type SignInAgainProps = {
  error: Error | null
  /** Where the user was. */
  section: SectionName
}

/** For what needs a recent sign-in. */
export function SignInAgain({ error, section }: SignInAgainProps) {
  if (!hasStatus(error, 403)) return null
  return (
    <a
      href={loginUrl(`${paths.settings}#${section}`, { prompt: 'login' })}
      className={`${buttonClass('secondary')} justify-self-start`}
    >
      Sign in again
    </a>
  )
}
