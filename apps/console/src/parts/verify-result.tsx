import type { Verified, VerifyFamily } from '@partner-office/contracts'
import { Note } from '@partner-office/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { countText } from '../lib/figures.ts'

/** What differences of each family of checks mean: all differences of one kind have one answer. */
const KINDS = {
  answers: 'figures',
  words: 'facts',
  'plans and rates': 'plans',
  facts: 'facts',
  tree: 'facts',
  activity: 'figures',
  totals: 'figures',
  figures: 'figures',
  unilevel: 'bonuses',
  places: 'bonuses',
  ranks: 'bonuses',
  'rank bonuses': 'bonuses',
  cancellations: 'bonuses',
  'closed months': 'months',
  'income disclosures': 'disclosures',
  ledger: 'ledger',
  payouts: 'payouts',
  'payout requests': 'payouts',
  adjustments: 'adjustments',
  hashes: 'seals',
  'sealed history': 'seals',
  journal: 'seals',
  audits: 'drift',
  'four eyes': 'fourEyes',
} as const satisfies Record<VerifyFamily, string>

/** A kind of differences; `other` for differences that a job of an earlier version has found. */
type Kind = (typeof KINDS)[VerifyFamily] | 'other'

type VerifyResultProps = {
  readonly result: Verified
  /** What stands below a difference. */
  readonly below?: (difference: string) => ReactNode
}

/** What a verification has found: its differences by kind, with what they mean and what to do. Source: requirements AUD-006. */
export function VerifyResult({ result, below }: VerifyResultProps) {
  const { t } = useTranslation()
  const { checks, found, differences } = result
  if (found === 0) {
    return <Note tone="green">{t('jobs.noDifferences', { checks: countText(checks) })}</Note>
  }
  return (
    <div className="stack gap-4">
      <Note tone="red">{t('jobs.differences', { count: found })}</Note>
      {found > differences.length && (
        <p className="muted">{t('verify.first', { count: differences.length })}</p>
      )}
      {[...byKind(result)].map(([kind, ofKind]) => (
        <section key={kind} className="stack gap-3">
          <h3 className="heading-3">{t(`verify.kinds.${kind}.name`)}</h3>
          <p>{t(`verify.kinds.${kind}.means`)}</p>
          <p>{t(`verify.kinds.${kind}.mend`)}</p>
          <ul className="bullet-list" aria-label={t(`verify.kinds.${kind}.name`)}>
            {ofKind.map((difference) => (
              <li key={difference}>
                {difference}
                {below?.(difference)}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

/** Differences by kind, in the order of the checks; equal sentences once. */
function byKind({ differences, families = [] }: Verified): ReadonlyMap<Kind, readonly string[]> {
  const kinds = new Map<Kind, Set<string>>()
  for (const [place, difference] of differences.entries()) {
    const family = families[place]
    const kind = family === undefined ? 'other' : KINDS[family]
    kinds.set(kind, (kinds.get(kind) ?? new Set()).add(difference))
  }
  return new Map([...kinds].map(([kind, found]) => [kind, [...found]]))
}
