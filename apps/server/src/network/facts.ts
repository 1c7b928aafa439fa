/** What the figures are made from, in the order of their numbers. A sponsor's fact comes before the partner's. */
export type Fact =
  | {
      readonly kind: 'partner'
      readonly fact: number
      readonly id: number
      readonly sponsorId: number | null
      readonly registeredAt: number
      /** As they are now, which may be later than the fact. */
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
      /** Written with the order that reached it, under the order's number. */
      readonly kind: 'rank'
      readonly fact: number
      readonly partnerId: number
      readonly ladder: Ladder
      readonly rankId: number
    }

/** The ordinary ladder counts every order, the bonus ladder those since the plan's `turnoverBonusStart`. */
export type Ladder = 'ordinary' | 'bonus'
