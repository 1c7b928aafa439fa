import { ForecastCard } from './forecast-card.tsx'
import './rank-past.css'
import { ReachedRanks } from './reached-ranks.tsx'
import { TurnoverMonths } from './turnover-months.tsx'

/** The ranks reached, the months on the way, and the forecast. Source: requirements RKH-001 to RKH-004. */
export function RankPast() {
  return (
    <div className="rank-past">
      <div className="stack gap-5">
        <ForecastCard />
        <TurnoverMonths />
      </div>
      <ReachedRanks />
    </div>
  )
}
