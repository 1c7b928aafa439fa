import { Amount } from './amount.tsx'

type Paid = { readonly amount: string; readonly fee: string; readonly currency: string }

/** The columns of an amount and its fee. */
export const amountAndFee = (heads: { readonly amount: string; readonly fee: string }) =>
  (['amount', 'fee'] as const).map((name) => ({
    name,
    head: heads[name],
    isFigure: true,
    cell: (row: Paid) => <Amount amount={row[name]} currency={row.currency} />,
  }))
