import type { Period, ProgrammeSum } from '@partner-office/contracts'
import { Table } from '@partner-office/ui'
import { Box, RowBar } from '@partner-office/ui/console'
import { useTranslation } from 'react-i18next'

import { Amount } from '../../parts/amount.tsx'
import { ScrollRows } from '../../parts/scroll-rows.tsx'
import { sumText } from '../../parts/sum-text.ts'

/** What the month credits in each currency, of all programmes. */
export function CurrenciesBox({ programmes }: Pick<Period, 'programmes'>) {
  const { t } = useTranslation()
  const sums = programmes.flatMap(({ now }) => (now === null ? [] : [now]))
  const currencies = Object.values(Object.groupBy(sums, ({ currency }) => currency))
    .map(sumOf)
    .toSorted((a, b) => Number(b.eur ?? -1) - Number(a.eur ?? -1))
  if (currencies.length === 0) return null
  const most = Number(currencies[0]!.eur)
  return (
    <Box title={t('months.currencies')} isFlush>
      <ScrollRows label={t('months.currencies')}>
        <Table
          caption={t('months.currencies')}
          columns={[
            { text: t('months.currency') },
            { text: t('months.sums'), isFigure: true },
            { text: t('months.worth'), isFigure: true },
            { text: t('months.bars'), isHidden: true },
          ]}
        >
          {currencies.map(({ currency, amount, eur }) => (
            <tr key={currency}>
              <th scope="row">{currency}</th>
              <td className="figure-cell">
                <Amount amount={amount} currency={currency} />
              </td>
              <td className="figure-cell">
                {eur === null ? '–' : <Amount amount={eur} currency="EUR" />}
              </td>
              <td>{eur !== null && <RowBar value={Number(eur)} most={most} />}</td>
            </tr>
          ))}
        </Table>
      </ScrollRows>
    </Box>
  )
}

const sumOf = (sums: readonly ProgrammeSum[]) => ({
  currency: sums[0]!.currency,
  amount: sumText(sums.map(({ amount }) => amount))!,
  eur: sumText(sums.map(({ eur }) => eur)),
})
