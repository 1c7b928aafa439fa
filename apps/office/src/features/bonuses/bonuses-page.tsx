import { useTranslation } from 'react-i18next'

import { ProgrammeLinks } from './programme-links.tsx'
import { PATHS } from '../../paths.ts'
import { AppLink } from '../../lib/navigation/app-link.tsx'
import { BonusCards } from './bonus-cards.tsx'
import './bonuses.css'
import { IntroVideo } from './intro-video.tsx'
import { MonthsCard } from './months/months-card.tsx'

/** Overview of all bonuses. Source: requirements RTE-016, BON-002 to BON-008. */
export function BonusesPage() {
  const { t } = useTranslation()
  return (
    <>
      <div className="page-head">
        <h1 className="heading-1">{t('bonuses.title')}</h1>
        <AppLink to={PATHS.transactionsBonuses} className="link">
          {t('bonusHistory.title')}
        </AppLink>
      </div>
      <div className="stack gap-5">
        <section className="card bonus-intro" aria-labelledby="how-bonuses">
          <div className="stack gap-4">
            <h2 className="heading-1" id="how-bonuses">
              {t('bonuses.how')}
            </h2>
            <p className="subdued">{t('bonuses.howOrders')}</p>
            <p className="subdued">{t('bonuses.howExplained')}</p>
          </div>
          <IntroVideo />
        </section>
        <BonusCards />
        <MonthsCard />
        <ProgrammeLinks />
      </div>
    </>
  )
}
