import type { LifestyleProgress } from '@partner-office/contracts'
import { Chip, Gem } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { rankNameKey } from '../../lib/queries/ranks.ts'
import { Amount } from '../../parts/figures/amount.tsx'
import { ReachedChip } from '../../parts/programmes/state-chips.tsx'
import { Dash } from '../../parts/figures/dash.tsx'
import type { LifestyleRow } from '../../parts/programmes/lifestyle-query.ts'
import { countingToward } from './programme-figures.ts'
import { ProgrammeRows } from './programme-rows.tsx'

type RowsProps = {
  readonly rows: readonly LifestyleRow[]
  /** The rank whose row is paid. */
  readonly current: string | null
  readonly progress: LifestyleProgress
}

/** All rows of lifestyle. Source: requirements XBO-005. */
export function LifestyleRows({ rows, current, progress }: RowsProps) {
  const shown = rows.map((row) => ({
    key: row.rang,
    isCurrent: row.rang === current,
    rank: <RowRank row={row} />,
    target: row.targetTurnover,
    counting: countingToward(progress, row.targetTurnover),
    gives: <Amount amount={row.amount} currency={row.currency} />,
    state: <RowChip row={row} />,
  }))
  return <ProgrammeRows rows={shown} />
}

type RowProps = { readonly row: LifestyleRow }

function RowRank({ row: { rang } }: RowProps) {
  const { t } = useTranslation()
  return (
    <span className="in-row gap-3">
      <Gem code={rang} size={24} />
      <span className="medium-weight">{t(rankNameKey(rang))}</span>
    </span>
  )
}

function RowChip({ row: { status, isReachable } }: RowProps) {
  const { t } = useTranslation()
  if (status === 'reached') return <ReachedChip />
  if (!isReachable) {
    return (
      <Chip tone="grey-stroke" icon="lock">
        {t('programmes.locked')}
      </Chip>
    )
  }
  return status === 'next' ? <Chip tone="orange">{t('rank.next')}</Chip> : <Dash />
}
