import { lazyPage } from './lazy-page.tsx'
import { signedInPage } from './signed-in-page.tsx'

/** Apart from the routes: nobody else pays for the way in. */
export const SignedInUpload = signedInPage(
  lazyPage(async () => (await import('#web/pages/upload/upload-page.tsx')).UploadPage),
)
