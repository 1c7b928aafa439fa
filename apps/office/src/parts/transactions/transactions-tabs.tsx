import { Tabs } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { PATHS } from '../../paths.ts'
import { getRouteApi } from '@tanstack/react-router'

const { Link } = getRouteApi(PATHS.home)

const TABS = [
  { tab: 'payouts', to: PATHS.transactionsPayouts, key: 'transactions.payouts' },
  { tab: 'bonuses', to: PATHS.transactionsBonuses, key: 'transactions.bonuses' },
  { tab: 'adjustments', to: PATHS.bonusAdjustments, key: 'adjustments.title' },
  { tab: 'reports', to: PATHS.transactionsReports, key: 'transactions.reports' },
] as const

/** The pages of transactions. Source: decisions D-134; requirements ADJ-006. */
export function TransactionsTabs({ shown }: { readonly shown: (typeof TABS)[number]['tab'] }) {
  const { t } = useTranslation()
  return (
    <Tabs
      label={t('transactions.tabs')}
      tabs={TABS.map((tab) => ({ ...tab, text: t(tab.key) }))}
      shown={shown}
      link={({ to }, attributes) => <Link {...attributes} to={to} />}
    />
  )
}
