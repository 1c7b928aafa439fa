import type {
  CallReply,
  NewPasskey,
  PasskeyAnswer,
  PasskeyRequest,
  postPasskeyOptions,
} from '@partner-office/contracts'

/** The visitor or the browser has ended a ceremony, or the device has no fitting passkey. */
export class NoPasskey extends Error {
  override readonly name = 'NoPasskey'
  /** The device already has a passkey for the account. */
  readonly isKnown: boolean

  constructor(cause: unknown) {
    super('no passkey', { cause })
    this.isKnown = cause instanceof Error && cause.name === 'InvalidStateError'
  }
}

/** Whether the browser can use passkeys on this page: they belong to a name, never to an IP address. */
export const canUsePasskeys = (): boolean =>
  'PublicKeyCredential' in window && /[a-z]/i.test(location.hostname) && isSecureContext

/** Loaded at the first use: most visitors need none of it. */
const loadPasskeys = () => import('@simplewebauthn/browser')

/**
 * Asks for a passkey in a dialog of the browser.
 *
 * Refuses: `NoPasskey`.
 */
export const askPasskey = (request: PasskeyRequest): Promise<PasskeyAnswer> =>
  ceremony(async ({ startAuthentication }) => {
    const answer = await startAuthentication({ optionsJSON: request })
    return answer as PasskeyAnswer
  })

/**
 * Offers passkeys among the suggestions of the e-mail field; waits until one is chosen.
 *
 * Refuses: `NoPasskey`, also when another request for a passkey begins.
 */
export const suggestPasskey = (request: PasskeyRequest): Promise<PasskeyAnswer> =>
  ceremony(async ({ startAuthentication }) => {
    const answer = await startAuthentication({ optionsJSON: request, useBrowserAutofill: true })
    return answer as PasskeyAnswer
  })

/** Whether the browser can suggest passkeys in a field. */
export async function canSuggestPasskeys(): Promise<boolean> {
  return canUsePasskeys() && (await loadPasskeys()).browserSupportsWebAuthnAutofill()
}

/** Withdraws the suggestions of passkeys. */
export async function withdrawPasskeys(): Promise<void> {
  if (canUsePasskeys()) (await loadPasskeys()).WebAuthnAbortService.cancelCeremony()
}

/**
 * Creates a passkey on a device.
 *
 * Refuses: `NoPasskey`.
 */
export const createPasskey = (options: CallReply<typeof postPasskeyOptions>): Promise<NewPasskey> =>
  ceremony(async ({ startRegistration }) => {
    const created = await startRegistration({ optionsJSON: options })
    return created as NewPasskey
  })

type Library = Awaited<ReturnType<typeof loadPasskeys>>

async function ceremony<T>(begin: (library: Library) => Promise<T>): Promise<T> {
  const library = await loadPasskeys()
  return begin(library).catch((error: unknown) => {
    throw new NoPasskey(error)
  })
}
