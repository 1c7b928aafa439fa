const KEY = 'sign-in-verifier'
const AGAIN = 'sign-in-again'

/** Stores the verifier of a sign-in that only this tab can finish. */
export const storeVerifier = (verifier: string): void => sessionStorage.setItem(KEY, verifier)

/** Returns and removes the verifier of the sign-in that this tab began. */
export function takeVerifier(): string | null {
  const verifier = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  return verifier
}

/** Whether a sign-in that came back to the wrong tab may begin again. True once per tab. Source: decisions D-140. */
export function mayBeginAgain(): boolean {
  const isFirst = sessionStorage.getItem(AGAIN) === null
  sessionStorage.setItem(AGAIN, 'yes')
  return isFirst
}

/** Allows one new attempt after the next sign-in. */
export const endSignIn = (): void => sessionStorage.removeItem(AGAIN)
