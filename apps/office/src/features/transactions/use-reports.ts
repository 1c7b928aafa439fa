import { getReport, getReportList, type ListedStatement } from '@partner-office/contracts'
import type { Currency } from '@partner-office/domain'
import { useToast } from '@partner-office/ui'
import { CallFailed } from '@partner-office/web'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { useOffice } from '../../lib/session/office.ts'
import type { PagedList } from '../../parts/states/paged-list.ts'
import { useHistoryPages } from '../../parts/states/use-history-pages.ts'

/** A statement of the list with the currency that is shown. */
export type ListedReport = ListedStatement & { readonly id: string; readonly currency: string }

export const REPORTS_KEY = ['reports']

/** The statements, page by page. Source: requirements REP-002, REP-004, REP-005. */
export function useReports(): PagedList<ListedReport> {
  const { api } = useOffice()
  return useHistoryPages(REPORTS_KEY, async (page, signal) => {
    const query = { page: String(page), size: '20', sort: 'billingPeriod|desc' as const }
    const answer = await api.call('business', getReportList, { query, signal })
    const content = answer.content.map((report) => {
      const currency = report.currency ?? 'EUR'
      return { ...report, currency, id: `${report.billingPeriod} ${currency}` }
    })
    return { ...answer, content }
  })
}

type Asked = { readonly report: ListedReport; readonly format?: 'json' }

/** Opens a statement in a new tab. Source: requirements REP-006 to REP-010. */
export function useDownload() {
  const { api } = useOffice()
  const { t } = useTranslation()
  const toast = useToast()
  return useMutation({
    mutationFn: ({ report: { billingPeriod, currency }, format }: Asked) =>
      api.call('business', getReport, {
        query: { billingPeriod, currency: currency as Currency, ...(format && { format }) },
      }),
    onSuccess: (address) => {
      window.open(address, '_blank', 'noopener')
      toast.success({ title: t('reports.started') })
    },
    onError: (error) => {
      const isMissing = error instanceof CallFailed && error.code === 'not_found'
      toast.error({ title: t(isMissing ? 'reports.notFound' : 'reports.failed') })
    },
  })
}
