import type { CallReply, getMe, Role } from '@partner-office/contracts'
import { useSyncExternalStore } from 'react'

export type SignedIn = CallReply<typeof getMe>

/**
 * The session of this page. `ended`: it was open here and is over; the page stays, and the sign-in lies above it.
 */
export type SessionState =
  | { readonly kind: 'none' }
  | { readonly kind: 'open'; readonly signedIn: SignedIn }
  | { readonly kind: 'ended'; readonly signedIn: SignedIn }

/** How long a session lasts without a call of the operator. Units: milliseconds. Source: requirements OPR-006. */
export const IDLE_MS = 30 * 60_000

/** The operator's session: who is signed in, and when the operator made the last call. */
export class Session {
  #state: SessionState = { kind: 'none' }
  #usedAt = 0
  readonly #listeners = new Set<() => void>()

  readonly state = (): SessionState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** When the operator made the last call. Units: epoch milliseconds of this browser. */
  get usedAt(): number {
    return this.#usedAt
  }

  /** The value of `X-Console-Token`; none without an open session. */
  get token(): string | null {
    return this.#state.kind === 'open' ? this.#state.signedIn.token : null
  }

  /** Begins a session, or keeps the newest facts about the open one. */
  open(signedIn: SignedIn): void {
    this.#set({ kind: 'open', signedIn })
  }

  /** Notes a call of the operator, which keeps the session open. */
  used(): void {
    this.#usedAt = Date.now()
    this.#tell()
  }

  /** The service knows the session no more: the page stays for the next sign-in. */
  end(): void {
    if (this.#state.kind === 'open') this.#set({ ...this.#state, kind: 'ended' })
  }

  /** Forgets who was signed in. */
  forget(): void {
    this.#set({ kind: 'none' })
  }

  #set(state: SessionState): void {
    this.#state = state
    this.#tell()
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}

export const useSessionState = (session: Session): SessionState =>
  useSyncExternalStore(session.subscribe, session.state)

/** Whether an operator with these roles may do what one of the other roles may. */
export const hasOneOf = (roles: readonly Role[], wanted: readonly Role[]): boolean =>
  roles.some((role) => wanted.includes(role))
