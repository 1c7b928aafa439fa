import type { ReactNode } from 'react'

import { Amount } from '../figures/amount.tsx'

type LegRowProps = {
  readonly face?: ReactNode
  readonly name: string
  readonly detail?: string
  readonly amount: string
  readonly aside?: string
  readonly children: ReactNode
}

/** A leg in a list: its first partner, its turnover, and a bar below. Units: `amount` in EUR. */
export function LegRow({ face, name, detail, amount, aside, children }: LegRowProps) {
  return (
    <li className="stack">
      <div className="in-row between gap-3 wrap">
        <span className="in-row gap-3 grow">
          {face}
          <span className="grow">
            <span className="medium-weight block">
              <bdi className="ellipsis">{name}</bdi>
            </span>
            {detail !== undefined && <span className="caption block">{detail}</span>}
          </span>
        </span>
        <span className="to-end">
          <span className="block">
            <Amount amount={amount} currency="EUR" />
          </span>
          {aside !== undefined && <span className="caption">{aside}</span>}
        </span>
      </div>
      {children}
    </li>
  )
}
