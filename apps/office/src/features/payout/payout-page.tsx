import { allowedTwoFaMethods, payoutTwoFaMethod } from '@partner-office/domain'
import { buttonClass, EmptyNotice, Icon } from '@partner-office/ui'
import { Loaded } from '@partner-office/web'
import { useTranslation } from 'react-i18next'

import { useLocale } from '../../lib/formats/locale.ts'
import { useOffice } from '../../lib/session/office.ts'
import { passportPageAt } from '../../lib/navigation/passport-pages.ts'
import { PATHS } from '../../paths.ts'
import { AppLink } from '../../lib/navigation/app-link.tsx'
import { type PayoutPage as Data, usePayoutPage } from './use-payout-page.ts'
import { PayoutWizard } from './payout-wizard.tsx'
import './payout.css'

/** Pays out from a bonus account to a wallet. Source: requirements RTE-023, PAY-001 to PAY-072. */
export function PayoutPage() {
  const { t } = useTranslation()
  const { config } = useOffice()
  const allowed = allowedTwoFaMethods(config.find('permissionsPayoutTwoFa'))
  const isOpen = config.isOn('permissionsPayout') && allowed.length > 0
  return (
    <>
      <div className="page-head">
        <div className="stack gap-1">
          <h1 className="heading-1">{t('payout.title')}</h1>
          <p className="meta">{t('payout.hint')}</p>
        </div>
        <AppLink to={PATHS.transactionsPayouts} className={buttonClass({})}>
          <Icon name="list" size={18} />
          {t('payout.history')}
        </AppLink>
      </div>
      {isOpen ? <LoadedPage allowed={allowed} /> : <NoAccess />}
    </>
  )
}

type Allowed = { readonly allowed: ReturnType<typeof allowedTwoFaMethods> }

/** Source: requirements PAY-003, PAY-004, PAY-008, PAY-068 to PAY-070. */
function LoadedPage({ allowed }: Allowed) {
  const { t } = useTranslation()
  const { startUp } = useOffice()
  const query = usePayoutPage()
  const titleOf = (code: string): string => {
    const refused = t(startUp.isView ? 'view.notShown' : 'payout.noAccess')
    const known = { access_denied: refused, internal_server_error: t('loadFailed') }
    return known[code as keyof typeof known] ?? code.replaceAll('_', ' ')
  }
  return (
    <Loaded query={query} placeholder={320} hidesOld isCard title={titleOf} text={null}>
      {(data) => <MethodGate allowed={allowed} data={data} onDone={() => void query.refetch()} />}
    </Loaded>
  )
}

/** Source: requirements PAY-007, PAY-009, ACC-012 to ACC-015; decisions D-130. */
function MethodGate({ allowed, data, onDone }: Allowed & { data: Data; onDone: () => void }) {
  const { t } = useTranslation()
  const method = payoutTwoFaMethod(allowed, data.methods)
  if (method === null) return <NoMethod allowed={allowed} />
  if (method !== 'GOOGLE_AUTHENTICATOR') {
    return <EmptyNotice isCard title={t('payout.notFound')} hint={t('payout.notSupported')} />
  }
  return <PayoutWizard data={data} onDone={onDone} />
}

/** What is missing, and the page that sets it up. Source: requirements ACC-014, ACC-015. */
function NoMethod({ allowed }: Allowed) {
  const { t } = useTranslation()
  const locale = useLocale()
  const { config } = useOffice()
  const [first, second] = allowed
  const key = second === undefined ? NO_METHOD[first!] : 'payout.noMethodEither'
  return (
    <div className="card">
      <div className="empty" role="alert">
        <p className="heading-2">{t('payout.noMethod')}</p>
        <p className="subdued">{t(key)}</p>
        <a className="link" href={passportPageAt(config, locale, 'security', 'payout')}>
          {t('payout.setUp')}
        </a>
      </div>
    </div>
  )
}

const NO_METHOD = {
  GOOGLE_AUTHENTICATOR: 'payout.noMethodAuthenticator',
  TELEGRAM: 'payout.noMethodTelegram',
} as const

/** Source: requirements PAY-005, PAY-006, PAY-008. */
function NoAccess() {
  const { t } = useTranslation()
  return (
    <div className="card">
      <div className="empty" role="alert">
        <p className="heading-2">{t('payout.noAccess')}</p>
        <p className="subdued">{t('payout.noAccessHint')}</p>
      </div>
    </div>
  )
}
