import { type Alert, postAlertSilence } from '@partner-office/contracts'
import { IconButton, Icon } from '@partner-office/ui'
import { Box, StateMark } from '@partner-office/ui/console'
import { Loading, useCopy } from '@partner-office/web'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { Instant } from '../../lib/instant.tsx'
import { ageText } from '../../lib/instants.ts'
import { hasPage, PageLink } from '../../parts/page-link.tsx'
import { useRoleNames } from '../../shell/role-names.ts'
import { AlertActs } from './alert-acts.tsx'
import type { ShownAlert } from './use-steady-alerts.ts'

const OWN_PAGE = '/console/today'

type AlertsBoxProps = {
  /** Undefined while they load. */
  readonly alerts: readonly ShownAlert[] | undefined
}

/** The alerts, in a box of the height of the one beside it: what comes and goes moves nothing else. Source: requirements TOD-002, TOD-004. */
export function AlertsBox({ alerts }: AlertsBoxProps) {
  const { t } = useTranslation()
  const standing = alerts?.filter(({ isOver }) => !isOver).length ?? 0
  return (
    <Box
      title={t('alerts.title')}
      detail={alerts !== undefined && t('alerts.count', { count: standing })}
      isFlush
    >
      <div className="alert-scroll" role="region" aria-label={t('alerts.list')} tabIndex={0}>
        {alerts === undefined ? (
          <Loading placeholder={200} />
        ) : alerts.length === 0 ? (
          <p className="box-empty">{t('alerts.none')}</p>
        ) : (
          <ul className="alert-list">
            {alerts.map((alert) => (
              <li key={`${alert.name} ${alert.object}`} className={quietClass(alert)}>
                <AlertRow alert={alert} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </Box>
  )
}

const quietClass = ({ isOver, silence }: ShownAlert): string | undefined =>
  isOver || silence !== null ? 'quiet-row' : undefined

function AlertRow({ alert }: { readonly alert: ShownAlert }) {
  const { t } = useTranslation()
  const { clock } = useConsole()
  const { sentence, since, silence, isOver, acts } = alert
  return (
    <>
      <p className="alert-sentence">
        <StateMark state={isOver ? 'good' : silence === null ? 'attention' : 'off'}>
          <b>{t(`alerts.names.${alert.name}`)}</b>
        </StateMark>{' '}
        {sentence}
      </p>
      <p className="caption">
        <Instant at={since} /> · {ageText(since, clock.now())}
        {isOver && (
          <>
            {' · '}
            <b>{t('alerts.over')}</b>
          </>
        )}
      </p>
      {silence !== null && (
        <p className="caption">
          {t('alerts.silenced', { by: silence.by })} <Instant at={silence.until} />:{' '}
          {silence.reason}
        </p>
      )}
      {/* An alert that is over keeps the place of its foot, so that the alerts after it do not move. */}
      <div className="alert-foot" inert={isOver} aria-hidden={isOver}>
        <Mend alert={alert} />
        {acts.length > 0 && <AlertActs alert={alert} />}
      </div>
    </>
  )
}

/** The page or the command that mends the condition. */
function Mend({ alert: { mend, acts } }: { readonly alert: Alert }) {
  const { t } = useTranslation()
  const roleNames = useRoleNames()
  const copy = useCopy()
  if (mend.kind === 'command') {
    return (
      <span className="mend">
        <code className="mend-command">{mend.text}</code>
        <IconButton
          icon="copy"
          size="sm"
          label={t('alerts.copy')}
          onClick={() => copy(mend.text)}
        />
      </span>
    )
  }
  // It is mended by a button of its own row.
  if (mend.text === OWN_PAGE) {
    return acts.includes('acknowledge') ? null : (
      <span className="mend">
        {t('act.needsRole', { roles: roleNames(postAlertSilence.roles, 'any') })}
      </span>
    )
  }
  return (
    <span className="mend">
      {hasPage(mend.text) ? (
        <PageLink address={mend.text} className="link">
          {t('alerts.mend')}
        </PageLink>
      ) : (
        <>
          <Icon name="info" size={14} /> {mend.text}
        </>
      )}
    </span>
  )
}
