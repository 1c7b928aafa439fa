/** Why the last fact of a restored state is not one of its instant; null when it is. */
export function factProblem(
  fact: number,
  { first, last }: { readonly first: number; readonly last: number },
): string | null {
  return fact >= first && fact <= last ? null : `fact ${fact} is not from ${first} to ${last}`
}

/** Whether the repository is said to be bad because of this file. */
export function namesBad(said: string, path: string): boolean {
  // Such as `archive/office/15-1/…`, of which `verify` names the part behind the stanza.
  const name = path.split('/').slice(2).join('/')
  const lines = said.split('\n')
  const isNamed = lines.some((line) => line.includes('INFO: invalid ') && line.includes(name))
  return isNamed && lines.includes('status: error')
}

type Info = readonly {
  readonly backup: readonly {
    readonly info: { readonly size: number; readonly repository: { readonly size: number } }
  }[]
}[]

/** How large the database of the newest backup was, and what the backup takes in the repository. Units: bytes. */
export function sizesIn(info: string): { readonly size: number; readonly stored: number } {
  const newest = (JSON.parse(info) as Info)[0]?.backup.at(-1)
  if (newest === undefined) throw new Error('The repository has no backup')
  return { size: newest.info.size, stored: newest.info.repository.size }
}
