import { z } from 'zod'

import type { Contract } from '../contract.ts'
import { Id, Instant, OneLine, PathId } from '../primitives.ts'
import { PASSWORD_REFUSALS, WithPassword } from './security.ts'

/** Passkeys that an account can have. */
export const MOST_PASSKEYS = 20

/** Characters that the name of a passkey can have. */
export const PASSKEY_NAME_LENGTH = 64

/** Bytes as base64url. */
const Bytes = z
  .string()
  .max(8_192)
  .regex(/^[A-Za-z0-9_-]+$/)

const Transport = z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])

/** How a browser reaches the device of a passkey. */
export type Transport = z.infer<typeof Transport>

const Descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(Transport),
})

/** What the browser needs to ask for a passkey. Units: `timeout` in milliseconds. Source: WebAuthn level 3. */
export const PasskeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
  allowCredentials: z.array(Descriptor),
})
export type PasskeyRequest = z.infer<typeof PasskeyRequest>

/** What the browser needs to create a passkey. Units: `timeout` in milliseconds. Source: WebAuthn level 3. */
export const PasskeyCreation = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(Descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
})

const Credential = z.object({
  id: Bytes,
  rawId: Bytes,
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}),
})

/** A signature of a passkey, as the browser gives it. */
export const PasskeyAnswer = Credential.extend({
  response: z.object({
    clientDataJSON: Bytes,
    authenticatorData: Bytes,
    signature: Bytes,
    userHandle: Bytes.optional(),
  }),
})
export type PasskeyAnswer = z.infer<typeof PasskeyAnswer>

/** A new passkey, as the browser gives it. */
export const NewPasskey = Credential.extend({
  response: z.object({
    clientDataJSON: Bytes,
    attestationObject: Bytes,
    transports: z.array(z.string().max(32)).max(16).optional(),
  }),
})
export type NewPasskey = z.infer<typeof NewPasskey>

const Nothing = z.object({})
const params = z.object({ id: PathId })

/** The caller's passkeys, the oldest first. Units: instants; null: not used yet. */
export const getPasskeys = {
  method: 'GET',
  path: '/v1/passkeys',
  auth: 'bearer',
  reply: z.array(
    z.object({
      id: Id,
      name: z.string(),
      addedAt: Instant,
      usedAt: Instant.nullable(),
    }),
  ),
  refusals: [],
} as const satisfies Contract

/** Begin to add a passkey: what the browser needs to create it. */
export const postPasskeyOptions = {
  method: 'POST',
  path: '/v1/passkeys/options',
  auth: 'bearer',
  body: WithPassword,
  reply: PasskeyCreation,
  refusals: [...PASSWORD_REFUSALS, 'max_length'],
  refusedAs: 'map',
} as const satisfies Contract

/** Finish adding a passkey, within five minutes. */
export const postPasskey = {
  method: 'POST',
  path: '/v1/passkeys',
  auth: 'bearer',
  body: NewPasskey,
  reply: Nothing,
  refusals: ['invalid_passkey', 'not_unique', 'max_length'],
  refusedAs: 'map',
} as const satisfies Contract

/** Rename one of the caller's passkeys. */
export const putPasskey = {
  method: 'PUT',
  path: '/v1/passkeys/:id',
  auth: 'bearer',
  params,
  body: z.object({ name: OneLine }),
  reply: Nothing,
  refusals: ['required', 'max_length'],
  refusedAs: 'map',
} as const satisfies Contract

/** Remove one of the caller's passkeys; every other session ends. Source: decisions D-150. */
export const deletePasskey = {
  method: 'DELETE',
  path: '/v1/passkeys/:id',
  auth: 'bearer',
  params,
  body: WithPassword,
  reply: Nothing,
  refusals: PASSWORD_REFUSALS,
  refusedAs: 'map',
} as const satisfies Contract
