const ASCII = /^[\0-\x7f]*$/

/**
 * A name as it is compared: without marks, in small letters, in every language alike.
 *
 * The end form of the Greek sigma counts as the other one.
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
