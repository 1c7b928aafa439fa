/**
 * The address of a payout's transaction on the page of its chain; null without a transaction or a template for its chain.
 *
 * A template belongs to a prefix: it must begin the destination's name, or else occur in it; the longest prefix wins.
 *
 * Source: requirements TRX-025 to TRX-027, CFG-005; decisions D-097.
 */
export function transactionLink(
  { to, txId }: { readonly to: string; readonly txId: string | null },
  templates: ReadonlyMap<string, string>,
): string | null {
  if (!txId) return null
  const known = [...templates].filter(([, template]) => isWebAddress(template))
  const longest = (matches: (prefix: string) => boolean) =>
    known
      .filter(([prefix]) => matches(prefix))
      .toSorted(([a], [b]) => b.length - a.length)
      .at(0)
  const found =
    longest((prefix) => to.startsWith(prefix)) ?? longest((prefix) => to.includes(prefix))
  return found === undefined ? null : found[1].replaceAll('{hash}', encodeURIComponent(txId))
}

const isWebAddress = (template: string): boolean => /^https?:\/\//i.test(template)
