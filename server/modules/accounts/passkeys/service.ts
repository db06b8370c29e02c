import { type CBORType, decodeCBOR, encodeCBOR } from '@levischuck/tiny-cbor'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { limits } from '#contract/limits.ts'
import type { PasskeyRegistration } from '#contract/passkeys.ts'
import { badRequest, conflict, notFound } from '#server/errors.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { hashToken } from '#server/platform/secrets/secrets.ts'
import { type Account, findAccountById } from '../repository.ts'
import {
  consumeChallenge,
  deletePasskeyRow,
  findPasskeyRow,
  insertPasskey,
  listPasskeyRows,
  type PasskeyRow,
  recordPasskeyUse,
  saveChallenge,
  updatePasskeyName,
} from './repository.ts'

/** As long as a sign-in form is valid. */
const challengeSeconds = 10 * 60

/**
 * EdDSA, ES256 and RS256: what every supported version of Node can verify. The library would add ML-DSA where the
 * running one has it.
 */
const supportedAlgorithmIDs = [-8, -7, -257]

type NewPasskey = { name: string; response: PasskeyRegistration }

/** Loaded when it is first needed: it brings an X.509 library. */
const webAuthn = () => import('@simplewebauthn/server')

export type Passkeys = ReturnType<typeof createPasskeys>

/** `owner` is the session or sign-in that a challenge is issued for and that alone can use it. */
export function createPasskeys(db: Db, site: { publicUrl: string; brandName: string }) {
  const { origin: expectedOrigin, hostname: rpID } = new URL(site.publicUrl)
  const issue = async (owner: string, options: { challenge: string }) => {
    await saveChallenge(db, owner, hashToken(options.challenge), challengeSeconds)
    return options
  }
  /** A challenge can be used once, whether or not the response to it is valid. */
  const consume = async (owner: string) => {
    const hash = await consumeChallenge(db, owner)
    return (challenge: string) => hash !== undefined && hashToken(challenge) === hash
  }
  const assertNotFull = (number: number) => {
    if (number >= limits.maxPasskeys)
      throw conflict(`You can have at most ${limits.maxPasskeys} passkeys.`)
  }

  return {
    list: ({ id }: Account) => listPasskeyRows(db, id),

    /** For `navigator.credentials.create()`. */
    async registrationOptions({ id, email, displayName }: Account, owner: string) {
      const existing = await listPasskeyRows(db, id)
      assertNotFull(existing.length)
      const { generateRegistrationOptions } = await webAuthn()
      const options = await generateRegistrationOptions({
        rpName: site.brandName,
        rpID,
        supportedAlgorithmIDs,
        userID: userHandleOf(id),
        userName: email,
        userDisplayName: displayName,
        timeout: challengeSeconds * 1000,
        excludeCredentials: existing.map(({ credentialId, transports }) => ({
          id: credentialId,
          transports,
        })),
        // It is the only factor: the device must ask for a PIN, a fingerprint or the like.
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      })
      return issue(owner, options)
    },

    /** Throws 400 if the response does not belong to the owner's challenge, or is invalid otherwise. */
    async add({ id: accountId }: Account, owner: string, { name, response }: NewPasskey) {
      const expectedChallenge = await consume(owner)
      const { verifyRegistrationResponse } = await webAuthn()
      const { registrationInfo } = await verifyRegistrationResponse({
        response: withoutStatement(response),
        expectedChallenge,
        expectedOrigin,
        expectedRPID: rpID,
        requireUserVerification: true,
        supportedAlgorithmIDs,
      }).catch(rejected)
      if (!registrationInfo) throw notAdded()
      const { id: credentialId, publicKey, counter } = registrationInfo.credential
      const transports = response.response.transports ?? []
      const key = Buffer.from(publicKey).toString('base64url')
      const added = await insertPasskey(
        db,
        { accountId, name, credentialId, publicKey: key, counter, transports },
        limits.maxPasskeys,
      )
      if (added === 'gone') throw notFound('Account')
      if (added === 'full') assertNotFull(limits.maxPasskeys)
      if (typeof added === 'string') throw conflict('This passkey has already been added.')
      return added
    },

    rename: (account: Account, id: string, name: string) =>
      updatePasskeyName(db, account.id, id, name),

    remove: (account: Account, id: string) => deletePasskeyRow(db, account.id, id),

    /** For `navigator.credentials.get()`: any passkey of this site. */
    async signInOptions(owner: string) {
      const { generateAuthenticationOptions } = await webAuthn()
      const timeout = challengeSeconds * 1000
      return issue(
        owner,
        await generateAuthenticationOptions({ rpID, timeout, userVerification: 'required' }),
      )
    },

    /** The account whose passkey signed the owner's challenge. */
    async signIn(owner: string, sent: unknown) {
      const expectedChallenge = await consume(owner)
      const response = sent as AuthenticationResponseJSON | null
      const credentialId = response?.id
      if (typeof credentialId !== 'string' || !isCredentialId(credentialId)) return undefined
      const passkey = await findPasskeyRow(db, credentialId)
      if (!passkey || !isUserHandleOf(passkey, response)) return undefined
      const { verifyAuthenticationResponse } = await webAuthn()
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: response as AuthenticationResponseJSON,
        expectedChallenge,
        expectedOrigin,
        expectedRPID: rpID,
        requireUserVerification: true,
        credential: {
          id: passkey.credentialId,
          publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
          counter: passkey.counter,
          transports: passkey.transports,
        },
      }).catch(rejected)
      if (!verified || !authenticationInfo) return undefined
      if (!(await recordPasskeyUse(db, passkey.id, authenticationInfo.newCounter))) return undefined
      return findAccountById(db, passkey.accountId)
    },
  }
}

/**
 * Replaces the attestation statement by none. It says who made the authenticator, which we do not need, and the library
 * would download the revocation lists that the caller's own certificates name.
 */
function withoutStatement(response: PasskeyRegistration): RegistrationResponseJSON {
  try {
    const sent = Buffer.from(response.response.attestationObject, 'base64url')
    const decoded = decodeCBOR(new Uint8Array(sent)) as Map<string, Uint8Array>
    const attestation = new Map<string, CBORType>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', decoded.get('authData')],
    ])
    const attestationObject = Buffer.from(encodeCBOR(attestation)).toString('base64url')
    return {
      ...response,
      response: { ...response.response, attestationObject },
      clientExtensionResults: {},
    } as RegistrationResponseJSON
  } catch {
    throw notAdded()
  }
}

const notAdded = () => badRequest('This passkey could not be added. Please try again.')

/** The library throws for every response that it does not accept. */
const rejected = () => ({
  verified: false,
  registrationInfo: undefined,
  authenticationInfo: undefined,
})

/** Excludes text that the database cannot store. */
const isCredentialId = (text: string) => /^[\w-]{1,2000}$/.test(text)

/** What an authenticator stores of the account: nothing but its id. */
const userHandleOf = (accountId: string) => new Uint8Array(Buffer.from(accountId))

function isUserHandleOf({ accountId }: PasskeyRow, sent: AuthenticationResponseJSON | null) {
  const expected = Buffer.from(userHandleOf(accountId)).toString('base64url')
  return sent?.response?.userHandle === expected
}
