import { SecretCode } from '@partner-office/ui'
import { useCopy } from '@partner-office/web'
import { useTranslation } from 'react-i18next'

type AuthenticatorSecretProps = { readonly secret: string; readonly otpauthUrl: string }

/** What an authenticator app is set up with. */
export function AuthenticatorSecret(secret: AuthenticatorSecretProps) {
  const { t } = useTranslation()
  const copy = useCopy()
  const texts = {
    code: t('authenticator.qr'),
    byHand: t('authenticator.byHand'),
    copy: t('authenticator.copy'),
  }
  return (
    <>
      <p className="subdued">{t('authenticator.scan')}</p>
      <SecretCode {...secret} texts={texts} onCopy={() => copy(secret.secret)} />
    </>
  )
}
