import type { PastMember } from '@partner-office/contracts'
import { EmptyNotice, SkeletonRows } from '@partner-office/ui'
import { codeOf } from '@partner-office/web'
import { useTranslation } from 'react-i18next'

import { dateText } from '../../../lib/formats/formats.ts'
import { useWindowClass } from '../../../lib/browser/window-class.ts'
import { Paged } from '../../../parts/states/paged.tsx'
import { PATHS } from '../../../paths.ts'
import { ForgetSearch, isRefused } from '../forget-search.tsx'
import { type TeamSearchState, useTeamSearch } from '../lib/use-team-search.ts'
import { LineBadge } from '../line-badge.tsx'
import { TeamPath } from '../team-path.tsx'
import { TreeFigures } from './tree-cards.tsx'
import { TreeName } from './tree-name.tsx'
import { asTree, TREE_SORT } from './tree-search.ts'
import { TreeSortField } from './tree-sort-field.tsx'
import { TreeTable } from './tree-table.tsx'
import { usePastList } from './use-past-list.ts'
import { useTreeCaption } from './use-tree-caption.ts'
import { useTreeRow } from './use-tree-row.ts'
import './tree.css'

/** The team line by line, as it was at the end of a past day. Source: requirements PAS-002; decisions D-169. */
export function PastTree({ day }: { readonly day: string }) {
  const { t } = useTranslation()
  const address = useTeamSearch(PATHS.teamTree, TREE_SORT)
  const state = { ...address, search: asTree(address.search) }
  const list = usePastList(state, day)
  const isTable = useWindowClass() === 'desktop'
  if (isRefused(state, list)) return <ForgetSearch from={PATHS.teamTree} />
  // The field above says which days there are.
  if (list.error !== null && codeOf(list.error) === 'validation_error') return null
  return (
    <>
      <TeamPath state={state} />
      {!isTable && <TreeSortField state={state} />}
      <Paged
        list={list}
        title="team.failed"
        moreFailed="team.moreFailed"
        placeholder={<SkeletonRows rows={6} height={56} />}
        empty={
          <EmptyNotice
            isCard
            title={t('team.nobody')}
            hint={t('team.day.shown', { date: dateText(Date.parse(day)) })}
          />
        }
      >
        {(rows) =>
          isTable ? (
            <TreeTable rows={rows} state={state} isPast />
          ) : (
            <PastCards rows={rows} state={state} />
          )
        }
      </Paged>
    </>
  )
}

type RowsProps = { readonly rows: readonly PastMember[]; readonly state: TeamSearchState }

type MemberProps = { readonly member: PastMember; readonly state: TeamSearchState }

function PastCards({ rows, state }: RowsProps) {
  return (
    <ul className="card flush list tree-cards" aria-label={useTreeCaption(state)}>
      {rows.map((member) => (
        <PastCard key={member.id} member={member} state={state} />
      ))}
    </ul>
  )
}

function PastCard({ member, state }: MemberProps) {
  const { name, link, opening } = useTreeRow({ member, state })
  return (
    <li {...opening}>
      <div className="in-row gap-3">
        <LineBadge line={member.level} />
        <TreeName name={name} link={link} />
      </div>
      <TreeFigures member={member} state={state} />
    </li>
  )
}
