import type { Waiting } from '@partner-office/contracts'
import { buttonClass, Icon, type IconName } from '@partner-office/ui'
import { Box } from '@partner-office/ui/console'
import { Loading } from '@partner-office/web'
import { useTranslation } from 'react-i18next'

import { ageText, localText } from '../../lib/instants.ts'
import { useMinute } from '../../lib/use-minute.ts'
import { hasPage, PageLink } from '../../parts/page-link.tsx'

const ICONS: Readonly<Record<Waiting['kind'], IconName>> = {
  proposals: 'approval',
  payoutsToTake: 'wallet',
  payoutsTaken: 'send',
  documents: 'person',
  tickets: 'mail',
  disputes: 'help',
  dataRequests: 'file',
  monthsDue: 'calendar',
}

type WaitingBoxProps = {
  /** Undefined while they load. */
  readonly waiting: readonly Waiting[] | undefined
}

/** What waits for the operator's roles, and since when. A kind of which nothing waits keeps its row. Source: requirements TOD-001, TOD-009. */
export function WaitingBox({ waiting }: WaitingBoxProps) {
  const { t } = useTranslation()
  return (
    <Box title={t('today.waits')} detail={t('today.waitsDetail')} isFlush>
      {waiting === undefined ? (
        <Loading placeholder={260} />
      ) : waiting.length === 0 ? (
        <p className="box-empty">{t('today.noWork')}</p>
      ) : (
        <ul className="work-list">
          {waiting.map((row) => (
            <li key={row.kind} className={row.count === 0 ? 'quiet-row' : undefined}>
              <WaitingRow row={row} />
            </li>
          ))}
        </ul>
      )}
    </Box>
  )
}

function WaitingRow({ row: { kind, count, oldest, page } }: { readonly row: Waiting }) {
  const { t } = useTranslation()
  const now = useMinute()
  const text = t(`today.waiting.${kind}`, { count })
  return (
    <>
      <Icon name={ICONS[kind]} size={18} />
      <span className="work-text">{text}</span>
      <span className="muted" title={oldest === null ? undefined : localText(oldest)}>
        {oldest === null ? '' : ageText(oldest, now)}
      </span>
      {hasPage(page) && (
        <PageLink address={page} className={buttonClass({ variant: 'secondary', size: 'sm' })}>
          {t('today.open')}
          <span className="visually-hidden">: {text}</span>
        </PageLink>
      )}
    </>
  )
}
