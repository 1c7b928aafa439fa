import type { StatementCheck } from '@partner-office/contracts'
import { KeyValues } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { dateText, monthShown, timeText } from '../../lib/formats/formats.ts'
import { useLocale } from '../../lib/formats/locale.ts'
import { Amount } from '../../parts/figures/amount.tsx'

type FactsProps = { readonly code: string; readonly statement: StatementCheck }

const SUMS = ['opening', 'credited', 'corrected', 'adjusted', 'paidOut', 'closing'] as const

/** The figures of a statement, to be compared with those on paper. */
export function StatementFacts({ code, statement }: FactsProps) {
  const { t } = useTranslation()
  const locale = useLocale()
  const { billingPeriod, partnerId, currency, issuedAt, key, seal } = statement
  const month = monthShown(Date.parse(`${billingPeriod}-01T00:00:00Z`), locale)
  const mono = (text: string) => <bdi className="mono statement-hash">{text}</bdi>
  return (
    <KeyValues
      items={[
        { label: t('statement.number'), value: mono(code) },
        { label: t('statement.month'), value: month },
        {
          label: t('statement.part.account'),
          value: currency === 'EUR' ? currency : t('reports.account', { currency }),
        },
        { label: t('statement.partner'), value: <span className="digits">{partnerId}</span> },
        ...SUMS.map((sum) => ({
          label: t(`statement.${sum}`),
          value: <Amount amount={statement[sum]} currency={currency} />,
          sum: sum === 'closing',
        })),
        {
          label: t('statement.issuedAt'),
          value: (
            <span className="digits">{`${dateText(issuedAt)} ${timeText(issuedAt)} UTC`}</span>
          ),
        },
        { label: t('statement.key'), value: mono(key) },
        { label: t('statement.seal'), value: mono(seal) },
      ]}
    />
  )
}
