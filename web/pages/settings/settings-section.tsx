import type { FormEvent, ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'

type SettingsSectionProps = { title: string; text?: string; children: ReactNode }

/** On wide screens title and text are beside what they name. */
export function SettingsSection({ title, text, children }: SettingsSectionProps) {
  return (
    <Panel
      title={title}
      heading="h2"
      className="px-5 py-6 tablet:px-7.5 tablet:py-7 desk:grid desk:grid-cols-[minmax(0,1fr)_minmax(0,2fr)] desk:grid-rows-[auto_1fr] desk:gap-x-12"
    >
      {text && <p className="mt-2 text-muted">{text}</p>}
      <div className="mt-5 grid content-start gap-5.5 desk:col-start-2 desk:row-span-2 desk:row-start-1 desk:mt-0">
        {children}
      </div>
    </Panel>
  )
}

type SettingsFormProps = {
  submit: string
  pendingText: string
  isPending: boolean
  onSubmit: () => void
  /** Of a form that can be closed. */
  onCancel?: () => void
  children: ReactNode
}

/** The fields of a section with their own save button. */
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
        {form.onCancel && (
          <Button tone="outline" onClick={form.onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  )
}
