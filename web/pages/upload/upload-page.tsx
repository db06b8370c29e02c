import { useSession } from '#web/features/session/use-session.ts'
import { UploadScreen } from './upload-screen.tsx'

/** For whoever is signed in; the route lets nobody else in. */
export function UploadPage() {
  const session = useSession()
  if (session.status !== 'signed-in') return null
  return <UploadScreen key={session.user.id} user={session.user} />
}
