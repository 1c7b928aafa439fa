import type { ProposalState } from '@partner-office/contracts'
import { sql } from 'kysely'

import type { Db } from '../../db/database.ts'

/** The newest proposal to close a month. */
export type CloseProposal = {
  readonly month: string
  readonly id: number
  readonly state: ProposalState
  readonly by: string
  readonly at: number
  readonly reason: string
  readonly decidedBy: string | null
  readonly decidedAt: number | null
  readonly decisionReason: string | null
}

/** The newest proposals to close, one of each month, by month. One that has expired says so. */
export async function readCloseProposals(
  db: Db,
  now: number,
): Promise<ReadonlyMap<string, CloseProposal>> {
  const { rows } = await sql<CloseProposal>`
    select distinct on (p.object) p.object as month, p.id,
      case when p.state = 'OPEN' and p.expires_at <= ${now} then 'EXPIRED' else p.state end as state,
      o.email as by, p.at, p.reason, d.email as decided_by, p.decided_at, p.decision_reason
    from console.proposals p join console.operators o on o.id = p.proposer_id
      left join console.operators d on d.id = p.decided_by
    where p.kind = 'close' order by p.object, p.id desc`.execute(db)
  return new Map(rows.map((row) => [row.month, row]))
}
