import type { Rank, RankStatus } from '@partner-office/contracts'
import { type EurCents, eurCents, formatUnits } from '@partner-office/domain'
import { Button, Key, KeyValues, Money, Note, Progress, SelectField } from '@partner-office/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useOffice } from '../../../lib/office.ts'
import { ranksQuery } from '../../../lib/ranks-query.ts'
import { type Ladder, rankNameKey, rankStatusQuery } from '../../../lib/ranks.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { percentText } from '../../../parts/rank/percent-text.ts'
import { drawnPercent, exactPercent } from '../../../parts/rank/rank-figures.ts'
import { Loaded } from '../loaded.tsx'
import { ShortestWay } from './shortest-way.tsx'
import { centsText, type Tries, type TryOut, tryOut } from './try-out.ts'
import { TriedLegs } from './tried-legs.tsx'
import './what-if.css'

/** What is missing to a rank, and what turnover in each leg would do about it. Nothing is stored. */
export function WhatIf({ ladder }: { ladder: Ladder }) {
  const { api } = useOffice()
  const status = useQuery(rankStatusQuery(api, ladder))
  const ranks = useQuery(ranksQuery(api, ladder))
  return (
    <Loaded query={status}>
      {(ownStatus) => (
        <Loaded query={ranks}>
          {(ladderRanks) => <Above status={ownStatus} ranks={ladderRanks} />}
        </Loaded>
      )}
    </Loaded>
  )
}

type AboveProps = { readonly status: RankStatus; readonly ranks: readonly Rank[] }

function Above(props: AboveProps) {
  const { t } = useTranslation()
  if (props.status.nextRang === null) return <Note>{t('dashboard.topReached')}</Note>
  return <Trial {...props} next={props.status.nextRang} />
}

function Trial({ status, ranks, next }: AboveProps & { readonly next: Rank }) {
  const [rankId, setRankId] = useState(next.id)
  const [tries, setTries] = useState<Tries>(new Map())
  const answer = tryOut({ status, ranks, targetRankId: rankId, tries })
  const put = (place: number, amount: EurCents): void =>
    setTries((before) => new Map(before).set(place, amount))
  return (
    <div className="stack g5">
      <RankField
        ranks={ranks.filter(({ id }) => id >= next.id)}
        rankId={rankId}
        onChange={setRankId}
      />
      <div className="grid what-if">
        <div className="stack g5">
          <Missing answer={answer} />
          <TriedLegs status={status} answer={answer} tries={tries} onTry={put} />
        </div>
        <div className="stack g5">
          <ShortestWay status={status} answer={answer} onFill={setTries} />
          <Sum answer={answer} tries={tries} onReset={() => setTries(new Map())} />
        </div>
      </div>
    </div>
  )
}

type RankFieldProps = {
  readonly ranks: readonly Rank[]
  readonly rankId: number
  readonly onChange: (rankId: number) => void
}

function RankField({ ranks, rankId, onChange }: RankFieldProps) {
  const { t } = useTranslation()
  return (
    <div className="what-if-rank">
      <SelectField
        label={t('whatIf.forRank')}
        value={rankId}
        onChange={({ target }) => onChange(Number(target.value))}
      >
        {ranks.map(({ id, code }) => (
          <option key={id} value={id}>
            {t(rankNameKey(code))}
          </option>
        ))}
      </SelectField>
    </div>
  )
}

type Answer = { readonly answer: TryOut }

/** What would still be missing, and what is missing now. */
function Missing({ answer: { now, tried } }: Answer) {
  const { t } = useTranslation()
  const { amount, amountText, style } = useFormat()
  const target = formatUnits(tried.targetRank.turnover, 2)
  const [counted, would] = [now, tried].map(({ countingTurnover }) => centsText(countingTurnover))
  const percent = percentText(tried.reached ? '100.0' : exactPercent(would!, target), style)
  const share = drawnPercent(counted!, target)
  const rank = t(rankNameKey(tried.targetRank.code))
  return (
    <section className="card stack g4" aria-labelledby="still-missing">
      <div className="row between top wrap">
        <div className="stack g1">
          <h2 className="meta" id="still-missing">
            {t('whatIf.stillMissing')}
          </h2>
          <p role="status">
            <Money {...amount(centsText(tried.missing), 'EUR')} size="xl" />
          </p>
        </div>
        <div className="stack g1">
          <p className="meta">{t('whatIf.missingNow')}</p>
          <Money {...amount(centsText(now.missing), 'EUR')} size="m" />
        </div>
      </div>
      <Progress
        size="lg"
        label={t('dashboard.progress', { percent, rank })}
        segments={[
          { percent: share, tone: 'leg1' as const },
          { percent: Math.max(0, drawnPercent(would!, target) - share), tone: 'others' as const },
        ].filter(({ percent: part }) => part > 0)}
      />
      <p className="meta">
        {t('whatIf.wouldCount', {
          counting: amountText(would!, 'EUR'),
          target: amountText(target, 'EUR'),
          percent,
        })}
      </p>
      <div className="keys">
        <Key tone="leg1">{t('whatIf.countsNow')}</Key>
        <Key tone="others">{t('whatIf.plannedKey')}</Key>
      </div>
      {tried.reachedRank.id > now.reachedRank.id && (
        <Note tone="green">
          {t('whatIf.reached', { rank: t(rankNameKey(tried.reachedRank.code)) })}
        </Note>
      )}
    </section>
  )
}

type SumProps = Answer & { readonly tries: Tries; readonly onReset: () => void }

/** What is tried out, as a sum. */
function Sum({ answer: { now, tried }, tries, onReset }: SumProps) {
  const { t } = useTranslation()
  const { amount } = useFormat()
  const planned = [...tries.values()].reduce((sum, value) => sum + value, 0n)
  const line = (label: string, value: string, sum = false) => ({
    label,
    value: <Money {...amount(value, 'EUR')} />,
    sum,
  })
  return (
    <section className="card" aria-labelledby="your-plan">
      <div className="card-head">
        <h2 className="h2" id="your-plan">
          {t('whatIf.yourPlan')}
        </h2>
        <Button variant="ghost" size="sm" onClick={onReset}>
          {t('whatIf.reset')}
        </Button>
      </div>
      <KeyValues
        items={[
          line(t('whatIf.countsNow'), centsText(now.countingTurnover)),
          line(t('whatIf.planned'), formatUnits(eurCents(planned), 2)),
          line(t('whatIf.wouldCountLabel'), centsText(tried.countingTurnover), true),
          line(t('explain.target'), formatUnits(tried.targetRank.turnover, 2)),
          line(t('whatIf.stillMissing'), centsText(tried.missing), true),
        ]}
      />
    </section>
  )
}
