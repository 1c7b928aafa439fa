import type { Rank } from '@partner-office/contracts'
import { Gem, Money } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { useFormat } from '../../lib/formats/use-format.ts'
import { Dash } from '../../parts/figures/dash.tsx'
import { hasLegLimit, hasTurnover, isCurrent, type RankRow } from './rank-row.ts'
import { RankState } from './rank-state.tsx'

/** All ranks in a list. Source: requirements RNK-010. */
export function RanksList({ rows }: { rows: readonly RankRow[] }) {
  return (
    <ul className="list">
      {rows.map((row) => (
        <li key={row.rank.id} className="in-row gap-3" aria-current={isCurrent(row)}>
          <Gem code={row.rank.code} size={28} />
          <div className="grow">
            <div className="in-row between wrap">
              <span className="bold">{row.name}</span>
              {row.bonus === null && <Dash />}
              {row.bonus && <Money {...row.bonus} />}
            </div>
            <div className="in-row between meta wrap">
              <Turnover rank={row.rank} />
              <RankState state={row.state} />
            </div>
            <p className="meta">
              <Lines rank={row.rank} />
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}

function Turnover({ rank }: { rank: Rank }) {
  const { t } = useTranslation()
  const { amountText } = useFormat()
  if (!hasTurnover(rank)) return <span>{t('rank.noTurnover')}</span>
  return <span>{t('rank.turnoverOf', { amount: amountText(rank.turnover, 'EUR') })}</span>
}

/** The largest counting turnover of the first legs; a dash where there is no limit. Source: requirements RNK-032, RNK-033. */
function Lines({ rank }: { rank: Rank }) {
  const { t } = useTranslation()
  const { amountText } = useFormat()
  if (!hasLegLimit(rank)) return <Dash />
  const [first, second] = rank.targets.map((target) => amountText(target, 'EUR'))
  return t('rank.lines', { first, second })
}
