import type { FormEvent, ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'

type SettingsSectionProps = { title: string; text?: string; children: ReactNode }

export function SettingsSection({ title, text, children }: SettingsSectionProps) {
  return (
    <Panel title={title} heading="h2" className="px-5 py-6 tablet:px-7.5 tablet:py-7">
      {text && <p className="mt-2 text-muted">{text}</p>}
      <div className="mt-5 grid gap-5.5">{children}</div>
    </Panel>
  )
}

type SettingsFormProps = {
  submit: string
  pendingText: string
  isPending: boolean
  onSubmit: () => void
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
      <Button type="submit" tone="secondary" isPending={isPending} className="justify-self-start">
        {isPending ? pendingText : submit}
      </Button>
    </form>
  )
}
