import { rankDisplayName } from '@partner-office/domain'
import { Gem } from '@partner-office/ui'

/** The name of a rank with its gem. */
export const RankName = ({ code }: { readonly code: string }) => (
  <span className="rank-name">
    <Gem code={code} size={14} />
    {rankDisplayName(code)}
  </span>
)
