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
      <div className="row between g3 wrap">
        <span className="row g3 grow">
          {face}
          <span className="grow">
            <span className="med block">
              <bdi className="ell">{name}</bdi>
            </span>
            {detail !== undefined && <span className="cap block">{detail}</span>}
          </span>
        </span>
        <span className="end">
          <span className="block">
            <Amount amount={amount} currency="EUR" />
          </span>
          {aside !== undefined && <span className="cap">{aside}</span>}
        </span>
      </div>
      {children}
    </li>
  )
}
