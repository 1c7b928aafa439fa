import { Link } from '@tanstack/react-router'

import { PATHS } from '../paths.ts'

/** A proposal by its number. */
export function ProposalLink({ id }: { readonly id: string }) {
  return (
    <Link to={PATHS.proposal} params={{ id }} className="link digits">
      {id}
    </Link>
  )
}
