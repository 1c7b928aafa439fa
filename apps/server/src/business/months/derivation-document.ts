import type { Derivation } from '@partner-office/domain'

const WHOLE_NUMBER = /^-?\d+n$/

/** A derivation as it is stored: JSON with whole numbers of any size as texts such as `"1250n"`. */
export function derivationDocument(derivation: Derivation): string {
  return JSON.stringify(derivation, (_, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  )
}

/** The derivation that a document was made of. */
export function readDerivation(document: object): Derivation {
  return JSON.parse(JSON.stringify(document), (_, value: unknown) =>
    typeof value === 'string' && WHOLE_NUMBER.test(value) ? BigInt(value.slice(0, -1)) : value,
  ) as Derivation
}
