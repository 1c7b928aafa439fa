import type { RankStatus } from '@partner-office/contracts'
import { type EurCents, eurCents } from '@partner-office/domain'
import { Avatar, Button, Chip, Field, LegBar } from '@partner-office/ui'
import { type CSSProperties, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useFormat } from '../../../lib/formats/use-format.ts'
import { Amount } from '../../../parts/figures/amount.tsx'
import { centsToEur, drawnPercent } from '../../../parts/figures/eur.ts'
import { useAmountProblem } from '../../../parts/figures/use-amount-problem.ts'
import { readTry, toneOf, type Tries, type TriedLeg, type TryOut } from './try-out.ts'
import { useLegName } from './use-leg-name.ts'

const STEP = 20
const FIRST = 5

type LegsProps = {
  readonly status: RankStatus
  readonly answer: TryOut
  readonly tries: Tries
  readonly onTry: (place: number, amount: EurCents) => void
}

/** Every leg with a field for planned turnover, and new legs at the end. */
export function TriedLegs({ status, answer: { legs, scale }, tries, onTry }: LegsProps) {
  const { t } = useTranslation()
  const [most, setMost] = useState(FIRST)
  const newLeg = legs.length - 1
  const isTried = ({ place }: TriedLeg): boolean => (tries.get(place) ?? 0n) > 0n
  const shown = legs.filter((leg, at) => at < most || leg.place === newLeg || isTried(leg))
  return (
    <section className="card flush" aria-labelledby="tried-legs">
      <div className="card-head">
        <h2 className="heading-2" id="tried-legs">
          {t('whatIf.legs')}
        </h2>
      </div>
      <ul className="list">
        {shown.map((leg) => (
          <LegItem
            key={leg.place}
            leg={leg}
            scale={scale}
            status={status}
            planned={tries.get(leg.place) ?? eurCents(0)}
            onTry={(amount) => onTry(leg.place, amount)}
          />
        ))}
      </ul>
      {shown.length < legs.length && (
        <div className="what-if-more">
          <Button size="sm" onClick={() => setMost(most + STEP)}>
            {t('whatIf.more')}
          </Button>
        </div>
      )}
    </section>
  )
}

type LegProps = {
  readonly leg: TriedLeg
  readonly scale: bigint
  readonly status: RankStatus
  readonly planned: EurCents
  readonly onTry: (amount: EurCents) => void
}

function LegItem({ leg, scale, status, planned, onTry }: LegProps) {
  const { t } = useTranslation()
  const { amountText } = useFormat()
  const name = useLegName(status)(leg.place)
  return (
    <li className="tried-leg">
      <div className="in-row gap-3">
        <Avatar name={name} src={status.topPartners[leg.place]?.avatar ?? ''} />
        <div className="grow">
          <p className="medium-weight">
            <bdi className="ellipsis">{name}</bdi>
          </p>
          {leg.place < status.topPartners.length && (
            <p className="caption">{t('dashboard.legNone', { number: leg.place + 1 })}</p>
          )}
          <p className="caption">
            {t('whatIf.now', { amount: amountText(centsToEur(leg.turnover), 'EUR') })}
          </p>
        </div>
      </div>
      <div className="tried-bar">
        <TriedBar name={name} leg={leg} scale={scale} />
        <Slider name={name} planned={planned} onTry={onTry} />
      </div>
      <AmountField name={name} planned={planned} onTry={onTry} />
      <p className="tried-adds">
        <span className="caption">{t('whatIf.adds')}</span>{' '}
        <Amount amount={centsToEur(leg.adds)} currency="EUR" />
      </p>
      <NextEuro leg={leg} />
    </li>
  )
}

type BarProps = Pick<LegProps, 'leg' | 'scale'> & { readonly name: string }

/** A leg as a bar: booked turnover, planned turnover that would count, and turnover above the cap. */
function TriedBar({ name, leg: { leg, booked, planned, total, cap }, scale }: BarProps) {
  const { t } = useTranslation()
  const { amountText } = useFormat()
  const drawn = (amount: bigint): number => drawnPercent(centsToEur(amount), centsToEur(scale))
  const figures = { name, total: amountText(centsToEur(total), 'EUR') }
  return (
    <LegBar
      tone={toneOf(leg)}
      counted={drawn(booked)}
      planned={drawn(planned)}
      total={drawn(total)}
      cap={cap === null ? undefined : drawn(cap)}
      label={
        cap === null
          ? t('infinity.legBar', figures)
          : t('rank.legBar', { ...figures, cap: amountText(centsToEur(cap), 'EUR') })
      }
    />
  )
}

type TryProps = Pick<LegProps, 'planned' | 'onTry'> & { readonly name: string }

const SLIDER_END = 10_000
const SLIDER_STEP = 10

/** The slider ends at 10,000 EUR; the field takes any amount. */
function Slider({ name, planned, onTry }: TryProps) {
  const { t } = useTranslation()
  const whole = Math.min(SLIDER_END, Number(planned / 100n))
  return (
    <input
      type="range"
      className="range"
      min={0}
      max={SLIDER_END}
      step={SLIDER_STEP}
      value={whole}
      aria-label={t('whatIf.plannedIn', { leg: name })}
      style={{ '--v': `${(whole / SLIDER_END) * 100}%` } as CSSProperties}
      onChange={({ target }) => onTry(eurCents(Number(target.value) * 100))}
    />
  )
}

/** Longest amount with its separators. */
const MOST_CHARACTERS = 24

function AmountField({ name, planned, onTry }: TryProps) {
  const { t } = useTranslation()
  const { style, figure } = useFormat()
  const textOf = (amount: EurCents): string =>
    amount === 0n ? '' : figure(centsToEur(amount), 'EUR')
  const [draft, setDraft] = useState({ text: textOf(planned), of: planned })
  // The slider or the shortest way changed the amount.
  if (draft.of !== planned) setDraft({ text: textOf(planned), of: planned })
  const problem = useAmountProblem('EUR')
  const isRefused = readTry(draft.text, style) === null
  return (
    <Field
      label={t('whatIf.plannedEur', { leg: name })}
      labelHidden
      error={isRefused ? (problem(draft.text) ?? problem('')) : undefined}
    >
      {(field) => (
        <input
          {...field}
          className="input digits"
          inputMode="decimal"
          autoComplete="off"
          maxLength={MOST_CHARACTERS}
          placeholder={figure('0', 'EUR')}
          value={draft.text}
          onChange={({ target: { value: text } }) => {
            const read = readTry(text, style)
            setDraft({ text, of: read ?? planned })
            if (read !== null) onTry(read)
          }}
          // The field shows what was read.
          onBlur={() => {
            if (!isRefused) setDraft({ text: textOf(planned), of: planned })
          }}
        />
      )}
    </Field>
  )
}

function NextEuro({ leg: { nextEuro, room } }: Pick<LegProps, 'leg'>) {
  const { t } = useTranslation()
  const { amountText } = useFormat()
  if (nextEuro === 'nothing') {
    return (
      <p className="stack gap-1 tried-next">
        <Chip tone="grey-stroke">{t('whatIf.atCap')}</Chip>
        <span className="caption">{t('whatIf.nextNothing')}</span>
      </p>
    )
  }
  return (
    <p className="stack gap-1 tried-next">
      <Chip tone="grey">{t(nextEuro === 'full' ? 'whatIf.inFull' : 'whatIf.inPart')}</Chip>
      <span className="caption">
        {room === null
          ? t('whatIf.noLimit')
          : t('whatIf.room', { amount: amountText(centsToEur(room), 'EUR') })}
      </span>
    </p>
  )
}
