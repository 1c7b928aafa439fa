import type { Lifestyle } from '@partner-office/contracts'
import { monthText } from '@partner-office/domain'
import { Chip, Gem, Note, Tabs } from '@partner-office/ui'
import { Loaded } from '@partner-office/web'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

import { decimalsShown } from '../../lib/formats/formats.ts'
import { useOffice } from '../../lib/session/office.ts'
import { rankNameKey } from '../../lib/queries/ranks.ts'
import { converted, rateQuery } from '../../lib/queries/rates.ts'
import { useFormat } from '../../lib/formats/use-format.ts'
import { MonthSelect } from '../../parts/months/month-select.tsx'
import { useBonusMonth } from '../../parts/months/use-bonus-month.ts'
import { TITLES } from '../../parts/bonus/programme-titles.ts'
import { AskAbout } from '../../parts/disputes/ask-about.tsx'
import { Amount } from '../../parts/figures/amount.tsx'
import { FinalChip, ReachedChip } from '../../parts/programmes/state-chips.tsx'
import { TargetProgress, ToGo } from '../../parts/legs/target-bar.tsx'
import { type LifestyleRow, lifestyleQuery } from '../../parts/programmes/lifestyle-query.ts'
import { percentText } from '../../parts/figures/percent-text.ts'
import { RuleButton } from '../../parts/rule/rule-button.tsx'
import { Rate } from '../../parts/rates/rate.tsx'
import { LabelCard } from '../../parts/figures/label-card.tsx'
import { PATHS } from '../../paths.ts'
import { LifestyleHistory } from './lifestyle-history.tsx'
import { LifestyleRows } from './lifestyle-rows.tsx'
import { programmeFigures, ruledPartners } from './programme-figures.ts'
import { ProgrammeFrame } from './programme-frame.tsx'
import { PROGRAMME_STATES } from './programme-states.ts'

const TABS = [
  { tab: 'bonus', key: 'programmes.tab.bonus' },
  { tab: 'history', key: 'programmes.tab.history' },
] as const

type Tab = (typeof TABS)[number]['tab']

/** Lifestyle in a month, and the months that were paid. Source: requirements XBO-005, XBO-006. */
export function LifestylePage() {
  const { t } = useTranslation()
  const month = useBonusMonth(PATHS.bonusLifestyle)
  const { tab: shown = 'bonus' } = useSearch({ from: PATHS.bonusLifestyle })
  return (
    <ProgrammeFrame kind="LIFESTYLE" period={shown === 'bonus' ? <MonthSelect {...month} /> : null}>
      <LifestyleTabs shown={shown} />
      <div className="stack gap-5" role="tabpanel" aria-label={t(`programmes.tab.${shown}`)}>
        {shown === 'bonus' ? <Month {...month} /> : <LifestyleHistory />}
      </div>
    </ProgrammeFrame>
  )
}

function LifestyleTabs({ shown }: { readonly shown: Tab }) {
  const { t } = useTranslation()
  return (
    <Tabs
      label={t('programmes.tabs')}
      tabs={TABS.map((tab) => ({ ...tab, text: t(tab.key) }))}
      shown={shown}
      link={({ tab }, attributes) => (
        <Link
          {...attributes}
          from={PATHS.bonusLifestyle}
          to="."
          search={tab === 'bonus' ? {} : { tab }}
          resetScroll={false}
        />
      )}
    />
  )
}

type ShownMonth = Pick<ReturnType<typeof useBonusMonth>, 'shown' | 'isCurrent'>

function Month({ shown, isCurrent }: ShownMonth) {
  const { t } = useTranslation()
  const { api } = useOffice()
  const query = useQuery(lifestyleQuery(api, shown))
  return (
    <Loaded query={query} {...PROGRAMME_STATES}>
      {({ lifestyle, rows }) => (
        <>
          <div className="grid columns-2">
            <Current lifestyle={lifestyle} isCurrent={isCurrent} shown={shown} />
            <Next lifestyle={lifestyle} rows={rows} />
          </div>
          <section className="card flush" aria-labelledby="requirements">
            <div className="card-head">
              <h2 className="heading-2" id="requirements">
                {t('programmes.requirements')}
              </h2>
              <span className="in-row wrap gap-3">
                <span className="meta">
                  <Rate from="EUR" to="UPT" />
                </span>
                <LifestyleRule progress={lifestyle.progress} />
              </span>
            </div>
            <LifestyleRows rows={rows} current={lifestyle.current} progress={lifestyle.progress} />
          </section>
          <Note>{t('programmes.onlyHighest')}</Note>
        </>
      )}
    </Loaded>
  )
}

type MonthProps = { readonly lifestyle: Lifestyle }

/** Amount of the month. UPT is shown for the current month only: a past month is booked at another rate. */
function Current({
  lifestyle: { current, currentAmount, isReached, state },
  isCurrent,
  shown,
}: MonthProps & Pick<ShownMonth, 'isCurrent' | 'shown'>) {
  const { t } = useTranslation()
  return (
    <LabelCard
      title={t('programmes.ownAmount')}
      end={
        <span className="in-row wrap">
          {isReached ? <ReachedChip /> : <Chip tone="grey">{t('programmes.notReached')}</Chip>}
          <FinalChip record={{ state }} />
        </span>
      }
    >
      <RowAmount rank={current} amount={currentAmount} />
      {isCurrent && isReached && <BookedAs amount={currentAmount} />}
      {state === 'CLOSED' && (
        <AskAbout thing={{ month: monthText(shown), bonusType: 'LIFESTYLE' }} />
      )}
    </LabelCard>
  )
}

/** Source: decisions C7, D-050. */
function BookedAs({ amount }: { readonly amount: string }) {
  const { t } = useTranslation()
  const { api, config } = useOffice()
  const { amountText } = useFormat()
  const { data } = useQuery(rateQuery(api, config, 'EUR', 'UPT'))
  if (data === undefined) return null
  const booked = converted(amount, data.rate, decimalsShown('UPT'))
  return <p className="meta">{t('programmes.bookedAs', { amount: amountText(booked, 'UPT') })}</p>
}

type NextProps = MonthProps & { readonly rows: readonly LifestyleRow[] }

/** Progress to the next row, and the rank that opens the first row. */
function Next({ lifestyle: { next, nextAmount, progress }, rows }: NextProps) {
  const { t } = useTranslation()
  const { amountText, style } = useFormat()
  const figures = programmeFigures(progress, ruledPartners(progress))
  const [first] = rows
  return (
    <LabelCard
      title={t('programmes.nextAmount')}
      end={<b className="digits meta">{percentText(figures.percent, style)}</b>}
    >
      <div className="in-row between wrap">
        <RowAmount rank={next} amount={nextAmount} />
        <ToGo figures={figures} size="m" />
      </div>
      <TargetProgress figures={figures} checkpoints={[]} />
      <p className="meta">
        {t('dashboard.counts', {
          counting: amountText(figures.counting, 'EUR'),
          target: amountText(figures.target, 'EUR'),
        })}
      </p>
      {first !== undefined && !first.isReachable && (
        <p className="meta">{t('programmes.startsAt', { rank: t(rankNameKey(first.rang)) })}</p>
      )}
    </LabelCard>
  )
}

/** The 50 % rule of the next row. Source: decisions D-057. */
function LifestyleRule({ progress }: Pick<Lifestyle, 'progress'>) {
  const { t } = useTranslation()
  const rule = {
    ...progress,
    title: t('programmes.ruleTitle', { bonus: t(TITLES.LIFESTYLE.title) }),
    hint: t('programmes.ruleHint'),
    shares: progress.percents.map(({ value }) => value),
    topPartners: ruledPartners(progress),
  }
  return <RuleButton rule={rule} />
}

function RowAmount({ rank, amount }: { readonly rank: string | null; readonly amount: string }) {
  const { t } = useTranslation()
  return (
    <div className="in-row gap-3">
      {rank !== null && <Gem code={rank} size={44} />}
      <div>
        <Amount amount={amount} currency="EUR" size="l" />
        {rank !== null && <p className="meta">{t(rankNameKey(rank))}</p>}
      </div>
    </div>
  )
}
