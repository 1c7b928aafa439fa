import { EmptyNotice, Skeleton } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { countText } from '../../../lib/formats.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { useWindowClass } from '../../../lib/window-class.ts'
import { PATHS } from '../../../paths.ts'
import { ForgetSearch, isRefused } from '../forget-search.tsx'
import { type TeamList, useTeamList } from '../lib/use-team-list.ts'
import { type TeamSearchState, useTeamSearch } from '../lib/use-team-search.ts'
import { ListView } from '../list-view.tsx'
import { TeamPath } from '../team-path.tsx'
import { TreeCards } from './tree-cards.tsx'
import { asTree, TREE_SORT } from './tree-search.ts'
import { TreeSortField } from './tree-sort-field.tsx'
import { TreeTable } from './tree-table.tsx'
import './tree.css'

/** The team line by line: a table, where that does not fit cards. Source: requirements TRE-001 to TRE-017. */
export function TeamTree() {
  const address = useTeamSearch(PATHS.teamTree, TREE_SORT)
  const state = { ...address, search: asTree(address.search) }
  const list = useTeamList({ ...state, keepsRows: true })
  const isTable = useWindowClass() === 'desktop'
  if (isRefused(state, list)) return <ForgetSearch from={PATHS.teamTree} />
  return (
    <>
      <div className="row between wrap">
        <TeamPath state={state} />
        <Shown state={state} list={list} />
      </div>
      {!isTable && <TreeSortField state={state} />}
      <ListView list={list} skeleton={<Rows />} empty={<Empty state={state} />}>
        {(rows, isOld) =>
          isTable ? (
            <TreeTable rows={rows} state={state} isOld={isOld} />
          ) : (
            <TreeCards rows={rows} state={state} isOld={isOld} />
          )
        }
      </ListView>
    </>
  )
}

type ShownProps = { readonly state: TeamSearchState; readonly list: TeamList }

/** How many of the line stand on the page. */
function Shown({ state: { steps }, list: { rows, hasMore, phase } }: ShownProps) {
  const { t } = useTranslation()
  const { style } = useFormat()
  const known = hasMore ? steps.at(-1)!.flSize : rows.length
  const isThere = phase === 'success' || phase === 'loadingMore'
  return (
    <p className="meta" role="status">
      {isThere &&
        known !== null &&
        t('teamTree.shown', {
          shown: countText(rows.length, style),
          total: countText(hasMore ? Math.max(known, rows.length + 1) : known, style),
        })}
    </p>
  )
}

const SKELETONS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth']

function Rows() {
  return (
    <div className="card flush">
      {SKELETONS.map((name) => (
        <div key={name} className="tree-skeleton">
          <Skeleton height={24} />
        </div>
      ))}
    </div>
  )
}

function Empty({ state: { search } }: Pick<ShownProps, 'state'>) {
  const { t } = useTranslation()
  const isOwn = search.path.length === 1
  return (
    <div className="card">
      <EmptyNotice
        title={t('team.nobody')}
        hint={t(isOwn ? 'dashboard.teamEmpty' : 'teamTree.nobodyHint')}
      />
    </div>
  )
}
