import { Gem } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { RANK_CODES, rankNameKey } from '../../lib/queries/ranks.ts'

/** The gems of all ranks of the shipped plan, from the lowest to the highest. */
export function RankStrip() {
  const { t } = useTranslation()
  return (
    <section aria-label={t('home.ranks')}>
      <ol className="rank-strip">
        {RANK_CODES.map((code) => (
          <li key={code}>
            <Gem code={code} size={40} />
            {t(rankNameKey(code))}
          </li>
        ))}
      </ol>
    </section>
  )
}
