import type { NamedPartner } from '@partner-office/contracts'
import { Link } from '@tanstack/react-router'

import { PATHS } from '../paths.ts'

type PartnerNameProps = {
  readonly partner: NamedPartner
  /** The name leads to the orders of the partner. */
  readonly isLink?: boolean
}

/** A partner's name and number. */
export function PartnerName({ partner, isLink = false }: PartnerNameProps) {
  const { id, firstName, lastName } = partner
  const name = (
    <bdi>
      {firstName} {lastName}
    </bdi>
  )
  return (
    <>
      {isLink ? (
        <Link to={PATHS.orders} search={{ partner: String(id) }} className="link">
          {name}
        </Link>
      ) : (
        name
      )}{' '}
      <span className="muted digits">{id}</span>
    </>
  )
}
