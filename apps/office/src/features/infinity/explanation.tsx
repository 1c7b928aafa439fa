import type { BonusRecord, Requirement } from '@partner-office/contracts'
import { Table } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { rankNameKey } from '../../lib/queries/ranks.ts'
import { useFormat } from '../../lib/formats/use-format.ts'
import { Amount } from '../../parts/figures/amount.tsx'
import { Dash } from '../../parts/figures/dash.tsx'
import { shareText } from '../../parts/figures/percent-text.ts'

type ExplanationProps = {
  readonly record: BonusRecord
  readonly requirements: readonly Requirement[]
}

/** Explains infinity and lists its requirements by rank. Source: requirements INF-013, INF-029. */
export function Explanation({ record, requirements }: ExplanationProps) {
  const { t } = useTranslation()
  return (
    <section className="card flush" aria-labelledby="how-infinity">
      <div className="infinity-how">
        <h2 className="heading-2" id="how-infinity">
          {t('infinity.how')}
        </h2>
        <div className="grid columns-3 subdued">
          <p>{t('infinity.howMonth')}</p>
          <p>{t('infinity.howRate')}</p>
          <p>{t('infinity.howCap')}</p>
        </div>
      </div>
      <Table
        className="infinity-targets"
        caption={t('infinity.requirements')}
        columns={[
          { text: t('infinity.fromRank') },
          { text: t('infinity.targetEur'), isFigure: true },
          { text: t('infinity.share'), isFigure: true },
        ]}
      >
        {requirements.map((row) => (
          <Row key={row.targetTurnover} row={row} isShown={isShownBy(record, row)} />
        ))}
      </Table>
    </section>
  )
}

/** Whether a row holds the target that the page shows. */
const isShownBy = (record: BonusRecord, { targetTurnover, percent }: Requirement): boolean =>
  targetTurnover === record.targetTurnover && percent === record.percent

function Row({ row, isShown }: { readonly row: Requirement; readonly isShown: boolean }) {
  const { t } = useTranslation()
  const { style } = useFormat()
  return (
    <tr aria-current={isShown || undefined}>
      <th scope="row" className="medium-weight">
        {row.rang === null ? <Dash /> : t(rankNameKey(row.rang))}
      </th>
      <td className="figure-cell">
        <Amount amount={row.targetTurnover} currency="EUR" isBare />
      </td>
      <td className="figure-cell">
        {row.percent === null ? (
          <Dash />
        ) : (
          <span className="digits">{shareText(row.percent, style)}</span>
        )}
      </td>
    </tr>
  )
}
