import type { DifferenceSides, DifferenceTotal } from '@partner-office/contracts'
import { Table } from '@partner-office/ui'
import { Box } from '@partner-office/ui/console'
import { useTranslation } from 'react-i18next'

import { useProgrammeName } from '../../lib/programme-name.ts'
import { ScrollRows } from '../../parts/scroll-rows.tsx'
import { sumText } from '../../parts/sum-text.ts'
import { Coins, Eur } from './eur-text.tsx'

type Props = { readonly totals: readonly DifferenceTotal[]; readonly months: readonly string[] }

/** What each programme has credited and would have credited, and the difference of each month. Source: requirements PLN-010. */
export function TotalsBox({ totals, months }: Props) {
  const { t } = useTranslation()
  const shown = months.filter((month) => totals.some((total) => total.month === month))
  const rows = Object.values(Object.groupBy(totals, ({ type, currency }) => `${type} ${currency}`))
  const title = t('planDifferences.totals')
  return (
    <Box title={title} detail={t('planDifferences.totalsHint')} isFlush>
      <ScrollRows label={title}>
        <Table
          className="whole-words"
          caption={title}
          columns={[
            { text: t('months.programme') },
            { text: t('planDifferences.real'), isFigure: true },
            { text: t('planDifferences.draft'), isFigure: true },
            { text: t('planDifferences.difference'), isFigure: true },
            ...shown.map((text) => ({ text, isFigure: true, className: 'digits' })),
          ]}
        >
          {rows.map((ofMonths = []) => (
            <Row
              key={`${ofMonths[0]!.type} ${ofMonths[0]!.currency}`}
              totals={ofMonths}
              months={shown}
            />
          ))}
          <Together totals={totals} months={shown} />
        </Table>
      </ScrollRows>
    </Box>
  )
}

function Row({ totals, months }: Props) {
  const nameOf = useProgrammeName()
  const { type, currency } = totals[0]!
  const sum = (name: SumName) => sumText(totals.map((total) => total[name]))
  return (
    <tr>
      <th scope="row">
        {nameOf(type)} <span className="muted">{currency}</span>
      </th>
      <Side coins={sum('real')!} eur={sum('realEur')} currency={currency} />
      <Side coins={sum('draft')!} eur={sum('draftEur')} currency={currency} />
      <Side coins={sum('difference')!} eur={sum('differenceEur')} currency={currency} isChange />
      {months.map((month) => {
        const total = totals.find((each) => each.month === month)
        if (total === undefined) {
          return (
            <td key={month} className="figure-cell">
              –
            </td>
          )
        }
        const { difference, differenceEur } = total
        return (
          <Side key={month} coins={difference} eur={differenceEur} currency={currency} isChange />
        )
      })}
    </tr>
  )
}

/** The EUR of all programmes; coins without a value in EUR have none. */
function Together({ totals, months }: Props) {
  const { t } = useTranslation()
  const sides = (['realEur', 'draftEur', 'differenceEur'] as const).map((name) => ({
    name,
    eur: sumText(totals.map((total) => total[name])),
  }))
  return (
    <tr>
      <th scope="row">{t('planDifferences.sum')}</th>
      {sides.map(({ name, eur }) => (
        <td key={name} className="figure-cell">
          <Eur eur={eur} isChange={name === 'differenceEur'} />
        </td>
      ))}
      {months.map((month) => {
        const ofMonth = totals.filter((total) => total.month === month)
        return (
          <td key={month} className="figure-cell">
            <Eur eur={sumText(ofMonth.map(({ differenceEur }) => differenceEur))} isChange />
          </td>
        )
      })}
    </tr>
  )
}

type SumName = Exclude<keyof DifferenceSides, 'currency'>

type SideProps = {
  readonly coins: string
  readonly eur: string | null
  readonly currency: string
  readonly isChange?: boolean
}

/** EUR above coins; coins alone where they have no value in EUR. */
function Side({ coins, eur, currency, isChange = false }: SideProps) {
  return (
    <td className="figure-cell">
      {eur !== null && (
        <div>
          <Eur eur={eur} isChange={isChange} />
        </div>
      )}
      <div className={eur === null ? undefined : 'caption'}>
        <Coins amount={coins} currency={currency} isChange={isChange} />
      </div>
    </td>
  )
}
