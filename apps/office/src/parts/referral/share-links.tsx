import { putShowRefLink, type Profile } from '@partner-office/contracts'
import { Button, Card, IconButton, Switch } from '@partner-office/ui'
import { codeOf, errorText, useCopy } from '@partner-office/web'
import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useLocale } from '../../lib/formats/locale.ts'
import { AppLink } from '../../lib/navigation/app-link.tsx'
import { useOffice } from '../../lib/session/office.ts'
import { useProfile } from '../../lib/session/profile.ts'
import { profileKey } from '../../lib/session/profile-key.ts'
import { IncomeLink } from '../public/income-link.tsx'
import { inviteAt, PATHS, registrationAt } from '../../paths.ts'
import './share-links.css'

const QrDialog = lazy(async () => ({ default: (await import('./qr-dialog.tsx')).QrDialog }))

/** The links that bring new partners into the first line. Source: requirements RTE-046, REF-001 to REF-007. */
export function ShareLinks({ isOfStatistics = false }: { readonly isOfStatistics?: boolean }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const { config } = useOffice()
  const { invite, showRefLink } = useProfile()
  return (
    <Card title={t('share.title')}>
      <p className="subdued">{t('share.text')}</p>
      <div className="share-links">
        {showRefLink === 1 ? (
          <>
            <SharedLink label={t('share.registration')} path={registrationAt(locale, invite)} />
            <SharedLink label={t('share.invite')} path={inviteAt(locale, invite)} />
          </>
        ) : (
          <ShowLinks />
        )}
      </div>
      {!isOfStatistics && (
        <AppLink to={PATHS.links} className="link">
          {t('links.open')}
        </AppLink>
      )}
      <p>
        <IncomeLink locale={locale} config={config} />
      </p>
    </Card>
  )
}

type SharedLinkProps = { readonly label: string; readonly path: string }

function SharedLink({ label, path }: SharedLinkProps) {
  const { t } = useTranslation()
  const copy = useCopy()
  const id = useId()
  const [isQrShown, setQrShown] = useState(false)
  const address = `${location.origin}${path}`
  return (
    <div className="field">
      <span className="filter-label" id={id}>
        {label}
      </span>
      <div className="copy" role="group" aria-labelledby={id}>
        <a className="ellipsis digits" href={address} target="_blank" rel="noreferrer">
          {address.replace(/^https?:\/\//, '')}
        </a>
        <IconButton icon="qr" size="sm" label={t('share.qr')} onClick={() => setQrShown(true)} />
        {'share' in navigator && (
          <IconButton
            icon="send"
            size="sm"
            label={t('share.send')}
            onClick={() => void shareLink(label, address)}
          />
        )}
        <Button size="sm" icon="copy" onClick={() => copy(address)}>
          {t('share.copy')}
        </Button>
      </div>
      {isQrShown && (
        <Suspense>
          <QrDialog title={label} address={address} onClose={() => setQrShown(false)} />
        </Suspense>
      )}
    </div>
  )
}

/** Opens the share sheet of the device. Closing it is no error. */
async function shareLink(title: string, url: string): Promise<void> {
  await navigator.share({ title, url }).catch(() => undefined)
}

/** Offers both links. Source: requirements REF-002 to REF-004. */
function ShowLinks() {
  const { t, i18n } = useTranslation()
  const { api, queries, kept } = useOffice()
  const showing = useMutation({
    mutationFn: () => api.call('business', putShowRefLink, { body: { showRefLink: 1 } }),
    onSuccess: (shown) =>
      queries.setQueryData<Profile>(profileKey, (profile) => profile && { ...profile, ...shown }),
  })
  return (
    <div className="stack gap-1 show-invite">
      <Switch
        label={t('share.show')}
        checked={showing.isPending}
        disabled={showing.isPending || kept !== null}
        onChange={() => showing.mutate()}
      />
      <p className="meta" role={showing.isError ? 'alert' : undefined}>
        {showing.isError
          ? errorText(i18n, codeOf(showing.error))
          : t(kept === null ? 'share.showHint' : 'device.readOnly')}
      </p>
    </div>
  )
}
