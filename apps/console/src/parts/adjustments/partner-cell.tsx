type PartnerCellProps = { readonly partnerId: number; readonly partnerName: string }

/** A partner by name and number. */
export const PartnerCell = ({ partnerId, partnerName }: PartnerCellProps) => (
  <>
    <bdi>{partnerName}</bdi> <span className="muted digits">{partnerId}</span>
  </>
)
