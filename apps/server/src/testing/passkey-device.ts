import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** What a device does other than it should. */
type Deviation = {
  readonly origin?: string
  readonly rpId?: string
  readonly challenge?: string
  /** Whether the device has verified its user. */
  readonly isVerified?: boolean
  /** The count of signatures, instead of the device's own. */
  readonly counter?: number
  /** The account that the passkey names; null: none. */
  readonly userId?: number | string | null
  readonly type?: string
}

type Asked = { readonly challenge: string }

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')
const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest()

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

/** A device with one passkey (ES256) in a browser, without hardware. Source: WebAuthn level 3. */
export class PasskeyDevice {
  readonly id = base64url(randomBytes(32))
  counter = 0
  readonly #key = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly #site: { readonly origin: string; readonly rpId: string }

  constructor(site: { readonly origin: string; readonly rpId: string }) {
    this.#site = site
  }

  /** Creates the passkey; returns what the browser sends. */
  create(asked: Asked, deviation: Deviation = {}) {
    const authData = Buffer.concat([
      this.#authenticatorData(HAS_CREDENTIAL, deviation),
      Buffer.alloc(16),
      Buffer.from([0, 32]),
      Buffer.from(this.id, 'base64url'),
      coseKey(this.#key.publicKey),
    ])
    const attestation = cborMap([
      [cborText('fmt'), cborText('none')],
      [cborText('attStmt'), cborMap([])],
      [cborText('authData'), cborBytes(authData)],
    ])
    const clientData = this.#clientData('webauthn.create', asked, deviation)
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: base64url(clientData),
        attestationObject: base64url(attestation),
        transports: ['internal', 'a-new-way'],
      },
    }
  }

  /** Signs with the passkey of an account; returns what the browser sends. */
  sign(asked: Asked, userId: number, deviation: Deviation = {}) {
    this.counter += 1
    const authData = this.#authenticatorData(0, deviation)
    const clientData = this.#clientData('webauthn.get', asked, deviation)
    const signed = Buffer.concat([authData, sha256(clientData)])
    const named = deviation.userId === undefined ? userId : deviation.userId
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: base64url(clientData),
        authenticatorData: base64url(authData),
        signature: base64url(sign('sha256', signed, this.#key.privateKey)),
        ...(named !== null && { userHandle: base64url(Buffer.from(String(named))) }),
      },
    }
  }

  #credential() {
    return { id: this.id, rawId: this.id, type: 'public-key', clientExtensionResults: {} }
  }

  #clientData(kind: string, asked: Asked, { type = kind, challenge, origin }: Deviation): Buffer {
    return Buffer.from(
      JSON.stringify({
        type,
        challenge: challenge ?? asked.challenge,
        origin: origin ?? this.#site.origin,
        crossOrigin: false,
      }),
    )
  }

  #authenticatorData(flags: number, { rpId, counter, isVerified = true }: Deviation): Buffer {
    const data = Buffer.alloc(37)
    sha256(rpId ?? this.#site.rpId).copy(data)
    data.writeUInt8(flags | USER_PRESENT | (isVerified ? USER_VERIFIED : 0), 32)
    data.writeUInt32BE(counter ?? this.counter, 33)
    return data
  }
}

function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return cborMap([
    [cborInt(1), cborInt(2)],
    [cborInt(3), cborInt(-7)],
    [cborInt(-1), cborInt(1)],
    [cborInt(-2), cborBytes(Buffer.from(x, 'base64url'))],
    [cborInt(-3), cborBytes(Buffer.from(y, 'base64url'))],
  ])
}

/** Head of a CBOR item. Source: RFC 8949 section 3. */
function cborHead(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value])
  return value < 256
    ? Buffer.from([(major << 5) | 24, value])
    : Buffer.from([(major << 5) | 25, value >> 8, value & 255])
}

const cborInt = (value: number): Buffer =>
  value < 0 ? cborHead(1, -1 - value) : cborHead(0, value)
const cborBytes = (bytes: Buffer): Buffer => Buffer.concat([cborHead(2, bytes.length), bytes])
const cborText = (text: string): Buffer =>
  Buffer.concat([cborHead(3, text.length), Buffer.from(text)])
const cborMap = (entries: readonly (readonly [Buffer, Buffer])[]): Buffer =>
  Buffer.concat([cborHead(5, entries.length), ...entries.flat()])
