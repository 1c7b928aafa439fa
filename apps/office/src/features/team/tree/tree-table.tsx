import type { TeamMember } from '@partner-office/contracts'
import { Gem, Icon, Table } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { rankNameKey } from '../../../lib/queries/ranks.ts'
import type { TeamSearchState } from '../lib/use-team-search.ts'
import { LineBadge } from '../line-badge.tsx'
import { TelegramButton } from '../telegram-menu.tsx'
import { TreeFigure } from './tree-figure.tsx'
import { TreeName } from './tree-name.tsx'
import { TREE_COLUMNS } from './tree-search.ts'
import { useFigureColumns } from './use-figure-columns.ts'
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
      <Table
        className="tree-table"
        caption={useTreeCaption(state)}
        columns={[
          { text: t('team.level') },
          { text: t('rule.partner') },
          { text: t('team.contact.telegram'), isHidden: true },
          ...useFigureColumns(state),
          { text: t('teamTree.open'), isHidden: true },
        ]}
        body={{ inert: isOld }}
      >
        {rows.map((member) => (
          <Row key={member.id} member={member} state={state} />
        ))}
      </Table>
    </div>
  )
}

type RowProps = Pick<TreeRowProps, 'state'> & { readonly member: TeamMember }

function Row({ member, state }: RowProps) {
  const { t } = useTranslation()
  const { name, link, opening } = useTreeRow({ member, state })
  return (
    <tr {...opening}>
      <td>
        <LineBadge line={member.level} />
      </td>
      <th scope="row">
        <span className="in-row gap-3">
          <Gem code={member.rang} size={20} />
          <span>
            <TreeName name={name} link={link} />
            <span className="caption block">{t(rankNameKey(member.rang))}</span>
          </span>
        </span>
      </th>
      <td>
        <TelegramButton handle={member.telegram} name={name} />
      </td>
      {TREE_COLUMNS.map((column) => (
        <td key={column} className="figure-cell">
          <TreeFigure member={member} column={column} />
        </td>
      ))}
      <td className="figure-cell muted">{link !== null && <Icon name="forward" size={18} />}</td>
    </tr>
  )
}
