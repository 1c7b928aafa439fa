import { EmptyNotice, SkeletonRows } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { countText } from '../../../lib/formats/formats.ts'
import { useFormat } from '../../../lib/formats/use-format.ts'
import { useWindowClass } from '../../../lib/browser/window-class.ts'
import { PATHS } from '../../../paths.ts'
import { ForgetSearch, isRefused } from '../forget-search.tsx'
import { type TeamList, useTeamList } from '../lib/use-team-list.ts'
import { type TeamSearchState, useTeamSearch } from '../lib/use-team-search.ts'
import { TeamMembers } from '../team-members.tsx'
import { TeamPath } from '../team-path.tsx'
import { TreeCards } from './tree-cards.tsx'
import { asTree, TREE_SORT } from './tree-search.ts'
import { TreeSortField } from './tree-sort-field.tsx'
import { TreeTable } from './tree-table.tsx'
import './tree.css'

/** The team line by line: a table on desktops, cards on smaller windows. Source: requirements TRE-001 to TRE-017; decisions D-074. */
export function TeamTree() {
  const address = useTeamSearch(PATHS.teamTree, TREE_SORT)
  const state = { ...address, search: asTree(address.search) }
  const list = useTeamList({ ...state, keepsRows: true })
  const isTable = useWindowClass() === 'desktop'
  const Arrangement = isTable ? TreeTable : TreeCards
  // The rows of the line below, until the line above is loaded.
  const isOld = list.phase === 'loadingUp'
  if (isRefused(state, list)) return <ForgetSearch from={PATHS.teamTree} />
  return (
    <>
      <div className="in-row between wrap">
        <TeamPath state={state} />
        <Shown state={state} list={list} />
      </div>
      {!isTable && <TreeSortField state={state} />}
      <TeamMembers
        list={list}
        placeholder={<SkeletonRows rows={6} height={56} />}
        empty={<Empty state={state} />}
      >
        {(rows) => (
          <div className={isOld ? 'going-up' : undefined} aria-busy={isOld}>
            <Arrangement rows={rows} state={state} isOld={isOld} />
          </div>
        )}
      </TeamMembers>
    </>
  )
}

type ShownProps = { readonly state: TeamSearchState; readonly list: TeamList }

/** How many members of the line are on the page. */
function Shown({ state: { steps }, list: { rows, hasMore, phase } }: ShownProps) {
  const { t } = useTranslation()
  const { style } = useFormat()
  const known = hasMore ? steps.at(-1)!.flSize : rows.length
  const isThere = phase === 'success' || phase === 'loadingMore'
  return (
    <p className="meta tree-shown" role="status">
      {isThere &&
        known !== null &&
        t('teamTree.shown', {
          shown: countText(rows.length, style),
          total: countText(hasMore ? Math.max(known, rows.length + 1) : known, style),
        })}
    </p>
  )
}

function Empty({ state: { search } }: Pick<ShownProps, 'state'>) {
  const { t } = useTranslation()
  const isOwn = search.path.length === 1
  return (
    <EmptyNotice
      isCard
      title={t('team.nobody')}
      hint={t(isOwn ? 'dashboard.teamEmpty' : 'teamTree.nobodyHint')}
    />
  )
}
