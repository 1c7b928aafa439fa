import {
  getPlanDraft,
  getPlanVersion,
  type PlanDraft,
  planDocumentIn,
} from '@partner-office/contracts'
import { Loaded } from '@partner-office/web'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { queryOf } from '../../lib/query-of.ts'
import { PATHS } from '../../paths.ts'
import { Page } from '../../shell/page.tsx'
import { DraftDifferences } from '../../parts/plan-differences/draft-differences.tsx'
import { PlanEditor } from './plan-editor.tsx'
import { PlanView } from './plan-view.tsx'
import { useMayWrite } from './use-may-write.ts'

/** A draft: a form over every value for operators who write plans, its values for all others. Source: requirements PLN-005. */
export function DraftPage() {
  const { t } = useTranslation()
  const { api } = useConsole()
  const { id } = useParams({ from: `/frame${PATHS.planDraft}` })
  const query = useQuery({
    ...queryOf(api, getPlanDraft, { params: { id } }),
    refetchOnWindowFocus: false,
  })
  const name = query.data?.name
  return (
    <Page
      title={name === undefined ? t('plan.draft') : t('plan.draftOne', { name })}
      crumb={{ text: t('menu.plan'), to: PATHS.plan }}
      roles={getPlanDraft.roles}
    >
      <Loaded query={query} placeholder={400}>
        {(draft) => (
          <div className="stack gap-4">
            <Draft key={draft.version} draft={draft} />
            <DraftDifferences draftId={draft.id} />
          </div>
        )}
      </Loaded>
    </Page>
  )
}

function Draft({ draft }: { readonly draft: PlanDraft }) {
  const { api } = useConsole()
  const mayWrite = useMayWrite()
  const version = String(draft.fromVersion ?? 1)
  const base = useQuery(queryOf(api, getPlanVersion, { params: { version } }))
  if (!mayWrite) return <PlanView document={planDocumentIn(draft.text)} />
  return (
    <Loaded query={base} placeholder={400}>
      {(compared) => <PlanEditor draft={draft} base={compared} />}
    </Loaded>
  )
}
