/** The input of the figures, applied in the order of fact numbers. A sponsor's fact comes before the partner's. */
export type Fact =
  | {
      readonly kind: 'partner'
      readonly fact: number
      readonly id: number
      readonly sponsorId: number | null
      readonly registeredAt: number
      /** The current names, which may be newer than the fact. */
      readonly names?: { readonly firstName: string; readonly lastName: string }
    }
  | {
      readonly kind: 'order'
      readonly fact: number
      readonly partnerId: number
      readonly paidAt: number
      readonly cents: number
    }
  | {
      readonly kind: 'cancellation'
      readonly fact: number
      readonly partnerId: number
      readonly paidAt: number
      readonly cents: number
    }
  | {
      readonly kind: 'block'
      readonly fact: number
      readonly partnerId: number
      readonly blocked: boolean
    }
  | {
      /** Recorded with the order that reached the rank, under the order's number. */
      readonly kind: 'rank'
      readonly fact: number
      readonly partnerId: number
      readonly ladder: Ladder
      readonly rankId: number
    }

/** The ordinary ladder counts all orders, the bonus ladder the orders since the plan's `turnoverBonusStart`. */
export type Ladder = 'ordinary' | 'bonus'
