import type { NamedPartner } from '@partner-office/contracts'
import { Link } from '@tanstack/react-router'

import { PATHS } from '../paths.ts'

type PartnerNameProps = {
  readonly partner: Pick<NamedPartner, 'id' | 'firstName' | 'lastName'>
  /** False inside of a row that is a link itself. */
  readonly isLink?: boolean
}

/** A partner's name, which leads to the partner's page, and number. */
export const PartnerName = ({
  partner: { id, firstName, lastName },
  isLink = true,
}: PartnerNameProps) => (
  <PartnerLink partnerId={id} partnerName={`${firstName} ${lastName}`} isLink={isLink} />
)

type PartnerLinkProps = {
  readonly partnerId: number
  readonly partnerName: string
  readonly isLink?: boolean
}

/** The same by the name in one text. */
export function PartnerLink({ partnerId, partnerName, isLink = true }: PartnerLinkProps) {
  const name = <bdi>{partnerName}</bdi>
  return (
    <>
      {isLink ? (
        <Link to={PATHS.partner} params={{ id: String(partnerId) }} className="link">
          {name}
        </Link>
      ) : (
        name
      )}{' '}
      <span className="muted digits">{partnerId}</span>
    </>
  )
}
