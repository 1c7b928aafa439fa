import {
  getPlanVersion,
  getPlanVersionFile,
  type LoadedPlanVersion,
  planDocumentIn,
  PLAN_ROLES,
} from '@partner-office/contracts'
import { Button, KeyValues } from '@partner-office/ui'
import { Box } from '@partner-office/ui/console'
import { Loaded } from '@partner-office/web'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { Instant } from '../../lib/instant.tsx'
import { queryOf } from '../../lib/query-of.ts'
import { saveFile } from '../../lib/save-file.ts'
import { ProposalLink } from '../../parts/proposal-link.tsx'
import { useNeedsRole } from '../../parts/use-needs-role.ts'
import { PATHS } from '../../paths.ts'
import { Page } from '../../shell/page.tsx'
import { NewDraft } from './new-draft.tsx'
import { PlanView } from './plan-view.tsx'
import { VersionState } from './versions-box.tsx'

/** One version: who has loaded it, and every value of it. Source: requirements PLN-002. */
export function VersionPage() {
  const { t } = useTranslation()
  const { api } = useConsole()
  const { version } = useParams({ from: `/frame${PATHS.planVersion}` })
  const query = useQuery(queryOf(api, getPlanVersion, { params: { version } }))
  const [isAdding, setAdding] = useState(false)
  const missing = useNeedsRole(PLAN_ROLES)
  return (
    <Page
      title={t('plan.versionOne', { version })}
      crumb={{ text: t('menu.plan'), to: PATHS.plan }}
      roles={getPlanVersion.roles}
      actions={
        <>
          <Button
            icon="download"
            onClick={() => saveFile(getPlanVersionFile.path.replace(':version', version))}
          >
            {t('plan.saveFile')}
          </Button>
          <Button icon="plus" disabledReason={missing} onClick={() => setAdding(true)}>
            {t('plan.newDraft')}
          </Button>
        </>
      }
    >
      <Loaded query={query} placeholder={400}>
        {(found) => (
          <div className="stack gap-4">
            <About version={found} />
            <PlanView document={planDocumentIn(found.text)} />
            {isAdding && (
              <NewDraft
                versions={[found]}
                version={found.version}
                onClose={() => setAdding(false)}
              />
            )}
          </div>
        )}
      </Loaded>
    </Page>
  )
}

function About({ version }: { readonly version: LoadedPlanVersion }) {
  const { t } = useTranslation()
  const { loadedAt, loadedBy, approvedBy, proposal, reason, until } = version
  const items = [
    { label: t('plan.state'), value: <VersionState version={version} /> },
    { label: t('plan.until'), value: until === null ? '–' : <Instant at={until} isExact /> },
    { label: t('plan.loaded'), value: <Instant at={loadedAt} isExact /> },
    { label: t('plan.loadedBy'), value: <bdi>{loadedBy ?? '–'}</bdi> },
    { label: t('plan.approvedBy'), value: <bdi>{approvedBy ?? '–'}</bdi> },
    { label: t('plan.reason'), value: reason ?? '–' },
    ...(proposal === null
      ? []
      : [{ label: t('plan.proposal'), value: <ProposalLink id={String(proposal)} /> }]),
  ]
  return (
    <Box title={t('plan.aboutVersion')}>
      <KeyValues items={items} />
    </Box>
  )
}
