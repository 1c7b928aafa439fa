import type { CallReply, getPlanDrafts, ListedDraft } from '@partner-office/contracts'
import { Box, StateMark } from '@partner-office/ui/console'
import { Loaded } from '@partner-office/web'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

import { Instant } from '../../lib/instant.tsx'
import { ListTable } from '../../parts/list-table.tsx'
import { ProposalLink } from '../../parts/proposal-link.tsx'
import { PATHS } from '../../paths.ts'

type DraftsBoxProps = { readonly drafts: UseQueryResult<CallReply<typeof getPlanDrafts>> }

/** Drafts, those that were saved last first. */
export function DraftsBox({ drafts }: DraftsBoxProps) {
  const { t } = useTranslation()
  const columns = useColumns()
  return (
    <Box title={t('plan.drafts')} isFlush>
      <Loaded query={drafts} placeholder={120}>
        {({ content }) => (
          <ListTable
            caption={t('plan.drafts')}
            columns={columns}
            rows={content}
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
            isWhole
          />
        )}
      </Loaded>
    </Box>
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
