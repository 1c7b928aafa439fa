import type { ComparedProgramme, Period, ProgrammeSum } from '@partner-office/contracts'
import { Box, RowColumns } from '@partner-office/ui/console'
import { Table } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { countText } from '../../lib/figures.ts'
import { useProgrammeName } from '../../lib/programme-name.ts'
import { Amount } from '../../parts/amount.tsx'
import { ScrollRows } from '../../parts/scroll-rows.tsx'
import { AmountWithEur } from './amount-with-eur.tsx'
import { signedPercent } from './signed-percent.ts'

/** What each programme credits beside the months closed last. Source: requirements MON-003. */
export function ProgrammesBox({ period }: { readonly period: Period }) {
  const { t } = useTranslation()
  const { month, before, programmes, together } = period
  if (programmes.length === 0) return null
  return (
    <Box title={t('months.programmes')} isFlush>
      <ScrollRows label={t('months.programmes')}>
        <Table
          caption={t('months.programmes')}
          columns={[
            { text: t('months.programme') },
            ...[...before, month].map((text) => ({ text, isFigure: true, className: 'digits' })),
            { text: t('months.difference'), isFigure: true },
            { text: t('months.bars'), isHidden: true },
          ]}
        >
          {programmes.map((programme) => (
            <Row key={`${programme.type} ${programme.currency}`} programme={programme} />
          ))}
          <Together together={together} />
        </Table>
      </ScrollRows>
    </Box>
  )
}

function Row({ programme }: { readonly programme: ComparedProgramme }) {
  const nameOf = useProgrammeName()
  const { type, currency, now, before, percent } = programme
  return (
    <tr>
      <th scope="row">
        {nameOf(type)} <span className="muted">{currency}</span>
      </th>
      {before.map((sum, at) => (
        <Sum key={at} sum={sum} />
      ))}
      <Sum sum={now} />
      <Compared values={[...before, now].map(worthOf)} percent={percent} />
    </tr>
  )
}

/** In EUR, or in coins without a value in EUR. */
const worthOf = (sum: ProgrammeSum | null): number => Number(sum?.eur ?? sum?.amount ?? 0)

type ComparedProps = { readonly values: readonly number[]; readonly percent: string | null }

/** How far the month is from the mean of those before, and all of them as columns. */
function Compared({ values, percent }: ComparedProps) {
  return (
    <>
      <td className="figure-cell digits">{percent === null ? '–' : signedPercent(percent)}</td>
      <td>{values.length > 1 && <RowColumns values={values} />}</td>
    </>
  )
}

function Together({ together: { now, before, percent } }: Pick<Period, 'together'>) {
  const { t } = useTranslation()
  return (
    <tr>
      <th scope="row">
        <b>{t('months.together')}</b>
      </th>
      {[...before, now].map((eur, at) => (
        <td key={at} className="figure-cell">
          <Amount amount={eur} currency="EUR" />
        </td>
      ))}
      <Compared values={[...before, now].map(Number)} percent={percent} />
    </tr>
  )
}

function Sum({ sum }: { readonly sum: ProgrammeSum | null }) {
  const { t } = useTranslation()
  if (sum === null) return <td className="figure-cell">{t('months.absent')}</td>
  const { amount, currency, eur, records, partners } = sum
  return (
    <td className="figure-cell">
      <AmountWithEur amount={amount} currency={currency} eur={eur} />
      <div className="caption">
        {t('months.counts', { records: countText(records), partners: countText(partners) })}
      </div>
    </td>
  )
}
