import type { RankMonth } from '@partner-office/contracts'
import { Gem, Key, Table } from '@partner-office/ui'
import { Loaded } from '@partner-office/web'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { useWindowClass } from '../../../lib/browser/window-class.ts'
import { monthShown } from '../../../lib/formats/formats.ts'
import { useLocale } from '../../../lib/formats/locale.ts'
import { useFormat } from '../../../lib/formats/use-format.ts'
import { rankNameKey } from '../../../lib/queries/ranks.ts'
import { useOffice } from '../../../lib/session/office.ts'
import { ChartOrTable } from '../../../parts/charts/chart-or-table.tsx'
import { Amount } from '../../../parts/figures/amount.tsx'
import { drawnPercent, highestOf } from '../../../parts/figures/eur.ts'
import { rankMonthsQuery } from './rank-past-queries.ts'

/** The counting turnover of 24 months against the targets of the ranks. Source: requirements RKH-002. */
export function TurnoverMonths() {
  const { t } = useTranslation()
  const { api } = useOffice()
  const months = useQuery(rankMonthsQuery(api))
  return (
    <section className="card stack gap-4" aria-labelledby="rank-months">
      <Loaded query={months} placeholder={300}>
        {(data) => (
          <>
            <ChartOrTable
              title={t('rankPast.months')}
              id="rank-months"
              chart={<MonthBars months={data} />}
              table={<MonthTable months={data} />}
            />
            <p className="meta">{t('rankPast.monthsHint')}</p>
          </>
        )}
      </Loaded>
    </section>
  )
}

type MonthsProps = { readonly months: readonly RankMonth[] }

/** A bar for each month, with a line at the target of the rank that came next. */
function MonthBars({ months }: MonthsProps) {
  const { t } = useTranslation()
  const locale = useLocale()
  const { amountText } = useFormat()
  const scale = highestOf(months.flatMap(({ counting, target }) => [counting, target]))
  return (
    <div className="stack">
      <div className="rank-months" role="img" aria-label={t('rankPast.monthsLabel')}>
        {months.map(({ month, isOver, rang, counting, target }) => (
          <span
            key={month}
            title={`${monthShown(month, locale)}, ${t(rankNameKey(rang))}: ${amountText(counting, 'EUR')} / ${amountText(target, 'EUR')}`}
          >
            <i
              className={isOver ? undefined : 'running'}
              style={{ blockSize: `${Math.max(0, drawnPercent(counting, scale))}%` }}
            />
            <b style={{ insetBlockEnd: `${drawnPercent(target, scale)}%` }} />
          </span>
        ))}
      </div>
      <p className="in-row between caption">
        <span>{monthShown(months[0]!.month, locale)}</span>
        <span>{monthShown(months.at(-1)!.month, locale)}</span>
      </p>
      <div className="keys">
        <Key tone="leg1">{t('rule.counts')}</Key>
        <Key tone="cap">{t('explain.target')}</Key>
      </div>
    </div>
  )
}

const eur = (text: string): string => `${text}, EUR`

function MonthTable({ months }: MonthsProps) {
  const { t } = useTranslation()
  const locale = useLocale()
  const newestFirst = months.toReversed()
  if (useWindowClass() === 'phone') {
    return (
      <ul className="list">
        {newestFirst.map((month) => (
          <MonthLine key={month.month} {...month} />
        ))}
      </ul>
    )
  }
  return (
    <Table
      isBare
      caption={t('rankPast.months')}
      columns={[
        { text: t('infinity.month') },
        { text: eur(t('rule.counts')), isFigure: true },
        { text: eur(t('explain.target')), isFigure: true },
        { text: t('dashboard.nextRank') },
      ]}
    >
      {newestFirst.map(({ month, counting, target, rang }) => (
        <tr key={month}>
          <th scope="row">{monthShown(month, locale)}</th>
          <td className="figure-cell">
            <Amount amount={counting} currency="EUR" isBare />
          </td>
          <td className="figure-cell">
            <Amount amount={target} currency="EUR" isBare />
          </td>
          <td>
            <span className="in-row">
              <Gem code={rang} size={16} />
              {t(rankNameKey(rang))}
            </span>
          </td>
        </tr>
      ))}
    </Table>
  )
}

function MonthLine({ month, counting, target, rang }: RankMonth) {
  const { t } = useTranslation()
  const locale = useLocale()
  return (
    <li>
      <div className="in-row between wrap">
        <span className="bold">{monthShown(month, locale)}</span>
        <span className="in-row">
          <Gem code={rang} size={16} />
          {t(rankNameKey(rang))}
        </span>
      </div>
      <dl className="key-values">
        <div>
          <dt>{t('rule.counts')}</dt>
          <dd>
            <Amount amount={counting} currency="EUR" />
          </dd>
        </div>
        <div>
          <dt>{t('explain.target')}</dt>
          <dd>
            <Amount amount={target} currency="EUR" />
          </dd>
        </div>
      </dl>
    </li>
  )
}
