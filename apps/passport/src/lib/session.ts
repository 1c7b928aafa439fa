import {
  deleteToken,
  type PasskeyAnswer,
  postLogin,
  postLoginPasskey,
  postToken,
} from '@partner-office/contracts'
import { type Api, forgetDrafts, tabStorage } from '@partner-office/web'
import { useSyncExternalStore } from 'react'

import type { SignIn } from './credentials.ts'
import { beginProof } from './proof.ts'

const KEY = 'passport-token'

/**
 * The session of the account pages, kept in this tab alone: it ends with the tab, and scripts of other pages never see
 * it.
 */
export class Session {
  #token = tabStorage.read(KEY)
  readonly #listeners = new Set<() => void>()

  /** The access token; null without a session. */
  readonly token = (): string | null => this.#token

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Forgets the session in this tab. */
  end(): void {
    this.#set(null)
  }

  /** Logs out and removes drafts. The session ends in this tab also if the service does not answer. */
  async logOut(api: Api): Promise<void> {
    await api.call('oauth', deleteToken).catch(() => {})
    forgetDrafts()
    this.end()
  }

  /** Signs in on this page, without leaving it. Source: decisions D-140; operations.md, "Signing in from a script". */
  signIn(api: Api, request: { readonly application: string; readonly backUrl: string }): SignIn {
    return {
      withPassword: async (known) => {
        const { verifier, challenge } = beginProof()
        const body = { ...known, ...request, challenge }
        const answer = await api.call('passport', postLogin, { body })
        if ('twoFaRequired' in answer) return answer
        await this.#open(api, answer.redirect, verifier)
        return null
      },
      withPasskey: async (passkey: PasskeyAnswer) => {
        const { verifier, challenge } = beginProof()
        const body = { passkey, ...request, challenge }
        const { redirect } = await api.call('passport', postLoginPasskey, { body })
        await this.#open(api, redirect, verifier)
      },
    }
  }

  async #open(api: Api, redirect: string, verifier: string): Promise<void> {
    const token = new URL(redirect).searchParams.get('token') ?? ''
    const swapped = await api.call('oauth', postToken, {
      body: { grant_type: 'hand_off', token, verifier },
    })
    this.#set(swapped.access_token)
  }

  #set(token: string | null): void {
    this.#token = token
    if (token === null) tabStorage.remove(KEY)
    else tabStorage.write(KEY, token)
    for (const listener of this.#listeners) listener()
  }
}

/** Whether this tab has a session. */
export const useHasSession = (session: Session): boolean =>
  useSyncExternalStore(session.subscribe, () => session.token() !== null)
