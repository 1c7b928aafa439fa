import type { BonusRecord } from '@partner-office/contracts'
import { Chip, Gem, KeyValues } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { rankNameKey } from '../../lib/queries/ranks.ts'
import { useFormat } from '../../lib/formats/use-format.ts'
import type { OfferedKind } from '../../parts/bonus/programme-titles.ts'
import { CoinAmounts } from '../../parts/coins/coin-amounts.tsx'
import { AskAbout } from '../../parts/disputes/ask-about.tsx'
import { Amount } from '../../parts/figures/amount.tsx'
import { FinalChip } from '../../parts/programmes/state-chips.tsx'
import { Countdown } from '../../parts/months/countdown.tsx'
import { NextCheckpoint } from './next-checkpoint.tsx'
import { OwnBookings } from './own-bookings.tsx'
import type { ProgrammeRow } from '../../parts/programmes/programmes.ts'
import { LabelCard } from '../../parts/figures/label-card.tsx'
import { Requirements } from './requirements.tsx'

/** Texts of a period. Units: `end` is the first instant after it. */
export type ShownPeriod = {
  readonly name: string
  readonly endsIn: string
  readonly end: number
  readonly isCurrent: boolean
  /** The month that can be questioned once it is closed, as `2026-10`; null for a window without a month's first instant. */
  readonly month: string | null
}

type ViewProps = {
  readonly kind: OfferedKind
  readonly record: BonusRecord
  readonly rows: readonly ProgrammeRow[]
  readonly period: ShownPeriod
}

/** A programme in one period: its amount, standing, next checkpoint, requirements and bookings. Source: decisions D-057. */
export function ProgrammeView({ kind, record, rows, period }: ViewProps) {
  return (
    <>
      <div className="grid columns-3">
        <OwnAmount kind={kind} record={record} period={period} />
        <Standing kind={kind} record={record} rows={rows} />
        {period.isCurrent && <Countdown title={period.endsIn} end={period.end} />}
      </div>
      {record.poolAmounts !== null && <Pools amounts={record.poolAmounts} />}
      {record.checkpoints.length > 0 && <NextCheckpoint kind={kind} record={record} />}
      <div className="grid programme-foot">
        <Requirements record={record} rows={rows} />
        <OwnBookings kind={kind} />
      </div>
    </>
  )
}

type Own = { readonly record: BonusRecord }

function OwnAmount({ kind, record, period }: Omit<ViewProps, 'rows'>) {
  const { t } = useTranslation()
  return (
    <LabelCard title={t('programmes.ownAmount')} end={<FinalChip record={record} />}>
      <CoinAmounts amounts={record.bonusAmounts} />
      <p className="meta">{period.name}</p>
      {record.state === 'CLOSED' && period.month !== null && (
        <AskAbout thing={{ month: period.month, bonusType: kind }} />
      )}
    </LabelCard>
  )
}

function Standing({ kind, record, rows }: Omit<ViewProps, 'period'>) {
  const { t } = useTranslation()
  const { rang, enabled, achievedCheckpoints, checkpoints } = record
  const first = rows[0]?.rang ?? null
  return (
    <LabelCard
      title={t('programmes.status')}
      end={
        enabled ? (
          <Chip
            tone={achievedCheckpoints.length > 0 ? 'green' : 'grey'}
            {...(achievedCheckpoints.length > 0 && { icon: 'done' })}
          >
            {t('programmes.reachedOf', {
              reached: achievedCheckpoints.length,
              all: checkpoints.length,
            })}
          </Chip>
        ) : (
          <Chip tone="grey">{t('programmes.disabled')}</Chip>
        )
      }
    >
      {rang !== null && (
        <div className="in-row gap-3">
          <Gem code={rang} size={36} />
          <p className="heading-2">{t(rankNameKey(rang))}</p>
        </div>
      )}
      {!enabled && first !== null && (
        <p className="meta">{t('programmes.startsAt', { rank: t(rankNameKey(first)) })}</p>
      )}
      <NextValue kind={kind} record={record} />
    </LabelCard>
  )
}

/** Value of the next row; nothing for pools, whose share is unknown until the month ends. */
function NextValue({ kind, record }: Own & { readonly kind: OfferedKind }) {
  const { t } = useTranslation()
  const { amountText } = useFormat()
  const { checkpoints, achievedCheckpoints, poolAmounts } = record
  const next = checkpoints.find(({ id }) => !achievedCheckpoints.includes(id))
  if (next === undefined || poolAmounts !== null) return null
  const value = amountText(next.value, kind === 'WINNER' ? 'WIN' : 'EUR')
  return (
    <p className="meta">
      {t(kind === 'CYCLED_TURBO' ? 'programmes.nextAdds' : 'programmes.nextGives', { value })}
    </p>
  )
}

/** Amount of each pool. Source: requirements XBO-002, XBO-003; decisions C6. */
function Pools({ amounts }: { readonly amounts: NonNullable<BonusRecord['poolAmounts']> }) {
  const { t } = useTranslation()
  return (
    <section className="card" aria-labelledby="pools">
      <div className="card-head">
        <h2 className="heading-2" id="pools">
          {t('programmes.pools')}
        </h2>
      </div>
      <KeyValues
        items={Object.entries(amounts).map(([pool, value]) => ({
          label: t('programmes.pool', { pool }),
          value: <Amount amount={value} currency="ULTIMA" />,
        }))}
      />
    </section>
  )
}
