import { getAdjustments, postHold } from '@partner-office/contracts'
import { Button, Tabs } from '@partner-office/ui'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { ADJUSTING_ROLES } from '../../lib/proposal-roles.ts'
import { useNeedsRole } from '../../parts/use-needs-role.ts'
import { PATHS } from '../../paths.ts'
import { Page } from '../../shell/page.tsx'
import { AdjustmentsTab } from './adjustments-tab.tsx'
import { HoldsTab } from './holds-tab.tsx'
import { NewAdjustment } from '../../parts/adjustments/new-adjustment.tsx'
import { NewHold } from './new-hold.tsx'

const TABS = ['adjustments', 'holds'] as const

/** Credits and debits by operators, and amounts that they hold. Source: requirements ADJ-001 to ADJ-013. */
export function AdjustmentsPage() {
  const { t } = useTranslation()
  const {
    tab = 'adjustments',
    partner,
    add,
  } = useSearch({
    from: `/frame${PATHS.adjustments}`,
  })
  const [adding, setAdding] = useState<'adjustment' | 'hold' | null>(add ?? null)
  const close = () => setAdding(null)
  const isHolds = tab === 'holds'
  const reasons = {
    adjustments: useNeedsRole(ADJUSTING_ROLES),
    holds: useNeedsRole(postHold.roles),
  }
  return (
    <Page
      title={t('menu.adjustments')}
      roles={getAdjustments.roles}
      actions={
        <Button
          variant="primary"
          icon="plus"
          disabledReason={reasons[tab]}
          onClick={() => setAdding(isHolds ? 'hold' : 'adjustment')}
        >
          {isHolds ? t('holds.add') : t('adjustments.add')}
        </Button>
      }
    >
      <Tabs
        label={t('menu.adjustments')}
        tabs={TABS.map((name) => ({ tab: name, text: t(`adjustments.tabs.${name}`) }))}
        shown={tab}
        link={({ tab: name }, attributes) => (
          <Link {...attributes} from={PATHS.adjustments} to="." search={{ tab: name }} />
        )}
      />
      {isHolds ? <HoldsTab /> : <AdjustmentsTab />}
      {adding === 'adjustment' && <NewAdjustment partnerId={partner} onClose={close} />}
      {adding === 'hold' && <NewHold onClose={close} />}
    </Page>
  )
}
