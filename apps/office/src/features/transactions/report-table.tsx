import { Button, Icon, Table } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { monthShown } from '../../lib/formats/formats.ts'
import { useLocale } from '../../lib/formats/locale.ts'
import { type ListedReport, useDownload } from './use-reports.ts'

/** The statements with their files. Source: requirements REP-001 to REP-003. */
export function ReportTable({ rows }: { readonly rows: readonly ListedReport[] }) {
  const { t } = useTranslation()
  return (
    <div className="card flush">
      <Table
        caption={t('transactions.reports')}
        columns={[
          { text: t('reports.period'), sort: { direction: 'descending' } },
          { text: t('reports.currency') },
          { text: t('reports.file'), isFigure: true, isHidden: true },
        ]}
      >
        {rows.map((report) => (
          <Row key={report.id} report={report} />
        ))}
      </Table>
    </div>
  )
}

function Row({ report }: { readonly report: ListedReport }) {
  const { t } = useTranslation()
  const month = monthShown(Date.parse(`${report.billingPeriod}-01T00:00:00Z`), useLocale())
  const download = useDownload()
  const { currency, filename } = report
  const isMissing = filename === null
  const account = currency === 'EUR' ? currency : t('reports.account', { currency })
  const values = { month, currency: account }
  return (
    <tr>
      <td className="medium-weight">{month}</td>
      <td className="subdued">{account}</td>
      <td className="figure-cell">
        <span className="in-row to-end wrap report-files">
          {isMissing && <span className="meta">{t('reports.noFile')}</span>}
          {!isMissing && (
            <Button
              variant="ghost"
              size="sm"
              aria-label={t('reports.dataOf', values)}
              disabled={download.isPending}
              onClick={() => download.mutate({ report, format: 'json' })}
            >
              {t('reports.data')}
            </Button>
          )}
          <Button
            size="sm"
            aria-label={t('reports.downloadOf', values)}
            disabled={isMissing || download.isPending}
            onClick={() => download.mutate({ report })}
          >
            <Icon name="download" size={16} />
            <span>{t('reports.download')}</span>
          </Button>
        </span>
      </td>
    </tr>
  )
}
