import type { Configuration, KoaContextWithOIDC, Provider } from 'oidc-provider'
import { type Branding, renderPage } from '../pages/layout.ts'
import { logOutPage } from '../pages/messages.ts'

type LogoutFeature = NonNullable<NonNullable<Configuration['features']>['rpInitiatedLogout']>

/**
 * A request with an id token of the signed-in account comes from our own logout, and needs no confirmation.
 * Other requests do, so that no other site can log users out.
 */
export function createLogout(branding: Branding, homeUrl: string): LogoutFeature {
  return {
    enabled: true,
    async logoutSource(ctx, form) {
      if (hasOwnIdToken(ctx)) {
        await endSession(ctx)
        ctx.redirect(postLogoutUrl(ctx) ?? homeUrl)
      } else {
        ctx.body = renderPage(branding, logOutPage(form), ctx.cookies.get('theme'))
      }
    },
    async postLogoutSuccessSource(ctx) {
      ctx.redirect(homeUrl)
    },
  }
}

/** Redirects at once if there is no session; the library would send a self-submitting form. */
export function redirectAnonymousLogout(provider: Provider, homeUrl: string) {
  provider.use(async (ctx, next) => {
    await next()
    const { oidc } = ctx as KoaContextWithOIDC
    if (oidc?.route === 'end_session' && ctx.status === 200 && !oidc.session?.accountId)
      ctx.redirect(postLogoutUrl(ctx as KoaContextWithOIDC) ?? homeUrl)
  })
}

function hasOwnIdToken({ oidc }: KoaContextWithOIDC): boolean {
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

/** The library has checked it against the client's registered URIs. */
function postLogoutUrl({ oidc }: KoaContextWithOIDC): string | undefined {
  const url = oidc.session?.state?.['postLogoutRedirectUri']
  return typeof url === 'string' ? url : undefined
}

/** Only the provider reads its session cookie. */
export const sessionCookiePath = '/oidc'
