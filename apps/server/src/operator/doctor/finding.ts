/** Something about a set-up that will cost the company something. Source: cluster.md, OBS-008. */
export type Finding = {
  /** Names the kind of finding for scripts and documents. */
  readonly code: string
  /** What is wrong. No secret stands here: findings are sent to colleagues. */
  readonly problem: string
  /** What follows from it. */
  readonly effect: string
  /** The command or line that mends it. */
  readonly remedy: string
}

/** A finding where something is so, and none elsewhere. */
export const findingIf = (isSo: boolean, finding: Finding): readonly Finding[] =>
  isSo ? [finding] : []

/** Findings as lines for people, or as one JSON array for scripts. */
export function findingsText(findings: readonly Finding[], asJson: boolean): string {
  if (asJson) return `${JSON.stringify(findings)}\n`
  return findings
    .map(
      ({ code, problem, effect, remedy }) =>
        `${code}: ${problem}\n  ${effect}\n  What mends it: ${remedy}\n`,
    )
    .join('')
}
