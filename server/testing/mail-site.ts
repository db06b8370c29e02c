import { startTestApp, type TestAppOptions } from './app.ts'
import { createBrowser } from './browser.ts'
import { startMailServer } from './mail-server.ts'

/** A site with an SMTP server of its own, to which it sends its mails. */
export async function startMailSite({ env, ...options }: TestAppOptions = {}) {
  const mailServer = await startMailServer()
  const app = await startTestApp({ ...options, env: { SMTP_URL: mailServer.url, ...env } })
  return {
    ...app,
    mailServer,
    newBrowser: () => createBrowser(app.config.publicUrl),
    async close() {
      await app.close()
      await mailServer.close()
    },
  }
}
