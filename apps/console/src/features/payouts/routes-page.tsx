import { getPayoutRoutes, type PayoutRoute } from '@partner-office/contracts'
import { Button, KeyValues } from '@partner-office/ui'
import { Box } from '@partner-office/ui/console'
import { Loaded } from '@partner-office/web'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole, useSignedIn } from '../../lib/console.ts'
import { queryOf } from '../../lib/query-of.ts'
import { hasOneOf } from '../../lib/session.ts'
import { PROPOSING } from '../../lib/proposal-roles.ts'
import { useNeedsRole } from '../../parts/use-needs-role.ts'
import { PATHS } from '../../paths.ts'
import { Page } from '../../shell/page.tsx'
import { RouteForm } from './route-form.tsx'
import { FLAGS, TEXTS } from './route-values.ts'

/** The routes of payouts with their limits. Source: requirements PQU-013, PQU-014. */
export function RoutesPage() {
  const { t } = useTranslation()
  const { api } = useConsole()
  const { operator } = useSignedIn()
  const routes = useQuery(queryOf(api, getPayoutRoutes))
  return (
    <Page
      title={t('payouts.routes.title')}
      crumb={{ text: t('menu.payouts'), to: PATHS.payouts }}
      roles={getPayoutRoutes.roles}
    >
      {hasOneOf(operator.roles, getPayoutRoutes.roles) && (
        <Loaded query={routes} placeholder={400}>
          {({ content }) => (
            <div className="stack gap-4">
              {content.map((route) => (
                <Route key={`${route.payoutFrom} ${route.payoutTo}`} route={route} />
              ))}
            </div>
          )}
        </Loaded>
      )}
    </Page>
  )
}

function Route({ route }: { readonly route: PayoutRoute }) {
  const { t } = useTranslation()
  const [isChanging, setChanging] = useState(false)
  const { payoutFrom, payoutTo, enabled, limits } = route
  const yes = (is: boolean) => t(is ? 'payouts.then.yes' : 'payouts.then.no')
  return (
    <Box
      title={`${payoutFrom} – ${payoutTo}`}
      foot={
        <div className="console-actions">
          <Button disabledReason={useNeedsRole(PROPOSING)} onClick={() => setChanging(true)}>
            {t('payouts.routes.change')}
          </Button>
        </div>
      }
    >
      <KeyValues
        items={[
          { label: t('payouts.routes.fields.enabled'), value: yes(enabled) },
          {
            label: t(`payouts.routes.fields.${FLAGS[1]}`),
            value: yes(limits.verificationRequired),
          },
          ...TEXTS.map((name) => ({
            label: t(`payouts.routes.fields.${name}`),
            value: <bdi className="mono">{limits[name] ?? t('payouts.routes.noLimit')}</bdi>,
          })),
        ]}
      />
      {isChanging && <RouteForm route={route} onClose={() => setChanging(false)} />}
    </Box>
  )
}
