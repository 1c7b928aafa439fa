import { getProcesses, type Process } from '@partner-office/contracts'
import { Box, StateMark } from '@partner-office/ui/console'
import { useTranslation } from 'react-i18next'

import { bytesText, countText, durationText } from '../../lib/figures.ts'
import { Instant } from '../../lib/instant.tsx'
import { useLive } from '../../lib/use-live.ts'
import { LiveTable } from './live-table.tsx'

const PROCESSES_MS = 5_000

/** Every process on the database; one that is gone is quiet. Source: requirements SYS-001. */
export function ProcessesBox() {
  const { t } = useTranslation()
  const query = useLive(getProcesses, PROCESSES_MS)
  const all = query.data?.content
  const live = all?.filter(({ isGone }) => !isGone).length
  return (
    <Box
      title={t('system.processes')}
      detail={all && t('system.answering', { live, count: all.length })}
      isFlush
    >
      <LiveTable
        query={query}
        rows={all}
        caption={t('system.processes')}
        columns={useColumns()}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        isQuiet={({ isGone }) => isGone}
        empty={t('system.noProcess')}
      />
    </Box>
  )
}

function useColumns() {
  const { t } = useTranslation()
  return [
    {
      name: 'name',
      head: t('system.process'),
      cell: ({ name }: Process) => name,
    },
    {
      name: 'state',
      head: t('system.state'),
      cell: ({ isGone, isLeader }: Process) => (
        <StateMark state={isGone ? 'off' : 'good'}>
          {t(`system.${isGone ? 'gone' : isLeader ? 'leads' : 'serves'}`)}
        </StateMark>
      ),
    },
    {
      name: 'version',
      head: t('system.version'),
      cell: ({ version }: Process) => version,
    },
    {
      name: 'startedAt',
      head: t('system.since'),
      cell: ({ startedAt }: Process) => <Instant at={startedAt} />,
    },
    {
      name: 'fact',
      head: t('system.fact'),
      isFigure: true,
      cell: ({ fact }: Process) => countText(fact),
    },
    {
      name: 'figuresAge',
      head: t('system.figuresAge'),
      isFigure: true,
      cell: ({ figuresAge }: Process) => durationText(figuresAge),
    },
    {
      name: 'clock',
      head: t('system.clock'),
      isFigure: true,
      cell: ({ clockDifference }: Process) => durationText(clockDifference),
    },
    {
      name: 'memory',
      head: t('system.memory'),
      isFigure: true,
      cell: ({ memory }: Process) => bytesText(memory),
    },
    {
      name: 'freeDisk',
      head: t('system.freeDisk'),
      isFigure: true,
      cell: ({ freeDisk }: Process) =>
        freeDisk === null ? t('system.notKnown') : bytesText(freeDisk),
    },
    {
      name: 'connections',
      head: t('system.connections'),
      isFigure: true,
      cell: ({ connections }: Process) =>
        connections === null ? t('system.notKnown') : countText(connections),
    },
  ]
}
