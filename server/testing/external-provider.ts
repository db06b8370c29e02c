import { generateKeyPairSync } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { Provider } from 'oidc-provider'

/**
 * An external OpenID Connect provider in its own process, with one client and two users:
 *
 *   node server/testing/external-provider.ts --port 4000 --site http://localhost:3000
 *
 * Then start the site with OIDC_ISSUER=http://localhost:4000 OIDC_CLIENT_ID=soundpost
 * OIDC_CLIENT_SECRET=external-secret, and sign in as maya, or as noor, whose address is
 * not verified, with the password 'between friends'.
 */
const { values } = parseArgs({
  options: { port: { type: 'string', default: '4000' }, site: { type: 'string', default: '' } },
})
const siteUrl = values.site || 'http://localhost:3000'
const issuer = `http://localhost:${values.port}`
const password = 'between friends'
const testUsers = [
  {
    sub: 'maya-0042',
    preferred_username: 'maya',
    name: 'Maya Lind',
    given_name: 'Maya',
    family_name: 'Lind',
    picture: 'https://pictures.example.org/maya.png',
    email: 'maya@example.org',
    email_verified: true,
  },
  {
    sub: 'noor-0043',
    preferred_username: 'noor',
    name: 'Noor Haddad',
    email: 'noor@example.org',
    email_verified: false,
  },
]

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const provider = new Provider(issuer, {
  clients: [
    {
      client_id: 'soundpost',
      client_secret: 'external-secret',
      redirect_uris: [`${siteUrl}/api/callback`],
      post_logout_redirect_uris: [`${siteUrl}/`],
    },
  ],
  jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'one', use: 'sig' }] },
  cookies: { keys: ['only for tests'] },
  pkce: { required: () => true },
  claims: {
    openid: ['sub'],
    email: ['email', 'email_verified'],
    profile: ['name', 'given_name', 'family_name', 'picture', 'preferred_username'],
  },
  features: {
    devInteractions: { enabled: false },
    rpInitiatedLogout: {
      enabled: true,
      logoutSource(ctx, form) {
        ctx.body = form.replace(
          '</form>',
          '<input type="hidden" name="logout" value="yes"/></form>',
        )
      },
    },
  },
  interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
  async findAccount(_ctx, id) {
    const claims = testUsers.find(({ sub }) => sub === id)
    return claims && { accountId: id, claims: () => claims }
  },
  async loadExistingGrant({ oidc }) {
    if (!oidc.client || !oidc.account) return undefined
    const grant = new oidc.provider.Grant({
      clientId: oidc.client.clientId,
      accountId: oidc.account.accountId,
    })
    grant.addOIDCScope('openid email profile')
    await grant.save()
    return grant
  },
})

async function handleForm(request: IncomingMessage, response: ServerResponse) {
  const { uid } = await provider.interactionDetails(request, response)
  const fields = new URLSearchParams(request.method === 'POST' ? await text(request) : '')
  const user = testUsers.find((one) => one.preferred_username === fields.get('user'))
  if (user && fields.get('pass') === password)
    return provider.interactionFinished(request, response, { login: { accountId: user.sub } })
  response.setHeader('content-type', 'text/html; charset=utf-8')
  return response.end(
    `<!doctype html><title>Elsewhere</title><form method="post" action="/interaction/${uid}"><label>User <input name="user"></label><label>Password <input name="pass" type="password"></label><button>Enter</button></form>`,
  )
}

const handleProtocol = provider.callback()
createServer((request, response) => {
  const isForm = request.url?.startsWith('/interaction/')
  const handled = isForm ? handleForm(request, response) : handleProtocol(request, response)
  handled.catch((error: Error) => response.writeHead(500).end(error.message))
}).listen(Number(values.port), 'localhost', () => console.log(`ready at ${issuer}`))
