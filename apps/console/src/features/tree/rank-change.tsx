import { useTranslation } from 'react-i18next'

import { RankName } from '../../parts/rank-name.tsx'

type RankChangeProps = { readonly then: string | undefined; readonly now: string }

/** The rank on both days; one rank, where it is the same or the partner had not registered. */
export function RankChange({ then, now }: RankChangeProps) {
  const { t } = useTranslation()
  if (then === undefined || then === now) return <RankName code={now} />
  return (
    <span className="rank-change">
      <span className="muted">
        <RankName code={then} />
      </span>
      <span aria-hidden="true">→</span>
      <span className="visually-hidden"> {t('tree.thenNow')} </span>
      <RankName code={now} />
    </span>
  )
}
