const ASCII = /^[\0-\x7f]*$/

/**
 * Normalizes a name for comparison: without diacritics, in lower case, the same for every language.
 *
 * The final form of the Greek sigma becomes the normal one.
 */
export function foldName(name: string): string {
  if (ASCII.test(name)) return name.toLowerCase()
  return name
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ς', 'σ')
}
