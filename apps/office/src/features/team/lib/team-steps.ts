import type { PathStep, TeamPath, TeamSearch } from '@partner-office/domain'

/** A step of the path as screens show it; name and size are null until the server has answered them. */
export type ShownStep =
  | PathStep
  | { readonly id: number; readonly name: null; readonly flSize: null }

/** The path down to a member, as the server answered it. */
export type ServerPath = { readonly memberId: number; readonly steps: readonly PathStep[] }

/** Replaces the path of a search by the server's path to the same member. */
export const onServerPath = (search: TeamSearch, serverPath: ServerPath | null): TeamSearch =>
  search.path.at(-1)!.id === serverPath?.memberId
    ? { ...search, path: [search.path[0], ...serverPath.steps] }
    : search

/** Steps of a path with the server's names. Names in an address are never shown: anybody can write them. Source: TEA-043. */
export function shownSteps(
  [own, ...below]: TeamPath,
  loaded: readonly PathStep[],
): readonly [PathStep, ...ShownStep[]] {
  const byId = new Map(loaded.map((step) => [step.id, step]))
  return [own, ...below.map(({ id }) => byId.get(id) ?? { id, name: null, flSize: null })]
}
