import { AdminGate } from './admin-gate.tsx'
import { Dashboard } from './dashboard.tsx'

export function AdminPage() {
  return <AdminGate title="CMS">{(user) => <Dashboard user={user} />}</AdminGate>
}
