import type { PasskeyAnswer, PasskeyRequest } from '@partner-office/contracts'

/** The credentials of a visitor, kept only in the memory of the page. */
export type Credentials = { readonly email: string; readonly password: string }

/** What a sign-in still needs: the code of the authenticator, or a passkey if the account has one. */
export type SecondFactor = { readonly passkey?: PasskeyRequest | undefined }

/** The ways to sign in. */
export type SignIn = {
  /** Returns what is still needed; null when the sign-in is complete. */
  readonly withPassword: (
    known: Credentials & { readonly code?: string; readonly passkey?: PasskeyAnswer },
  ) => Promise<SecondFactor | null>
  readonly withPasskey: (passkey: PasskeyAnswer) => Promise<void>
}
