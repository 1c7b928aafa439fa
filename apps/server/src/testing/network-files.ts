/** The header that every partners file has; optional columns follow. */
export const PARTNER_HEADER = 'id,sponsorId,email,firstName,lastName,registeredAt,countryId'
export const ORDER_HEADER = 'orderId,partnerId,paidAt,amount'

/** A partners file from (id, sponsor) pairs, all registered on 1 January 2024. */
export function partnersText(
  pairs: readonly (readonly [id: number, sponsorId: number | null])[],
): string {
  const lines = pairs.map(
    ([id, sponsorId]) =>
      `${id},${sponsorId ?? ''},p${id}@example.com,First${id},Last${id},2024-01-01T00:00:00Z,DE`,
  )
  return `${[PARTNER_HEADER, ...lines].join('\n')}\n`
}

/** Partner 1 on top, each sponsoring the next. */
export const chainText = (length: number): string =>
  partnersText(Array.from({ length }, (_, at) => [at + 1, at === 0 ? null : at]))

export type OrderCells = readonly [
  orderId: number,
  partnerId: number,
  paidAt: string | number,
  amount: string,
]

export const ordersText = (orders: readonly OrderCells[]): string =>
  `${[ORDER_HEADER, ...orders.map((cells) => cells.join(','))].join('\n')}\n`
