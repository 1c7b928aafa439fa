import { tabStorage } from '@partner-office/web'

const KEY = 'sign-in-verifier'
const AGAIN = 'sign-in-again'

/** Stores the verifier of a sign-in that only this tab can finish. */
export const storeVerifier = (verifier: string): void => void tabStorage.write(KEY, verifier)

/** Returns and removes the verifier of the sign-in that this tab began. */
export function takeVerifier(): string | null {
  const verifier = tabStorage.read(KEY)
  tabStorage.remove(KEY)
  return verifier
}

/** Whether a sign-in that came back to the wrong tab may begin again. True once per tab. Source: decisions D-140. */
export function mayBeginAgain(): boolean {
  return tabStorage.read(AGAIN) === null && tabStorage.write(AGAIN, 'yes')
}

/** Allows one new attempt after the next sign-in. */
export const endSignIn = (): void => tabStorage.remove(AGAIN)

/** Whether this tab can keep what only it finishes a sign-in with: a browser may forbid that. */
export const canKeepProof = (): boolean => tabStorage.write(AGAIN, 'yes')
