import type { TeamMember } from '@partner-office/contracts'
import { Money } from '@partner-office/ui'

import { countText } from '../../../lib/formats.ts'
import { useFormat } from '../../../lib/use-format.ts'
import type { TreeColumn } from './tree-search.ts'

type TreeFigureProps = { readonly member: TeamMember; readonly column: TreeColumn }

/** One figure of a member; what it is and its currency stand at its head. */
export function TreeFigure({ member, column }: TreeFigureProps) {
  const { style, amount } = useFormat()
  const value = member[column]
  if (typeof value === 'number') return <span className="num">{countText(value, style)}</span>
  const { whole, fraction } = amount(value, 'EUR')
  return <Money whole={whole} fraction={fraction} />
}
