import { Table } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { useFormat } from '../../../lib/formats/use-format.ts'
import { Amount } from '../../../parts/figures/amount.tsx'
import { percentText } from '../../../parts/figures/percent-text.ts'
import { useLevelTexts } from './level-texts.ts'
import type { UnilevelTable } from './unilevel-levels.ts'

type TableProps = {
  readonly table: UnilevelTable
  /** Called with the row under the pointer. */
  readonly onShow: (level: number | null) => void
}

/** Share of an order that each level pays. Source: requirements BON-014, BON-018, BON-020. */
export function UnilevelLevels({ table, onShow }: TableProps) {
  const { t } = useTranslation()
  const { style } = useFormat()
  const { labelOf, hintOf } = useLevelTexts()
  return (
    <Table
      className="unilevel-table"
      isBare
      caption={t('unilevel.percentages')}
      columns={[
        { text: t('unilevel.level') },
        { text: t('unilevel.share'), isFigure: true },
        { text: t('unilevel.ofHundred'), isFigure: true },
      ]}
      body={{ onPointerLeave: () => onShow(null) }}
    >
      {table.levels.map((level, at) => (
        <tr key={level.depthFrom} onPointerEnter={() => onShow(at)}>
          <th scope="row">
            <span className="medium-weight block">{labelOf(level)}</span>
            <span className="caption block">{hintOf(level)}</span>
          </th>
          <td className="figure-cell bold">
            <span className="digits">{percentText(level.percent, style)}</span>
          </td>
          <td className="figure-cell">
            <Amount amount={level.percent} currency="EUR" />
          </td>
        </tr>
      ))}
    </Table>
  )
}
