import { startTestApp } from './app.ts'
import { createBrowser } from './browser.ts'
import { startMailServer } from './mail-server.ts'

export type MailSite = Awaited<ReturnType<typeof startMailSite>>

/** A site with an SMTP server of its own, to which it sends its mails. */
export async function startMailSite({ env, ...options }: Parameters<typeof startTestApp>[0] = {}) {
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
