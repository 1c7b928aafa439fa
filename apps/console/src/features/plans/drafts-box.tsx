import type { CallReply, getPlanDrafts, ListedDraft } from '@partner-office/contracts'
import { StateMark } from '@partner-office/ui/console'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

import { Instant } from '../../lib/instant.tsx'
import { ProposalLink } from '../../parts/proposal-link.tsx'
import { PATHS } from '../../paths.ts'
import { PlanList } from './plan-list.tsx'

type DraftsBoxProps = { readonly drafts: UseQueryResult<CallReply<typeof getPlanDrafts>> }

/** All drafts; the draft that was saved last is the first. */
export function DraftsBox({ drafts }: DraftsBoxProps) {
  const { t } = useTranslation()
  const columns = useColumns()
  return (
    <PlanList
      title={t('plan.drafts')}
      query={drafts}
      columns={columns}
      keyOf={({ id }) => String(id)}
      nameOf={({ name }) => name}
      link={({ id }, attributes) => (
        <Link
          {...attributes}
          to={PATHS.planDraft}
          params={{ id: String(id) }}
          className="row-name"
        />
      )}
      empty={t('plan.noDrafts')}
    />
  )
}

function useColumns() {
  const { t } = useTranslation()
  return [
    { name: 'name', head: t('plan.name'), cell: ({ name }: ListedDraft) => name },
    {
      name: 'problems',
      head: t('plan.state'),
      cell: ({ problems, proposal }: ListedDraft) => (
        <DraftState problems={problems} proposal={proposal} />
      ),
    },
    {
      name: 'from',
      head: t('plan.began'),
      cell: ({ fromVersion }: ListedDraft) =>
        fromVersion === null ? '–' : t('plan.versionOne', { version: fromVersion }),
    },
    {
      name: 'author',
      head: t('plan.author'),
      cell: ({ author }: ListedDraft) => <bdi>{author}</bdi>,
    },
    {
      name: 'saved',
      head: t('plan.saved'),
      cell: ({ updatedAt, updatedBy }: ListedDraft) => (
        <>
          <Instant at={updatedAt} /> <bdi>{updatedBy}</bdi>
        </>
      ),
    },
  ]
}

/** Whether a draft could be loaded, and the proposal that waits. */
function DraftState({ problems, proposal }: Pick<ListedDraft, 'problems' | 'proposal'>) {
  const { t } = useTranslation()
  if (proposal !== null) return <ProposalLink id={String(proposal)} />
  return (
    <StateMark state={problems === 0 ? 'good' : 'attention'}>
      {problems === 0 ? t('plan.noProblems') : t('plan.problems', { count: problems })}
    </StateMark>
  )
}
