import { type CallReply, getQueues } from '@partner-office/contracts'
import { Box } from '@partner-office/ui/console'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { countText } from '../../lib/figures.ts'
import { Instant } from '../../lib/instant.tsx'
import { ageText } from '../../lib/instants.ts'
import { useLive } from '../../lib/use-live.ts'
import { LiveTable } from './live-table.tsx'

type Queue = CallReply<typeof getQueues>['content'][number]

const QUEUES_MS = 5_000

/** Work that waits in the database: how much, since when, how often it was tried, and why it failed last. Source: requirements SYS-004. */
export function QueuesBox() {
  const { t } = useTranslation()
  const query = useLive(getQueues, QUEUES_MS)
  return (
    <Box title={t('system.queues')} isFlush>
      <LiveTable
        query={query}
        rows={query.data?.content}
        caption={t('system.queues')}
        columns={useColumns()}
        keyOf={({ name }) => name}
        nameOf={({ name }) => name}
        isQuiet={({ length }) => length === 0}
        empty={t('system.none')}
      />
    </Box>
  )
}

function LastError({ lastError }: Queue) {
  if (lastError === null) return '–'
  return (
    <>
      {lastError.text} <Instant at={lastError.at} />
    </>
  )
}

function useColumns() {
  const { t } = useTranslation()
  const { clock } = useConsole()
  return [
    {
      name: 'name',
      head: t('system.queue'),
      cell: ({ name }: Queue) => t(`system.queueNames.${name}`),
    },
    {
      name: 'length',
      head: t('system.waiting'),
      isFigure: true,
      cell: ({ length }: Queue) => countText(length),
    },
    {
      name: 'tries',
      head: t('system.tries'),
      isFigure: true,
      cell: ({ tries }: Queue) => (tries === null ? '–' : countText(tries)),
    },
    {
      name: 'lastError',
      head: t('system.lastError'),
      cell: LastError,
    },
    {
      name: 'oldest',
      head: t('system.oldest'),
      isFigure: true,
      cell: ({ oldest }: Queue) => (oldest === null ? '–' : ageText(oldest, clock.now())),
    },
  ]
}
