import {
  type CallReply,
  type Contract,
  deleteToken,
  getLegals,
  getProfile,
  OFFICE_PAGE_HEADER,
  postCheckToken,
  postToken,
  type Profile,
} from '@partner-office/contracts'
import {
  type Api,
  type Asked,
  CallFailed,
  codeOf,
  failedWith,
  forgetDrafts,
  type NoAnswer,
  whenReady,
} from '@partner-office/web'
import type { QueryClient } from '@tanstack/react-query'

import type { Config } from '../lib/configuration/config.ts'
import { admitPartner, deleteKept, forgetDevice } from '../lib/device/device-flags.ts'
import type { Kept } from '../lib/device/kept.ts'
import type { Cookies } from '../lib/session/cookies.ts'
import { canKeepProof, endSignIn, mayBeginAgain, takeVerifier } from '../lib/session/proof.ts'
import { profileKey } from '../lib/session/profile-key.ts'
import { isViewToken, ViewCookies } from '../lib/session/view.ts'
import { readScope, type Scope } from '../lib/session/tokens.ts'
import { takeWantedPage } from '../lib/navigation/wanted-page.ts'

const REFRESH_MS = 500
const FALLBACK_CODE = 'internal_server_error'

/** The status of the whole app. Source: requirements STA-003 to STA-030. */
export type Status =
  | { readonly kind: 'loading' }
  | { readonly kind: 'success' }
  | { readonly kind: 'question'; readonly current: string; readonly other: string }
  | {
      readonly kind: 'error'
      /** The code that the error screen shows; `internal_server_error` without a better one. */
      readonly code: string
      readonly messages: readonly string[]
      readonly noAnswer: NoAnswer | null
      /** HTTP status of the answer; 0 without one. */
      readonly status: number
      readonly requestId: string | null
      readonly at: number
      readonly retryAt: number
    }

/** The status after the end of a view. */
export const VIEW_ENDED = 'view_ended'

/** A view of an operator: the account whose office is shown, and when the view ends. */
export type View = { readonly email: string; readonly endsAt: number }

type Checked = CallReply<typeof postCheckToken>

/** A token that the service knows. */
type CheckedToken = { readonly token: string; readonly checked: Checked }

type Parts = {
  readonly config: Config
  readonly api: Api
  readonly cookies: Cookies
  readonly queries: QueryClient
  /** The token in the address of the page load. */
  readonly tokenOfAddress: string | null
  /** Changes of the address. Source: requirements STA-014 to STA-016, STA-043. */
  readonly go: {
    /** Opens the page that was wanted before the sign-in, else the dashboard. */
    readonly toWanted: () => void
    readonly refresh: () => void
    readonly toHome: () => void
    readonly toLogin: () => void
    /** Opens the same page in the partner's language, if it is offered and differs. */
    readonly toLanguage: (language: string) => void
  }
}

/**
 * The session and the status of the app: one store, which goes from loading to success, question or error.
 *
 * Source: requirements STA-003 to STA-029; decisions D-025, D-026, D-036, D-038, D-140.
 */
export class StartUp {
  status: Status = { kind: 'loading' }
  /** The rights of the session; null without a session. Source: requirements ACC-002. */
  scope: Scope | null = null
  /** The view that this tab shows; null: the office is shown to its partner. Source: decisions D-174. */
  view: View | null = null
  readonly #parts: Parts
  readonly #listeners = new Set<() => void>()
  /** The token of the session that the page shows. */
  #token: string | null = null
  #tokenOfAddress: string | null
  /** The partner of the session that the page shows. */
  #userId: number | null = null
  /** The session of another sign-in, until the partner has answered the question. */
  #otherSession: CheckedToken | null = null

  constructor(parts: Parts) {
    this.#parts = parts
    this.#tokenOfAddress = parts.tokenOfAddress
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly read = (): Status => this.status

  /** The partner whom the page shows; null without one. */
  get partnerId(): number | null {
    return this.#userId
  }

  /** Whether this tab is of an operator's view, also when it has ended. */
  get isView(): boolean {
    return this.#parts.cookies instanceof ViewCookies
  }

  /** In a view the business service hears which page is open. Source: requirements PTR-017. */
  readonly headersFor = (service: string): Readonly<Record<string, string>> =>
    this.view === null || service !== 'business'
      ? {}
      : { [OFFICE_PAGE_HEADER]: location.pathname.replace(/^\/[^/]+/, '') || '/' }

  /** Whether a call may not be sent: a view changes nothing, and only ends itself. */
  readonly refuses = (contract: Contract): boolean =>
    this.isView &&
    contract.auth === 'bearer' &&
    contract.method !== 'GET' &&
    contract !== deleteToken

  /** The time of the view is over. */
  readonly endView = (): void => this.#failWith(missing(VIEW_ENDED))

  get isSignedIn(): boolean {
    return this.#parts.cookies.read('access_token') !== null
  }

  /** Authorizes the session; also the retry after an error. Source: requirements STA-026; decisions D-026. */
  readonly run = async (): Promise<void> => {
    this.#set({ kind: 'loading' })
    try {
      if (await this.#takeTokenOfAddress()) await this.#authorize()
    } catch (error) {
      this.fail(error)
    }
  }

  /** Shows the last dashboard of the partner without asking any service. Returns false for a visitor. Source: PWA-003. */
  readonly openKept = ({ partnerId, scope, answers }: Kept): boolean => {
    this.#token = this.#parts.cookies.read('access_token')
    if (this.#token === null) return false
    this.scope = scope
    this.#userId = partnerId
    for (const { key, data, updatedAt } of answers) {
      this.#parts.queries.setQueryData(key, data, { updatedAt })
    }
    this.#set({ kind: 'success' })
    return true
  }

  /** Authorizes the session again behind the error screen, which stays until that succeeds. */
  readonly recover = async (): Promise<void> => {
    try {
      await this.#authorize()
    } catch (error) {
      if (this.status.kind === 'error') this.#failWith(error)
    }
  }

  /** Whether the session ended while a page of it was open. */
  get hasEnded(): boolean {
    return this.status.kind === 'error' && this.status.code === 'invalid_token'
  }

  /** Goes on with the open page when its partner has signed in again in another window; another partner begins anew. */
  readonly resume = async (): Promise<void> => {
    const token = this.#parts.cookies.read('access_token')
    if (token === null) return
    const session = await this.#checked(token).catch(() => null)
    if (session === null) return
    if (session.checked.user_id !== this.#userId) return this.run()
    await this.recover()
    await this.#parts.queries.invalidateQueries()
  }

  /** Sets the error status; the first error stays. */
  readonly fail = (error: unknown): void => {
    if (this.status.kind !== 'error') this.#failWith(error)
  }

  #failWith(error: unknown): void {
    const found = error instanceof Error ? codeOf(error) : FALLBACK_CODE
    const code = this.isView && found === 'invalid_token' ? VIEW_ENDED : found
    if (code === VIEW_ENDED) this.#clear()
    const failure = error instanceof CallFailed ? error : new CallFailed(failedWith(code))
    const { retryAfterMs, noAnswer, status, requestId } = failure
    if (code === 'invalid_token') deleteKept()
    const at = Date.now()
    const retryAt = at + (retryAfterMs ?? 0)
    this.#set({ kind: 'error', code, messages: [code], noAnswer, status, requestId, at, retryAt })
  }

  /** Shows the pages after the terms were accepted, then loads the page again. Source: requirements LEG-008, LEG-009; decisions D-029. */
  readonly accepted = (): void => {
    this.#set({ kind: 'success' })
    setTimeout(this.#parts.go.refresh, REFRESH_MS)
  }

  /** Replaces the live session by the other session, or keeps the live session. Source: decisions D-038, D-140. */
  readonly answer = async (isOtherWanted: boolean): Promise<void> => {
    const { api } = this.#parts
    const { token } = this.#otherSession!
    this.#otherSession = null
    this.#set({ kind: 'loading' })
    if (isOtherWanted) this.#keep(token)
    else await api.call('oauth', deleteToken, { token, quiet: true }).catch(() => {})
    this.#parts.go.toWanted()
    await this.run()
  }

  /** Ends the session at the service and in the browser, and goes to the home page. Never fails. Source: requirements STA-031 to STA-034; D-036. */
  readonly logOut = async (): Promise<void> => {
    const { api, cookies, go } = this.#parts
    const token = cookies.read('access_token')
    this.#set({ kind: 'loading' })
    if (token !== null) {
      await api.call('oauth', deleteToken, { token, quiet: true }).catch(() => {})
    }
    if (this.isView) return this.endView()
    this.#clear()
    forgetDevice()
    forgetDrafts()
    takeWantedPage()
    go.toHome()
    this.#set({ kind: 'success' })
  }

  /** Whether another tab has signed in or out since the last authorization. */
  get isOutdated(): boolean {
    return (
      this.status.kind !== 'loading' && this.#parts.cookies.read('access_token') !== this.#token
    )
  }

  /** Takes the session of a token in the address. Returns false while the partner has to answer the question. */
  async #takeTokenOfAddress(): Promise<boolean> {
    const offered = this.#tokenOfAddress
    this.#tokenOfAddress = null
    if (offered === null) return true
    const verifier = takeVerifier()
    const token = isViewToken(offered)
      ? await this.#viewed(offered)
      : await this.#swapped(offered, verifier)
    if (token !== null) return this.#admit(token)
    if (isViewToken(offered)) throw missing(VIEW_ENDED)
    if (this.isSignedIn) this.#parts.go.toWanted()
    else if (verifier === null) this.#beginAgain()
    return true
  }

  /** Begins a sign-in again, once, that came back to a tab without its verifier. Refuses where no tab can keep one. */
  #beginAgain(): void {
    if (mayBeginAgain()) this.#parts.go.toLogin()
    else if (!canKeepProof()) throw missing('storage_forbidden')
  }

  /** Swaps the token of the address for an access token; null for an invalid token. */
  async #swapped(offered: string, verifier: string | null): Promise<CheckedToken | null> {
    if (verifier !== null) {
      const body = { grant_type: 'hand_off', token: offered, verifier }
      const token = await this.#handedOff(body)
      if (token !== null) return this.#checked(token)
    }
    return this.#checked(offered)
  }

  async #viewed(offered: string): Promise<CheckedToken | null> {
    const token = await this.#handedOff({ grant_type: 'view', token: offered })
    return token === null ? null : this.#checked(token)
  }

  async #handedOff(body: Asked<typeof postToken.body>): Promise<string | null> {
    try {
      const { access_token } = await this.#parts.api.call('oauth', postToken, { body })
      return access_token
    } catch (error) {
      if (isRefusal(error)) return null
      throw error
    }
  }

  async #checked(token: string): Promise<CheckedToken | null> {
    try {
      return {
        token,
        checked: await this.#parts.api.call('oauth', postCheckToken, { body: { token } }),
      }
    } catch (error) {
      if (isRefusal(error)) return null
      throw error
    }
  }

  async #admit(other: CheckedToken): Promise<boolean> {
    const current = this.#parts.cookies.read('access_token')
    const session = current === null ? null : await this.#checked(current)
    if (session !== null && session.checked.user_id !== other.checked.user_id) {
      this.#otherSession = other
      const names = { current: session.checked.user_name, other: other.checked.user_name }
      this.#set({ kind: 'question', ...names })
      return false
    }
    this.#keep(other.token)
    if (!this.isSignedIn) throw missing('storage_forbidden')
    this.#parts.go.toWanted()
    return true
  }

  #keep(token: string): void {
    this.#clear()
    this.#parts.cookies.write('access_token', token)
    endSignIn()
  }

  async #authorize(): Promise<void> {
    const token = this.#parts.cookies.read('access_token')
    this.#token = token
    const session = token === null ? null : await this.#checked(token)
    if (session === null) {
      if (this.isView) return this.endView()
      deleteKept()
      this.#clear()
      return this.#set({ kind: 'success' })
    }
    this.scope = readScope(session.checked.scope)
    this.#userId = session.checked.user_id
    if (this.isView) {
      const { user_name: email, exp } = session.checked
      this.view = { email, endsAt: exp * 1_000 }
    } else admitPartner(this.#userId)
    const [profile, acceptedAt] = await Promise.all([this.#readProfile(), this.#readAcceptance()])
    this.#parts.queries.setQueryData(profileKey, profile)
    if (acceptedAt === null) throw missing('terms_not_accepted')
    this.#parts.go.toLanguage(profile.uiLanguage)
    this.#set({ kind: 'success' })
  }

  async #readProfile(): Promise<Profile> {
    const { api } = this.#parts
    try {
      return await whenReady(() => api.call('business', getProfile), api.giveUpMs)
    } catch (error) {
      // A success without a profile means that the partner has none.
      throw isEmpty(error) ? missing('profile_not_found') : error
    }
  }

  async #readAcceptance(): Promise<number | null> {
    const { api, config } = this.#parts
    const params = { product: config.product }
    return (await api.call('business', getLegals, { params })).acceptedAt
  }

  /** Removes everything of the session. Source: requirements STA-006, STA-032. */
  #clear(): void {
    this.#token = null
    this.#userId = null
    this.scope = null
    this.view = null
    this.#parts.cookies.remove('access_token')
    this.#parts.queries.clear()
  }

  #set(status: Status): void {
    this.status = status
    for (const listener of this.#listeners) listener()
  }
}

const isEmpty = (error: unknown): boolean => error instanceof CallFailed && error.isEmpty

/** Whether a service refused the token. A timeout, an unreadable answer or a throttled call is no refusal: the session stays. */
const isRefusal = (error: unknown): boolean =>
  isEmpty(error) ||
  (error instanceof CallFailed &&
    error.code !== FALLBACK_CODE &&
    error.code !== 'too_many_requests')

const missing = (code: string): CallFailed => new CallFailed(failedWith(code), { status: 200 })
