import type { BonusRecord } from '@partner-office/contracts'
import { Avatar, Chip, Gem, KeyValues, Money, Progress } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { fullNameOf } from '../../lib/profile.ts'
import { rankNameKey } from '../../lib/ranks.ts'
import { useFormat } from '../../lib/use-format.ts'
import { CoinAmounts } from '../../parts/infinity/coin-amounts.tsx'
import { FinalChip } from '../../parts/infinity/infinity-chips.tsx'
import { percentText } from '../../parts/rank/percent-text.ts'
import { drawnPercent, exactPercent, remainder } from '../../parts/rank/rank-figures.ts'
import type { OfferedKind } from '../../parts/bonus/programme-titles.ts'
import { OwnMonths } from './own-months.tsx'
import type { ProgrammeRow } from './programmes.ts'
import { Requirements } from './requirements.tsx'

type ViewProps = {
  readonly kind: OfferedKind
  readonly record: BonusRecord
  readonly rows: readonly ProgrammeRow[]
  /** The period in words. */
  readonly period: string
}

/** A programme in one period: what it gives, what is next, what it asks for, and what it gave before. Source: decisions D-057. */
export function ProgrammeView({ kind, record, rows, period }: ViewProps) {
  return (
    <>
      <div className="grid c2">
        <OwnAmount record={record} period={period} />
        <Standing record={record} rows={rows} />
      </div>
      {record.poolAmounts !== null && <Pools amounts={record.poolAmounts} />}
      {record.poolAmounts === null && record.checkpoints.length > 0 && (
        <NextCheckpoint record={record} />
      )}
      <Requirements record={record} rows={rows} />
      <OwnMonths kind={kind} />
    </>
  )
}

type Own = { readonly record: BonusRecord }

function OwnAmount({ record, period }: Own & { readonly period: string }) {
  const { t } = useTranslation()
  return (
    <section className="card stack g3" aria-labelledby="own-amount">
      <div className="row between wrap">
        <h2 className="label" id="own-amount">
          {t('programmes.ownAmount')}
        </h2>
        <FinalChip record={record} />
      </div>
      <CoinAmounts amounts={record.bonusAmounts} />
      <p className="meta">{period}</p>
    </section>
  )
}

function Standing({ record, rows }: Own & { readonly rows: readonly ProgrammeRow[] }) {
  const { t } = useTranslation()
  const { rang, enabled, achievedCheckpoints, checkpoints } = record
  const first = rows[0]?.rang ?? null
  return (
    <section className="card stack g3" aria-labelledby="standing">
      <div className="row between wrap">
        <h2 className="label" id="standing">
          {t('programmes.status')}
        </h2>
        {enabled ? (
          <Chip tone={achievedCheckpoints.length > 0 ? 'green' : 'grey'}>
            {t('programmes.reachedOf', {
              reached: achievedCheckpoints.length,
              all: checkpoints.length,
            })}
          </Chip>
        ) : (
          <Chip tone="grey">{t('programmes.disabled')}</Chip>
        )}
      </div>
      {rang !== null && (
        <div className="row g3">
          <Gem code={rang} size={36} />
          <p className="h2">{t(rankNameKey(rang))}</p>
        </div>
      )}
      {!enabled && first !== null && (
        <p className="meta">{t('programmes.startsAt', { rank: t(rankNameKey(first)) })}</p>
      )}
    </section>
  )
}

/** How far the next row is; the legs with the limits of it. Source: decisions C1, C5. */
function NextCheckpoint({ record }: Own) {
  const { t } = useTranslation()
  const format = useFormat()
  const { countingTurnover, targetTurnover, totalTurnover } = record
  const share = drawnPercent(countingTurnover, targetTurnover)
  const isReached = share >= 100
  const percent = percentText(
    isReached ? '100.0' : exactPercent(countingTurnover, targetTurnover),
    format.style,
  )
  const toGo = isReached ? '0.00' : remainder(targetTurnover, [countingTurnover])
  return (
    <section className="card stack g4" aria-labelledby="next-checkpoint">
      <div className="row between top wrap">
        <div className="stack g1">
          <h2 className="h2" id="next-checkpoint">
            {t('programmes.next')}
          </h2>
          <p className="meta">
            {t('dashboard.counts', {
              counting: format.amountText(countingTurnover, 'EUR'),
              target: format.amountText(targetTurnover, 'EUR'),
            })}
          </p>
        </div>
        <p className="end">
          <Money {...format.amount(toGo, 'EUR')} size="l" />{' '}
          <span className="meta block">{t('dashboard.toGo')}</span>
        </p>
      </div>
      <Progress
        size="lg"
        label={t('infinity.progress', { percent })}
        segments={[{ percent: share, tone: isReached ? 'done' : 'leg1' }]}
      />
      <p className="meta end">
        <b className="num">{t('explain.percent', { percent })}</b>
      </p>
      <ProgrammeLegs record={record} />
      <KeyValues
        items={[
          {
            label: t('dashboard.totalTurnover'),
            value: <Money {...format.amount(totalTurnover, 'EUR')} />,
          },
          {
            label: t('rule.counts'),
            value: <Money {...format.amount(countingTurnover, 'EUR')} />,
            sum: true,
          },
        ]}
      />
    </section>
  )
}

/** The strongest legs; a leg whose place has a limit tells it. */
function ProgrammeLegs({ record: { topPartners, percents } }: Own) {
  const { t } = useTranslation()
  const { amount, amountText } = useFormat()
  // Nothing tells two legs apart but their place.
  const placed = topPartners.map((leg, place) => ({ ...leg, place, cap: percents[place] }))
  if (placed.length === 0) return null
  return (
    <ul className="stack g3" aria-label={t('programmes.legs')}>
      {placed.map(({ place, cap, turnover, avatar, ...leg }) => (
        <li key={place} className="row between g3 wrap">
          <span className="row g3">
            <Avatar name={fullNameOf(leg) || t('common.noname')} src={avatar} />
            <bdi className="med">{fullNameOf(leg) || t('common.noname')}</bdi>
          </span>
          <span className="end">
            <Money {...amount(turnover, 'EUR')} />
            <span className="cap block">
              {cap === undefined || cap.value >= 1
                ? t('rank.noCap')
                : t('rank.capAt', { amount: amountText(cap.max, 'EUR') })}
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}

/** What each pool gives. Source: requirements XBO-002, XBO-003; decisions C6. */
function Pools({ amounts }: { readonly amounts: NonNullable<BonusRecord['poolAmounts']> }) {
  const { t } = useTranslation()
  const { amount } = useFormat()
  return (
    <section className="card" aria-labelledby="pools">
      <div className="card-head">
        <h2 className="h2" id="pools">
          {t('programmes.pools')}
        </h2>
      </div>
      <KeyValues
        items={Object.entries(amounts).map(([pool, value]) => ({
          label: t('programmes.pool', { pool }),
          value: <Money {...amount(value, 'ULTIMA')} />,
        }))}
      />
    </section>
  )
}
