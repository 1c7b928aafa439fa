import type { Rank, RankStatus } from '@partner-office/contracts'
import { type EurCents, eurCents } from '@partner-office/domain'
import { Button, Key, Note, Progress, SelectField } from '@partner-office/ui'
import { Loaded } from '@partner-office/web'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useOffice } from '../../../lib/session/office.ts'
import { ranksQuery } from '../../../lib/queries/ranks-query.ts'
import { type Ladder, rankNameKey, rankStatusQuery } from '../../../lib/queries/ranks.ts'
import { useFormat } from '../../../lib/formats/use-format.ts'
import { Amount } from '../../../parts/figures/amount.tsx'
import { percentText } from '../../../parts/figures/percent-text.ts'
import { centsToEur, drawnPercent, progressText } from '../../../parts/figures/eur.ts'
import { ShortestWay } from './shortest-way.tsx'
import { centsText, openTrial, type Tries, type TryOut, tryOut } from './try-out.ts'
import { TriedLegs } from './tried-legs.tsx'
import { useLegName } from './use-leg-name.ts'
import './what-if.css'

/** Height of the page below its head, roughly. Units: pixels. */
const HEIGHT = 900

/** Shows what is missing to a rank, and how planned turnover in each leg would change it. Nothing is stored. */
export function WhatIf({ ladder }: { ladder: Ladder }) {
  const { api } = useOffice()
  const status = useQuery(rankStatusQuery(api, ladder))
  const ranks = useQuery(ranksQuery(api, ladder))
  return (
    <Loaded query={status} placeholder={HEIGHT} isCard>
      {(ownStatus) => (
        <Loaded query={ranks} placeholder={HEIGHT} isCard>
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
  const { t } = useTranslation()
  const [rankId, setRankId] = useState(next.id)
  const [tries, setTries] = useState<Tries>(new Map())
  const trial = useMemo(
    () => openTrial({ status, ranks, targetRankId: rankId }),
    [status, ranks, rankId],
  )
  const answer = tryOut(trial, tries)
  const put = (place: number, amount: EurCents): void =>
    setTries((before) => new Map(before).set(place, amount))
  return (
    <div className="stack gap-5">
      <RankField
        ranks={ranks.filter(({ id }) => id >= next.id)}
        rankId={rankId}
        onChange={setRankId}
      />
      <div className="grid what-if">
        <div className="stack gap-5">
          <Missing answer={answer} />
          <TriedLegs status={status} answer={answer} tries={tries} onTry={put} />
        </div>
        <div className="stack gap-5 what-if-side">
          <ShortestWay status={status} answer={answer} onFill={setTries} />
          <Sum status={status} answer={answer} tries={tries} onReset={() => setTries(new Map())} />
          <p className="caption">{t('whatIf.today')}</p>
        </div>
      </div>
      <ResultBar answer={answer} />
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

/** Turnover that would still be missing, and turnover that is missing now. */
function Missing({ answer }: Answer) {
  const { t } = useTranslation()
  const { amountText } = useFormat()
  const { now, tried } = answer
  const { percent, counting, target } = useReached(answer)
  return (
    <section className="card stack gap-4" aria-labelledby="still-missing">
      <div className="in-row between from-top wrap">
        <div className="stack gap-1">
          <h2 className="meta" id="still-missing">
            {t('whatIf.stillMissing')}
          </h2>
          <p role="status">
            <Amount amount={centsText(tried.missing)} currency="EUR" size="xl" />
          </p>
        </div>
        <div className="stack gap-1">
          <p className="meta">{t('whatIf.missingNow')}</p>
          <Amount amount={centsText(now.missing)} currency="EUR" size="m" />
        </div>
      </div>
      <TriedProgress answer={answer} />
      <p className="meta">
        {t('whatIf.wouldCount', {
          counting: amountText(counting, 'EUR'),
          target: amountText(target, 'EUR'),
          percent,
        })}
      </p>
      <div className="keys">
        <Key tone="leg1">{t('whatIf.countsNow')}</Key>
        <Key tone="planned">{t('whatIf.plannedKey')}</Key>
        <Key tone="hatched">{t('rank.aboveCap')}</Key>
        <Key tone="cap">{t('rank.cap')}</Key>
      </div>
      {tried.reachedRank.id > now.reachedRank.id && (
        <Note tone="green">
          {t('whatIf.reached', { rank: t(rankNameKey(tried.reachedRank.code)) })}
        </Note>
      )}
    </section>
  )
}

/** Turnover that would count toward the target. Units: EUR. */
function useReached({ tried }: TryOut) {
  const { style } = useFormat()
  const target = centsToEur(tried.targetRank.turnover)
  const counting = centsText(tried.countingTurnover)
  const percent = percentText(tried.reached ? '100' : progressText(counting, target), style)
  return { target, counting, percent }
}

function TriedProgress({ answer }: Answer) {
  const { t } = useTranslation()
  const { percent, counting, target } = useReached(answer)
  const width = answer.tried.reached ? counting : target
  const rank = t(rankNameKey(answer.tried.targetRank.code))
  return (
    <Progress
      size="lg"
      label={t('dashboard.progress', { percent, rank })}
      segments={answer.parts
        .map(({ amount, ...part }) => ({
          ...part,
          percent: drawnPercent(centsToEur(amount), width),
        }))
        .filter((part) => part.percent > 0)}
    />
  )
}

/** The result as a bar that stays visible on phones; it repeats the figures at the top. */
function ResultBar({ answer }: Answer) {
  const { t } = useTranslation()
  const { percent } = useReached(answer)
  return (
    <div className="what-if-bar only-phone" aria-hidden="true">
      <span>
        <span className="caption block">{t('whatIf.stillMissingShort')}</span>
        <Amount amount={centsText(answer.tried.missing)} currency="EUR" size="m" />
      </span>
      <span className="stack gap-1 grow to-end">
        <b className="digits">{percent}</b>
        <TriedProgress answer={answer} />
      </span>
    </div>
  )
}

type SumProps = Answer & {
  readonly status: RankStatus
  readonly tries: Tries
  readonly onReset: () => void
}

/** The plan as a sum of what each leg would add; that may be less than its planned turnover. */
function Sum({ status, answer: { now, tried, legs }, tries, onReset }: SumProps) {
  const { t } = useTranslation()
  const { amountText } = useFormat()
  const nameOf = useLegName(status)
  const planned = (place: number): EurCents => tries.get(place) ?? eurCents(0)
  const changed = legs.filter(({ place, adds }) => planned(place) > 0n || adds !== 0n)
  return (
    <section className="card" aria-labelledby="your-plan">
      <div className="card-head">
        <h2 className="heading-2" id="your-plan">
          {t('whatIf.yourPlan')}
        </h2>
        <Button variant="ghost" size="sm" onClick={onReset}>
          {t('whatIf.reset')}
        </Button>
      </div>
      <dl className="key-values">
        <Line label={t('whatIf.countsNow')} amount={centsText(now.countingTurnover)} />
        {changed.map(({ place, adds }) => (
          <Line
            key={place}
            label={nameOf(place)}
            detail={t('whatIf.plannedOf', {
              amount: amountText(centsToEur(planned(place)), 'EUR'),
            })}
            amount={centsToEur(adds)}
            isAdded
          />
        ))}
        <Line
          label={t('whatIf.wouldCountLabel')}
          amount={centsText(tried.countingTurnover)}
          isSum
        />
        <Line label={t('explain.target')} amount={centsToEur(tried.targetRank.turnover)} />
        <Line label={t('whatIf.stillMissingShort')} amount={centsText(tried.missing)} isSum />
      </dl>
    </section>
  )
}

type LineProps = {
  readonly label: string
  readonly detail?: string
  readonly amount: string
  readonly isAdded?: boolean
  readonly isSum?: boolean
}

function Line({ label, detail, amount, isAdded = false, isSum = false }: LineProps) {
  return (
    <div className={isSum ? 'sum-row' : undefined}>
      <dt>
        <bdi>{label}</bdi>
        {detail !== undefined && <span className="caption block">{detail}</span>}
      </dt>
      <dd>
        <Amount amount={amount} currency="EUR" hasPlus={isAdded} />
      </dd>
    </div>
  )
}
