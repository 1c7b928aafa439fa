import type { PastMember, TeamMember } from '@partner-office/contracts'
import { Gem, Icon, Table } from '@partner-office/ui'
import type { ReactNode } from 'react'
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
  readonly rows: readonly (TeamMember | PastMember)[]
  readonly state: TeamSearchState
  /** Whether the rows belong to the previous line; their links would lead to a wrong path. */
  readonly isOld?: boolean
  /** Whether the rows are of a past day: without ranks and contacts. */
  readonly isPast?: boolean
}

/** A line of the team as a table whose rows open the teams below. Source: requirements TRE-001, TRE-003, PAS-002. */
export function TreeTable({ rows, state, isOld = false, isPast = false }: TreeTableProps) {
  const { t } = useTranslation()
  return (
    <div className="card flush">
      <Table
        className="tree-table"
        caption={useTreeCaption(state)}
        columns={[
          { text: t('team.level') },
          { text: t('rule.partner') },
          ...(isPast ? [] : [{ text: t('team.contact.telegram'), isHidden: true }]),
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

type RowProps = Pick<TreeRowProps, 'state'> & { readonly member: TeamMember | PastMember }

function Row({ member, state }: RowProps) {
  const { name, link, opening } = useTreeRow({ member, state })
  return (
    <tr {...opening}>
      <td>
        <LineBadge line={member.level} />
      </td>
      <th scope="row">
        {'rang' in member ? (
          <RankedName rang={member.rang}>
            <TreeName name={name} link={link} />
          </RankedName>
        ) : (
          <TreeName name={name} link={link} />
        )}
      </th>
      {'telegram' in member && (
        <td>
          <TelegramButton handle={member.telegram} name={name} />
        </td>
      )}
      {TREE_COLUMNS.map((column) => (
        <td key={column} className="figure-cell">
          <TreeFigure member={member} column={column} />
        </td>
      ))}
      <td className="figure-cell muted">{link !== null && <Icon name="forward" size={18} />}</td>
    </tr>
  )
}

type RankedNameProps = Pick<TeamMember, 'rang'> & { readonly children: ReactNode }

function RankedName({ rang, children }: RankedNameProps) {
  const { t } = useTranslation()
  return (
    <span className="in-row gap-3">
      <Gem code={rang} size={20} />
      <span>
        {children}
        <span className="caption block">{t(rankNameKey(rang))}</span>
      </span>
    </span>
  )
}
