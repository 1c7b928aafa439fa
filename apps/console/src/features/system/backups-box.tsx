import { type CallReply, getBackups } from '@partner-office/contracts'
import { Box, StateMark } from '@partner-office/ui/console'
import { useTranslation } from 'react-i18next'

import { bytesText } from '../../lib/figures.ts'
import { Instant } from '../../lib/instant.tsx'
import { useLive } from '../../lib/use-live.ts'
import { LiveTable } from './live-table.tsx'

type Answer = CallReply<typeof getBackups>
type Backup = Answer['content'][number]

const BACKUPS_MS = 60_000

/** The last backup of each kind, and whether a restore of it was tested. Source: requirements SYS-005. */
export function BackupsBox() {
  const { t } = useTranslation()
  const query = useLive(getBackups, BACKUPS_MS)
  return (
    <Box
      title={t('system.backups')}
      isFlush
      foot={query.data && <RestoreTest backups={query.data} />}
    >
      <LiveTable
        query={query}
        rows={query.data?.content}
        caption={t('system.backups')}
        columns={useColumns()}
        keyOf={({ source, kind }) => `${source} ${kind}`}
        nameOf={({ kind }) => kind}
        empty={t('system.noBackup')}
      />
    </Box>
  )
}

function RestoreTest({
  backups: { restoreTestAt, hasRestoreFailed },
}: {
  readonly backups: Answer
}) {
  const { t } = useTranslation()
  if (hasRestoreFailed) return <StateMark state="bad">{t('system.restoreFailed')}</StateMark>
  if (restoreTestAt === null) return t('system.noRestore')
  return (
    <span>
      {t('system.restored')} <Instant at={restoreTestAt} />
    </span>
  )
}

function useColumns() {
  const { t } = useTranslation()
  return [
    {
      name: 'kind',
      head: t('system.backup'),
      cell: ({ kind, source }: Backup) => (
        <>
          {kind} <span className="muted">{t(`system.sources.${source}`)}</span>
        </>
      ),
    },
    {
      name: 'at',
      head: t('system.last'),
      cell: ({ at }: Backup) => <Instant at={at} />,
    },
    {
      name: 'bytes',
      head: t('system.size'),
      isFigure: true,
      cell: ({ bytes }: Backup) => (bytes === null ? t('system.notKnown') : bytesText(bytes)),
    },
    {
      name: 'isRestored',
      head: t('system.proved'),
      cell: ({ isRestored }: Backup) => (
        <StateMark state={isRestored ? 'good' : 'attention'}>
          {t(isRestored ? 'system.isRestored' : 'system.notRestored')}
        </StateMark>
      ),
    },
  ]
}
