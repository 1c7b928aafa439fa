import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { PATHS } from '../paths.ts'

type OrderLinkProps = { readonly id: number | string; readonly children?: ReactNode }

/** An order by its number, or by what stands for it. */
export function OrderLink({ id, children }: OrderLinkProps) {
  return (
    <Link to={PATHS.order} params={{ id: String(id) }} className="link digits">
      {children ?? id}
    </Link>
  )
}
