/** The rights of a token. */
export type Scope = { readonly modes: readonly string[]; readonly status: string }

/** Parses a scope: words in uppercase are modes, the other word is the status. Source: requirements ACC-002; decisions D-023. */
export function readScope(scope: string): Scope {
  const words = scope.split(' ').filter((word) => word !== '')
  const isMode = (word: string): boolean => word === word.toUpperCase()
  return { modes: words.filter(isMode), status: words.find((word) => !isMode(word)) ?? '' }
}
