import type { LinkMonth } from '@partner-office/contracts'
import { Stat, Stats, Table } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { useWindowClass } from '../../lib/browser/window-class.ts'
import { countText, monthShown } from '../../lib/formats/formats.ts'
import { useLocale } from '../../lib/formats/locale.ts'
import { useFormat } from '../../lib/formats/use-format.ts'
import { Dash } from '../../parts/figures/dash.tsx'
import { percentText } from '../../parts/figures/percent-text.ts'
import { rateOf, sumOf } from './link-figures.ts'

type MonthsProps = { readonly months: readonly LinkMonth[] }
type Line = Omit<LinkMonth, 'month'> & {
  readonly key: number
  readonly name: string
  /** Whether the month is not over. */
  readonly isRunning: boolean
  /** Percent of the month with the most visits; null for the sum. */
  readonly bar: number | null
}

/** Each month with its counts and rates: a table where it fits, else a list. The bars of visits are the chart. */
export function LinkMonths({ months }: MonthsProps) {
  const { t } = useTranslation()
  const lines = useLines(months)
  const isTable = useWindowClass() !== 'phone'
  return (
    <section className="card flush" aria-labelledby="links-months">
      <div className="card-head">
        <h2 className="heading-2" id="links-months">
          {t('links.months')}
        </h2>
      </div>
      {isTable ? <MonthTable lines={lines} /> : <MonthList lines={lines} />}
    </section>
  )
}

function useLines(months: readonly LinkMonth[]): readonly Line[] {
  const { t } = useTranslation()
  const locale = useLocale()
  const most = Math.max(1, ...months.map(({ visits }) => visits ?? 0))
  const lines = months.map(({ month, ...figures }, at) => ({
    ...figures,
    key: month,
    name: monthShown(month, locale),
    isRunning: at === 0,
    bar: ((figures.visits ?? 0) / most) * 100,
  }))
  const sum = { ...sumOf(months), key: 0, name: t('links.together'), isRunning: false, bar: null }
  return [...lines, sum]
}

type LinesProps = { readonly lines: readonly Line[] }

function MonthTable({ lines }: LinesProps) {
  const { t } = useTranslation()
  return (
    <Table
      caption={t('links.months')}
      columns={[
        { text: t('infinity.month') },
        { text: t('links.visits'), isFigure: true },
        { text: t('links.registrations'), isFigure: true },
        { text: t('links.rateOfVisits'), isFigure: true },
        { text: t('links.firstOrders'), isFigure: true },
        { text: t('links.rateOfRegistrations'), isFigure: true },
      ]}
    >
      {lines.map((line) => (
        <tr key={line.key} className={line.bar === null ? 'bold' : undefined}>
          <th scope="row">
            <MonthName line={line} />
          </th>
          <td className="figure-cell">
            <Count of={line.visits} />
            <Bar percent={line.bar} />
          </td>
          <td className="figure-cell">
            <Count of={line.registrations} />
          </td>
          <td className="figure-cell subdued">
            <Rate of={rateOf(line.registrations, line.visits)} />
          </td>
          <td className="figure-cell">
            <Count of={line.firstOrders} />
          </td>
          <td className="figure-cell subdued">
            <Rate of={rateOf(line.firstOrders, line.registrations)} />
          </td>
        </tr>
      ))}
    </Table>
  )
}

function MonthList({ lines }: LinesProps) {
  const { t } = useTranslation()
  return (
    <ul className="list">
      {lines.map((line) => (
        <li key={line.key} className="stack">
          <span className="bold">
            <MonthName line={line} />
          </span>
          <Bar percent={line.bar} />
          <Stats columns={3}>
            <Stat label={t('links.visits')}>
              <Count of={line.visits} />
            </Stat>
            <Stat label={t('links.registrations')}>
              <Count of={line.registrations} />
              <span className="caption block">
                <Rate of={rateOf(line.registrations, line.visits)} />
              </span>
            </Stat>
            <Stat label={t('links.firstOrders')}>
              <Count of={line.firstOrders} />
              <span className="caption block">
                <Rate of={rateOf(line.firstOrders, line.registrations)} />
              </span>
            </Stat>
          </Stats>
        </li>
      ))}
    </ul>
  )
}

function MonthName({ line: { name, isRunning } }: { readonly line: Line }) {
  const { t } = useTranslation()
  return (
    <>
      {name}
      {isRunning && <span className="caption block">{t('links.running')}</span>}
    </>
  )
}

function Bar({ percent }: { readonly percent: number | null }) {
  if (percent === null) return null
  return (
    <span className="link-bar" aria-hidden>
      <i style={{ inlineSize: `${percent}%` }} />
    </span>
  )
}

function Count({ of }: { readonly of: number | null }) {
  const { style } = useFormat()
  return of === null ? <Dash /> : <span className="digits">{countText(of, style)}</span>
}

function Rate({ of }: { readonly of: string | null }) {
  const { style } = useFormat()
  return of === null ? <Dash /> : <span className="digits">{percentText(of, style)}</span>
}
