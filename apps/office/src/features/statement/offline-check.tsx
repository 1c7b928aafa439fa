import { getStatementKeys } from '@partner-office/contracts'
import { Card, Icon } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { useOffice } from '../../lib/session/office.ts'

const PROGRAM = 'verify-statement.mjs'
const KEYS = 'keys.json'

/** The program and the public keys that check a statement without this page. */
export function OfflineCheck() {
  const { t } = useTranslation()
  const { config } = useOffice()
  const keys = `${config.hosts.domainBusinessRest}${getStatementKeys.path}`
  return (
    <Card title={t('statement.offline')}>
      <p>{t('statement.offlineHint')}</p>
      <ul className="stack gap-3">
        <li>
          <a className="link in-row" href={`/${PROGRAM}`} download={PROGRAM}>
            <Icon name="download" size={18} />
            {t('statement.program', { name: PROGRAM })}
          </a>
        </li>
        <li>
          <a className="link in-row" href={keys} download={KEYS}>
            <Icon name="download" size={18} />
            {t('statement.keys', { name: KEYS })}
          </a>
        </li>
      </ul>
      <p>
        <code
          className="mono statement-hash"
          dir="ltr"
        >{`node ${PROGRAM} statement.pdf ${KEYS}`}</code>
      </p>
    </Card>
  )
}
