import type { NamedPartner } from '@partner-office/contracts'

/** A partner's name and number. */
export function PartnerName({ partner }: { readonly partner: NamedPartner }) {
  return (
    <>
      <bdi>
        {partner.firstName} {partner.lastName}
      </bdi>{' '}
      <span className="muted digits">{partner.id}</span>
    </>
  )
}
