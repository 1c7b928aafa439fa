import type { BonusRecord } from '@partner-office/contracts'
import { Chip, Gem } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { rankNameKey } from '../../lib/queries/ranks.ts'
import { useFormat } from '../../lib/formats/use-format.ts'
import { Amount } from '../../parts/figures/amount.tsx'
import { Dash } from '../../parts/figures/dash.tsx'
import { shareText } from '../../parts/figures/percent-text.ts'
import { remainder } from '../../parts/figures/eur.ts'
import { ProgrammeRows } from './programme-rows.tsx'
import type { ProgrammeRow } from '../../parts/programmes/programmes.ts'
import { ReachedChip } from '../../parts/programmes/state-chips.tsx'
import { type RowState, rowState } from '../../parts/programmes/row-state.ts'

type RequirementsProps = {
  readonly record: BonusRecord
  readonly rows: readonly ProgrammeRow[]
}

/** Requirements and amounts of a programme. Source: requirements XBO-001 to XBO-008. */
export function Requirements({ record, rows }: RequirementsProps) {
  const { t } = useTranslation()
  const states = rows.map((row, place) => rowState(record, row, place))
  const next = states.indexOf('open')
  const shown = rows.map((row, place) => ({
    key: place,
    isCurrent: place === next,
    rank: <RowRank row={row} />,
    target: row.targetTurnover,
    gives: <Gives row={row} />,
    state: place === next ? <ToGo record={record} /> : <StateChip state={states[place]!} />,
  }))
  return (
    <section className="card flush" aria-labelledby="requirements">
      <div className="card-head">
        <h2 className="heading-2" id="requirements">
          {t('programmes.requirements')}
        </h2>
      </div>
      <ProgrammeRows rows={shown} />
    </section>
  )
}

/** Rank that a row requires; pools have a number too. */
function RowRank({ row: { rang, pool } }: { readonly row: ProgrammeRow }) {
  const { t } = useTranslation()
  return (
    <span className="in-row gap-3">
      {rang === null ? t('programmes.anyRank') : <Gem code={rang} size={24} />}
      {rang !== null && <span className="medium-weight">{t(rankNameKey(rang))}</span>}
      {pool !== undefined && <span className="meta">{t('programmes.pool', { pool })}</span>}
    </span>
  )
}

/** What a row gives: a share or an amount. */
function Gives({ row: { percent, amount, currency } }: { readonly row: ProgrammeRow }) {
  const format = useFormat()
  if (amount !== null) return <Amount amount={amount} currency={currency ?? 'EUR'} />
  if (percent === null) return <Dash />
  return <span className="digits">{shareText(percent, format.style)}</span>
}

/** Turnover that is missing to the next row. */
function ToGo({ record: { targetTurnover, countingTurnover } }: Pick<RequirementsProps, 'record'>) {
  const { t } = useTranslation()
  const { amountText } = useFormat()
  const missing = remainder(targetTurnover, [countingTurnover])
  return (
    <Chip tone="orange" icon="clock">
      {t('programmes.toGo', { amount: amountText(missing, 'EUR') })}
    </Chip>
  )
}

function StateChip({ state }: { readonly state: RowState }) {
  const { t } = useTranslation()
  if (state === 'open') return <Dash />
  return state === 'reached' ? (
    <ReachedChip />
  ) : (
    <Chip tone="grey-stroke" icon="lock">
      {t('programmes.locked')}
    </Chip>
  )
}
