import { createHash, randomBytes } from 'node:crypto'

import { Authenticator } from './authenticator.ts'
import { anonymousCall, as, officeAddress, passportAddress } from './http.ts'
import { emailOf, makeNetwork, type Member, nameOf } from './network.ts'
import { office, operate } from './operators.ts'
import { TEST_LANGUAGE } from './other-language.ts'
import { product } from './product.ts'
import { remember } from './secrets.ts'

/** The data of a new partner; every field is optional. */
export type PartnerOptions = {
  /** First name and last name. */
  readonly name?: string
  readonly language?: string
  /** The first partners of the first line. Their orders pay the partner direct bonuses in UPT. */
  readonly legs?: readonly Member[]
  /** The sponsor; none by default. */
  readonly sponsor?: Member
  /** The size of the first line; partners beyond the legs have no orders. */
  readonly firstLine?: number
  /** Whether an own order of 50 EUR, two hours ago, keeps the partner active. */
  readonly active?: boolean
  readonly blocked?: boolean
  readonly termsAccepted?: boolean
  /** Whether the passport document is approved, so that payouts are open. */
  readonly verified?: boolean
  /** Whether sign-in requires an authenticator code. */
  readonly twoFactor?: boolean
}

/** A partner who can sign in. */
export type Partner = {
  readonly id: number
  readonly email: string
  readonly password: string
  readonly name: string
  readonly language: string
  /** The access token; `signIn` gives the page the same token. */
  readonly token: string
  readonly authenticator: Authenticator | null
}

/** Creates a partner at the top of a network of their own. */
export async function makePartner(options: PartnerOptions = {}): Promise<Partner> {
  const { language = TEST_LANGUAGE, active = false, termsAccepted = true } = options
  const password = `Secret-${randomBytes(9).toString('hex')}`
  remember(password)
  const name = options.name === undefined ? {} : { name: options.name }
  const below = firstLineOf(options)
  const own: Member = { ...name, language, active, password, below }
  const top = options.sponsor === undefined ? own : { ...options.sponsor, below: [own] }
  const id = await makeNetwork(top, own)

  const account = { id, email: emailOf(id), password, name: nameOf(id, options.name), language }
  const partner = { ...account, token: await tokenOf(account) }
  if (termsAccepted) await acceptTerms(partner)
  const authenticator = options.twoFactor === true ? await setUpAuthenticator(partner) : null
  if (options.verified === true) await verify(id)
  if (options.blocked === true) await office(`partner block ${id}`)
  return { ...partner, authenticator }
}

function firstLineOf({ legs = [], firstLine = 0 }: PartnerOptions): Member[] {
  const others = Math.max(0, firstLine - legs.length)
  return [...legs, ...Array.from({ length: others }, () => ({}))]
}

type Account = { readonly email: string; readonly password: string; readonly code?: string }

/** Signs in without a browser; returns the access token. Source: operations.md section 2. */
export async function tokenOf({ email, password, code = '' }: Account): Promise<string> {
  const { product: application, ...client } = await publicConfig()
  const verifier = randomBytes(32).toString('base64url')
  const form = {
    email,
    password,
    code,
    application,
    backUrl: `${product().office}/en/catch`,
    challenge: createHash('sha256').update(verifier).digest('base64url'),
  }
  const signedIn = await anonymousCall('POST', passportAddress('/v1/login'), form)
  const { redirect } = signedIn as { redirect: string }
  const token = new URL(redirect).searchParams.get('token') ?? ''
  const accessToken = await swapHandOff(client, { grant_type: 'hand_off', token, verifier })
  remember(token, accessToken)
  return accessToken
}

type PublicConfig = { product: string; oauthClientId: string; oauthClientSecret: string }

/** The public configuration of the back office. */
export async function publicConfig(): Promise<PublicConfig> {
  return (await (await fetch(officeAddress('/config'))).json()) as PublicConfig
}

async function swapHandOff(
  { oauthClientId, oauthClientSecret }: Omit<PublicConfig, 'product'>,
  form: Record<string, string>,
): Promise<string> {
  const credentials = Buffer.from(`${oauthClientId}:${oauthClientSecret}`).toString('base64')
  const response = await fetch(passportAddress('/oauth/token'), {
    method: 'POST',
    headers: { authorization: `Basic ${credentials}` },
    body: new URLSearchParams(form),
  })
  const { data } = (await response.json()) as { data?: { access_token: string } }
  if (data === undefined) throw new Error(`The hand-off was refused: ${response.status}`)
  return data.access_token
}

async function acceptTerms(partner: { readonly token: string }): Promise<void> {
  const { product: name } = await publicConfig()
  await as(partner)('POST', officeAddress(`/v1/legals/${name}`))
}

async function verify(id: number): Promise<void> {
  await operate('PUT', `/internal/v1/verifications/${id}/PASSPORT`, { status: 'APPROVED' })
}

async function setUpAuthenticator(partner: { readonly token: string }): Promise<Authenticator> {
  const address = passportAddress('/v1/two-fa/google')
  const { secret } = (await as(partner)('POST', address)) as { secret: string }
  remember(secret)
  const authenticator = new Authenticator(secret)
  await as(partner)('POST', `${address}/confirm`, { code: await authenticator.nextCode() })
  return authenticator
}

/** A filled-in registration form of the passport. */
type Registration = {
  readonly email: string
  readonly password: string
  readonly firstName: string
  readonly lastName: string
  readonly country: string
  readonly referral: string
  readonly language: string
}

/** Registers a new account. Its e-mail address still has to be confirmed with the mail sent to it. */
export async function register(form: Partial<Registration> = {}): Promise<Registration> {
  const filled = {
    email: `newcomer-${randomBytes(6).toString('hex')}@example.com`,
    password: `Secret-${randomBytes(9).toString('hex')}`,
    firstName: 'Nora',
    lastName: 'Newcomer',
    country: 'DE',
    referral: '',
    language: TEST_LANGUAGE,
    ...form,
  }
  remember(filled.password)
  const { product: application } = await publicConfig()
  await anonymousCall('POST', passportAddress('/v1/registration'), { ...filled, application })
  return filled
}
