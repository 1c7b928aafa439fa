import { getIntegrity, WHOLE_LOG_ROLES } from '@partner-office/contracts'
import { Loaded } from '@partner-office/web'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { useConsole, useSignedIn } from '../../lib/console.ts'
import { Instant } from '../../lib/instant.tsx'
import { queryOf } from '../../lib/query-of.ts'
import { hasOneOf } from '../../lib/session.ts'
import { Page } from '../../shell/page.tsx'
import { HeadsBox } from './heads-box.tsx'
import { HeadsCheck } from './heads-check.tsx'
import { MonthsBox } from './months-box.tsx'
import { ProofFigures } from './proof-figures.tsx'
import { SealsBox } from './seals-box.tsx'
import { VerifyBox } from './verify-box.tsx'

/** What proves that nothing was changed: heads, seals, sealed months, figures and the last verification. Source: requirements AUD-005. */
export function IntegrityPage() {
  const { t } = useTranslation()
  const { api } = useConsole()
  const { operator } = useSignedIn()
  const integrity = useQuery(queryOf(api, getIntegrity))
  return (
    <Page
      title={t('menu.integrity')}
      roles={getIntegrity.roles}
      state={
        integrity.data && (
          <span className="muted">
            {t('integrity.asOf')} <Instant at={integrity.data.at} isExact />
          </span>
        )
      }
    >
      <Loaded query={integrity} placeholder={480} isCard>
        {(shown) => (
          <>
            <ProofFigures integrity={shown} />
            <VerifyBox integrity={shown} />
            <div className="proof-columns">
              <HeadsBox integrity={shown} />
              <SealsBox integrity={shown} />
            </div>
            {hasOneOf(operator.roles, WHOLE_LOG_ROLES) && <HeadsCheck />}
            <MonthsBox months={shown.months} />
          </>
        )}
      </Loaded>
    </Page>
  )
}
