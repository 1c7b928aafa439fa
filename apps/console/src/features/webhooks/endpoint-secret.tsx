import { Button, Note } from '@partner-office/ui'
import { useCopy } from '@partner-office/web'
import { useTranslation } from 'react-i18next'

type EndpointSecretProps = {
  /** Empty where the answer that held it was lost. */
  readonly secret: string
  readonly onDone: () => void
}

/** The secret of an endpoint, which nothing shows again. Source: requirements WHK-009. */
export function EndpointSecret({ secret, onDone }: EndpointSecretProps) {
  const { t } = useTranslation()
  const copy = useCopy()
  return (
    <div className="stack gap-4">
      {secret === '' ? (
        <Note tone="orange" live>
          {t('webhooks.secret.lost')}
        </Note>
      ) : (
        <>
          <p>{t('webhooks.secret.once')}</p>
          <p className="digits stored-value">{secret}</p>
        </>
      )}
      <div className="decision">
        {secret !== '' && (
          <Button icon="copy" onClick={() => copy(secret)}>
            {t('webhooks.secret.copy')}
          </Button>
        )}
        <Button variant="primary" onClick={onDone}>
          {t('common.close')}
        </Button>
      </div>
    </div>
  )
}
