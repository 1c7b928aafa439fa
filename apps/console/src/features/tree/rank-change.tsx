import { rankDisplayName } from '@partner-office/domain'
import { Gem } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

type RankChangeProps = { readonly then: string | undefined; readonly now: string }

/** The rank on both days; one rank, where it is the same or the partner had not registered. */
export function RankChange({ then, now }: RankChangeProps) {
  const { t } = useTranslation()
  if (then === undefined || then === now) return <Rank code={now} />
  return (
    <span className="rank-change">
      <span className="muted">
        <Rank code={then} />
      </span>
      <span aria-hidden="true">→</span>
      <span className="visually-hidden"> {t('tree.thenNow')} </span>
      <Rank code={now} />
    </span>
  )
}

const Rank = ({ code }: { readonly code: string }) => (
  <span className="rank-name">
    <Gem code={code} size={14} />
    {rankDisplayName(code)}
  </span>
)
