import {
  getPlanDrafts,
  getPlanVersions,
  type LoadedPlanVersion,
  PLAN_ROLES,
} from '@partner-office/contracts'
import { Button } from '@partner-office/ui'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { queryOf } from '../../lib/query-of.ts'
import { ProposeDialog } from '../../parts/propose-dialog.tsx'
import { useNeedsRole } from '../../parts/use-needs-role.ts'
import { useProposed } from '../../parts/use-proposed.ts'
import { PATHS } from '../../paths.ts'
import { Page } from '../../shell/page.tsx'
import { ChooseComparison } from './choose-comparison.tsx'
import { DraftsBox } from './drafts-box.tsx'
import { NewDraft } from './new-draft.tsx'
import { VersionsBox } from './versions-box.tsx'

/** Plan versions and drafts. Source: requirements PLN-001, PLN-004, PLN-020. */
export function PlansPage() {
  const { t } = useTranslation()
  const { api } = useConsole()
  const versions = useQuery(queryOf(api, getPlanVersions))
  const drafts = useQuery(queryOf(api, getPlanDrafts))
  const [isAdding, setAdding] = useState(false)
  const [withdrawn, setWithdrawn] = useState<LoadedPlanVersion | null>(null)
  const missing = useNeedsRole(PLAN_ROLES)
  return (
    <Page
      title={t('menu.plan')}
      roles={getPlanVersions.roles}
      state={
        <Link to={PATHS.planDifferences} className="link">
          {t('planDifferences.title')}
        </Link>
      }
      actions={
        <Button
          variant="primary"
          icon="plus"
          disabledReason={missing}
          onClick={() => setAdding(true)}
        >
          {t('plan.newDraft')}
        </Button>
      }
    >
      <div className="stack gap-4">
        <DraftsBox drafts={drafts} />
        <VersionsBox versions={versions} onWithdraw={setWithdrawn} />
        {versions.data !== undefined && drafts.data !== undefined && (
          <ChooseComparison versions={versions.data.content} drafts={drafts.data.content} />
        )}
      </div>
      {isAdding && (
        <NewDraft versions={versions.data?.content ?? []} onClose={() => setAdding(false)} />
      )}
      {withdrawn !== null && (
        <Withdraw version={withdrawn.version} onClose={() => setWithdrawn(null)} />
      )}
    </Page>
  )
}

type WithdrawProps = { readonly version: number; readonly onClose: () => void }

function Withdraw({ version, onClose }: WithdrawProps) {
  const { t } = useTranslation()
  const onDone = useProposed(onClose)
  return (
    <ProposeDialog
      title={t('plan.withdrawTitle', { version })}
      proposed={{ kind: 'plan_withdraw', object: String(version), values: {} }}
      note={t('plan.withdrawNote')}
      onDone={onDone}
      onClose={onClose}
    />
  )
}
