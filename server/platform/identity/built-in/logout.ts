import type { Configuration, KoaContextWithOIDC, Provider } from 'oidc-provider'
import { readTheme } from '../cookies.ts'
import type { Pages } from '../pages/create-pages.ts'

type LogoutFeature = NonNullable<NonNullable<Configuration['features']>['rpInitiatedLogout']>

/**
 * Whoever comes with an id token of the person who is signed in was sent by our own log-out: no
 * question is asked. Anybody else is asked, so that no other site can log people out.
 */
export function createLogout(pages: Pages, home: string): LogoutFeature {
  return {
    enabled: true,
    async logoutSource(ctx, form) {
      if (provesOwnSession(ctx)) {
        await endSession(ctx)
        ctx.redirect(postLogoutUrl(ctx) ?? home)
      } else {
        ctx.body = pages.logOut(form, readTheme({ theme: ctx.cookies.get('theme') }))
      }
    },
    async postLogoutSuccessSource(ctx) {
      ctx.redirect(home)
    },
  }
}

/** Where nobody is signed in the library would answer with a form that submits itself: go on at once instead. */
export function redirectAnonymousLogout(provider: Provider, home: string) {
  provider.use(async (ctx, next) => {
    await next()
    const { oidc } = ctx as KoaContextWithOIDC
    if (oidc?.route === 'end_session' && ctx.status === 200 && !oidc.session?.accountId)
      ctx.redirect(postLogoutUrl(ctx as KoaContextWithOIDC) ?? home)
  })
}

function provesOwnSession({ oidc }: KoaContextWithOIDC): boolean {
  const hint = oidc.entities.IdTokenHint?.payload
  return hint !== undefined && hint['sub'] === oidc.session?.accountId
}

async function endSession(ctx: KoaContextWithOIDC) {
  const { provider, session } = ctx.oidc
  if (!session) return
  for (const { grantId } of Object.values(session.authorizations ?? {})) {
    if (!grantId) continue
    await provider.AccessToken.revokeByGrantId(grantId)
    const grant = await provider.Grant.find(grantId)
    await grant?.destroy()
  }
  await session.destroy()
  ctx.cookies.set(provider.cookieName('session'), null, { path: sessionCookiePath })
}

/** Checked against the client's registered addresses by the library before it is kept. */
function postLogoutUrl({ oidc }: KoaContextWithOIDC): string | undefined {
  const address = oidc.session?.state?.['postLogoutRedirectUri']
  return typeof address === 'string' ? address : undefined
}

/** The provider's session is of no use to the rest of the site. */
export const sessionCookiePath = '/oidc'
