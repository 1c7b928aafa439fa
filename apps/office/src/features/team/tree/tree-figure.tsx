import type { TeamMember } from '@partner-office/contracts'

import { countText } from '../../../lib/formats/formats.ts'
import { useFormat } from '../../../lib/formats/use-format.ts'
import { Amount } from '../../../parts/figures/amount.tsx'
import type { TreeColumn } from './tree-search.ts'

type TreeFigureProps = {
  readonly member: Pick<TeamMember, TreeColumn>
  readonly column: TreeColumn
}

/** One figure of a member, without its name and currency: the head holds both. */
export function TreeFigure({ member, column }: TreeFigureProps) {
  const { style } = useFormat()
  const value = member[column]
  if (typeof value === 'number') return <span className="digits">{countText(value, style)}</span>
  return <Amount amount={value} currency="EUR" isBare />
}
