import type { PathStep, TeamPath, TeamSearch } from '@partner-office/domain'

/** A step as screens may show it; nothing but its place is known until the server has told it. */
export type ShownStep =
  | PathStep
  | { readonly id: number; readonly name: null; readonly flSize: null }

/** The way down to somebody, as the server told it. */
export type ToldPath = { readonly memberId: number; readonly steps: readonly PathStep[] }

/** The search on the way that the server told, where it told of the one whose team is looked at. */
export const onToldPath = (search: TeamSearch, told: ToldPath | null): TeamSearch =>
  search.path.at(-1)!.id === told?.memberId
    ? { ...search, path: [search.path[0], ...told.steps] }
    : search

/** What the server told of the steps of a path. A name that stands in an address is anybody's, and never shown. Source: TEA-043. */
export function shownSteps(
  [own, ...below]: TeamPath,
  told: readonly PathStep[],
): readonly [PathStep, ...ShownStep[]] {
  const byId = new Map(told.map((step) => [step.id, step]))
  return [own, ...below.map(({ id }) => byId.get(id) ?? { id, name: null, flSize: null })]
}
