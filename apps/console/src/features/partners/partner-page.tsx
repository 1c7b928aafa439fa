import { type ConsolePartner, getPartner, getPartnerNotes } from '@partner-office/contracts'
import { Tabs } from '@partner-office/ui'
import { Loaded } from '@partner-office/web'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

import { useConsole, useSignedIn } from '../../lib/console.ts'
import { PARTNER_TABS, type PartnerTab } from '../../lib/partner-tabs.ts'
import { queryOf } from '../../lib/query-of.ts'
import { hasOneOf } from '../../lib/session.ts'
import { PATHS } from '../../paths.ts'
import { Page } from '../../shell/page.tsx'
import { AuditTab } from './audit-tab.tsx'
import { BonusesTab } from './bonuses-tab.tsx'
import { ChangesTab } from './changes-tab.tsx'
import { LedgerTab } from './ledger-tab.tsx'
import { NotesTab } from './notes-tab.tsx'
import { OrdersTab } from './orders-tab.tsx'
import { OverviewTab } from './overview-tab.tsx'
import { PartnerActs } from './partner-acts.tsx'
import { PastTab } from './past-tab.tsx'
import { PartnerStateMark } from './partner-state.tsx'
import { PayoutsTab } from './payouts-tab.tsx'
import { SecurityTab } from './security-tab.tsx'
import { ViewButton } from './view-button.tsx'

/** One partner. Source: requirements PTR-004 to PTR-013, PTR-019, PTR-020. */
export function PartnerPage() {
  const { t } = useTranslation()
  const { api } = useConsole()
  const { id } = useParams({ from: `/frame${PATHS.partner}` })
  const { tab = 'overview' } = useSearch({ from: `/frame${PATHS.partner}` })
  const partner = useQuery(queryOf(api, getPartner, { params: { id } }))
  const { data } = partner
  const tabs = useTabs()
  return (
    <Page
      title={data === undefined ? t('partners.one', { id }) : `${data.firstName} ${data.lastName}`}
      crumb={{ text: t('menu.partners'), to: PATHS.partners }}
      state={data && <State partner={data} />}
      actions={data && <Acts key={id} partner={data} />}
      roles={getPartner.roles}
    >
      <Loaded query={partner} placeholder={300} titles={{ not_found: 'partners.notFound' }}>
        {(found) => (
          <>
            <Tabs
              label={t('partners.tabs.label')}
              tabs={tabs}
              shown={tab}
              link={({ tab: name }, attributes) => (
                <Link
                  {...attributes}
                  from={PATHS.partner}
                  to="."
                  search={{ tab: name as PartnerTab }}
                />
              )}
            />
            <Tab tab={tab} partner={found} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

const Acts = ({ partner }: { readonly partner: ConsolePartner }) => (
  <>
    <ViewButton partner={partner} />
    <PartnerActs partner={partner} />
  </>
)

/** The tabs that the operator may read. */
function useTabs() {
  const { t } = useTranslation()
  const { operator } = useSignedIn()
  const mayReadNotes = hasOneOf(operator.roles, getPartnerNotes.roles)
  return PARTNER_TABS.filter((name) => name !== 'notes' || mayReadNotes).map((name) => ({
    tab: name,
    text: t(`partners.tabs.${name}`),
  }))
}

function State({ partner }: { readonly partner: ConsolePartner }) {
  const { blocked, hidden, erasedAt, isActive, isVerified } = partner
  const activity = isActive ? 'ACTIVE' : 'INACTIVE'
  const state = erasedAt === null ? (blocked === null ? activity : 'BLOCKED') : 'ERASED'
  return <PartnerStateMark state={state} isHidden={hidden !== null} isVerified={isVerified} />
}

type TabProps = { readonly tab: PartnerTab; readonly partner: ConsolePartner }

function Tab({ tab, partner }: TabProps) {
  const id = String(partner.id)
  switch (tab) {
    case 'overview':
      return <OverviewTab partner={partner} />
    case 'past':
      return <PastTab id={id} />
    case 'changes':
      return <ChangesTab id={id} />
    case 'notes':
      return <NotesTab id={id} />
    case 'bonuses':
      return <BonusesTab id={id} />
    case 'ledger':
      return <LedgerTab partner={partner} />
    case 'payouts':
      return <PayoutsTab id={id} />
    case 'orders':
      return <OrdersTab id={id} />
    case 'security':
      return <SecurityTab id={id} />
    case 'audit':
      return <AuditTab id={id} />
  }
}
