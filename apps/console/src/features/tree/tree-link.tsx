import type { NamedPartner } from '@partner-office/contracts'
import { Link } from '@tanstack/react-router'

import { PATHS } from '../../paths.ts'

type TreeLinkProps = { readonly partner: NamedPartner; readonly day: string }

/** Opens the subtree of a partner, on the same day. */
export const TreeLink = ({ partner: { id, firstName, lastName }, day }: TreeLinkProps) => (
  <>
    <Link to={PATHS.tree} search={{ partner: String(id), day }} className="link">
      <bdi>{`${firstName} ${lastName}`}</bdi>
    </Link>{' '}
    <span className="muted digits">{id}</span>
  </>
)
