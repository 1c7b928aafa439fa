import { Link } from '@tanstack/react-router'

import { OrderLink } from '../../parts/order-link.tsx'
import { PATHS } from '../../paths.ts'

/** What a transfer is for, as the ledger says it, with a link to its order or adjustment. */
export function Reference({ text }: { readonly text: string }) {
  const [, before = '', kind = '', id = ''] = /^(.*?)\b(order|adjustment) (\d+)$/.exec(text) ?? []
  if (kind === '') return <bdi>{text}</bdi>
  return (
    <>
      {before}
      {kind === 'order' ? (
        <OrderLink id={id}>{`order ${id}`}</OrderLink>
      ) : (
        <Link to={PATHS.adjustment} params={{ id }} className="link digits">
          {`adjustment ${id}`}
        </Link>
      )}
    </>
  )
}
