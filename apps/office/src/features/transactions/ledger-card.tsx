import { getLedgerExport } from '@partner-office/contracts'
import { accountNameOf } from '@partner-office/domain'
import { Card, SelectField } from '@partner-office/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useOffice } from '../../lib/session/office.ts'
import { ExportButton } from '../../parts/files/export-button.tsx'
import { ACCOUNTS } from './accounts.ts'
import { DayField } from '../../parts/dates/day-field.tsx'

/** Downloads the bookings of an account. Source: requirements EXP-001. */
export function LedgerCard() {
  const { t } = useTranslation()
  const { api } = useOffice()
  const [currency, setCurrency] = useState<(typeof ACCOUNTS)[number]>('UPT')
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  return (
    <Card title={t('reports.ledger')}>
      <p className="subdued">{t('reports.ledgerHint')}</p>
      <SelectField
        label={t('reports.currency')}
        value={currency}
        onChange={(event) => setCurrency(event.target.value as typeof currency)}
      >
        {ACCOUNTS.map((account) => (
          <option key={account}>{account}</option>
        ))}
      </SelectField>
      <div className="report-fields">
        <DayField label={t('bonusHistory.from')} value={from} onChange={setFrom} />
        <DayField label={t('bonusHistory.to')} value={to} onChange={setTo} />
      </div>
      <ExportButton
        download={(onReceived) =>
          api.download('business', getLedgerExport, {
            query: {
              account: accountNameOf(currency),
              ...(from !== '' && { dateFrom: from }),
              ...(to !== '' && { dateTo: to }),
            },
            quiet: true,
            onReceived,
          })
        }
      />
    </Card>
  )
}
