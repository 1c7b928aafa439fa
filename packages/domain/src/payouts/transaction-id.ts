/** How the id of a transaction looks, unless a route says otherwise: 64 hex digits with or without 0x. */
export const DEFAULT_TX_PATTERN = '^(0x)?[0-9a-fA-F]{64}$'

/** Whether a pattern admits the whole text, also where the pattern has alternatives. */
export const matchesWhole = (pattern: string, text: string): boolean =>
  new RegExp(`^(?:${pattern})$`).test(text)

/**
 * The form in which ids of transactions are compared: hex digits count without `0x` and in lower case, all others as they
 * are, because letters of both cases differ in other alphabets.
 */
export function transactionKey(txId: string): string {
  const digits = /^(?:0x)?([0-9a-f]+)$/i.exec(txId)?.[1]
  return digits === undefined ? txId : digits.toLowerCase()
}
