import { Toolbar } from './toolbar.tsx'

export function SettingsTab() {
  return (
    <>
      <Toolbar title="Platform Settings" />
      <p className="rounded-panel border border-line bg-surface px-5 py-14 text-center text-muted">
        Settings functionality coming soon
      </p>
    </>
  )
}
