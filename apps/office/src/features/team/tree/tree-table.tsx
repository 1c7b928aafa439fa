import type { TeamMember } from '@partner-office/contracts'
import { Gem, Icon, VisuallyHidden } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { rankNameKey } from '../../../lib/ranks.ts'
import type { TeamSearchState } from '../lib/use-team-search.ts'
import { LineBadge } from '../line-badge.tsx'
import { TelegramButton } from '../telegram-menu.tsx'
import { TreeFigure } from './tree-figure.tsx'
import { TREE_HEADS } from './tree-heads.ts'
import { TreeName } from './tree-name.tsx'
import { sortedBy, TREE_COLUMNS, type TreeColumn, treeSort } from './tree-search.ts'
import { useTreeCaption } from './use-tree-caption.ts'
import { type TreeRowProps, useTreeRow } from './use-tree-row.ts'

type TreeTableProps = {
  readonly rows: readonly TeamMember[]
  readonly state: TeamSearchState
  /** Whether the rows belong to the previous line; their links would lead to a wrong path. */
  readonly isOld: boolean
}

/** A line of the team as a table whose rows open the teams below. Source: requirements TRE-001, TRE-003. */
export function TreeTable({ rows, state, isOld }: TreeTableProps) {
  const { t } = useTranslation()
  return (
    <div className="card flush">
      <table className="tbl tree-table">
        <caption className="sr">{useTreeCaption(state)}</caption>
        <thead>
          <tr>
            <th scope="col">{t('team.level')}</th>
            <th scope="col">{t('rule.partner')}</th>
            <th scope="col">
              <VisuallyHidden>{t('team.contact.telegram')}</VisuallyHidden>
            </th>
            {TREE_COLUMNS.map((column) => (
              <Head key={column} column={column} state={state} />
            ))}
            <th scope="col">
              <VisuallyHidden>{t('teamTree.open')}</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody inert={isOld}>
          {rows.map((member) => (
            <Row key={member.id} member={member} state={state} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

const DIRECTIONS = { asc: 'ascending', desc: 'descending' } as const

function Head({ column, state }: { column: TreeColumn; state: TeamSearchState }) {
  const { t } = useTranslation()
  const sort = treeSort(state.search)
  const isSorted = sort.column === column
  const icon = sort.direction === 'asc' ? 'ascending' : 'descending'
  return (
    <th scope="col" className="n" aria-sort={isSorted ? DIRECTIONS[sort.direction] : 'none'}>
      <button
        type="button"
        className="sort"
        onClick={() => state.change((now) => sortedBy(now, column))}
      >
        <Icon name={isSorted ? icon : 'sortable'} size={14} />
        {t(TREE_HEADS[column])}
      </button>
    </th>
  )
}

function Row({ member, state }: TreeRowProps) {
  const { t } = useTranslation()
  const { name, link, opening } = useTreeRow({ member, state })
  return (
    <tr {...opening}>
      <td>
        <LineBadge line={member.level} />
      </td>
      <th scope="row">
        <span className="row g3">
          <Gem code={member.rang} size={20} />
          <span>
            <TreeName name={name} link={link} />
            <span className="cap block">{t(rankNameKey(member.rang))}</span>
          </span>
        </span>
      </th>
      <td>
        <TelegramButton handle={member.telegram} name={name} />
      </td>
      {TREE_COLUMNS.map((column) => (
        <td key={column} className="n">
          <TreeFigure member={member} column={column} />
        </td>
      ))}
      <td className="n mut">{link !== null && <Icon name="forward" size={18} />}</td>
    </tr>
  )
}
