import { type CallReply, getDatabase } from '@partner-office/contracts'
import { Box } from '@partner-office/ui/console'
import { useTranslation } from 'react-i18next'

import { bytesText, durationText } from '../../lib/figures.ts'
import { useLive } from '../../lib/use-live.ts'
import { LiveTable } from './live-table.tsx'

type Database = CallReply<typeof getDatabase>
type Server = Database['servers'][number]

const DATABASE_MS = 30_000
const SECOND_MS = 1_000

/** The database: its servers, what it holds by group of tables, and what is left. Source: requirements SYS-002. */
export function DatabaseBox() {
  const { t } = useTranslation()
  const query = useLive(getDatabase, DATABASE_MS)
  const { data } = query
  return (
    <Box
      title={t('system.database')}
      detail={data && t(`system.kinds.${data.kind}`, { version: data.version })}
      isFlush
      foot={data && <Facts database={data} />}
    >
      <LiveTable
        query={query}
        rows={data?.servers}
        caption={t('system.servers')}
        columns={useServerColumns()}
        keyOf={({ name }) => name}
        nameOf={({ name }) => name}
        empty={t('system.notKnown')}
      />
      {data && (
        <ul className="group-list" aria-label={t('system.groups')}>
          {data.groups.map(({ name, bytes }) => (
            <li key={name}>
              {name} <b className="digits">{bytesText(bytes)}</b>
            </li>
          ))}
        </ul>
      )}
    </Box>
  )
}

function Facts({ database }: { readonly database: Database }) {
  const { t } = useTranslation()
  const { bytes, connections, longestStatement, freeDisk } = database
  const unknown = t('system.notKnown')
  return (
    <dl className="foot-facts">
      <dt>{t('system.size')}</dt>
      <dd>{bytesText(bytes)}</dd>
      <dt>{t('system.freeDisk')}</dt>
      <dd>{freeDisk === null ? unknown : bytesText(freeDisk)}</dd>
      <dt>{t('system.connections')}</dt>
      <dd>{connections === null ? unknown : t('system.usedOf', connections)}</dd>
      <dt>{t('system.longest')}</dt>
      <dd>
        {longestStatement === null ? t('system.none') : durationText(longestStatement * SECOND_MS)}
      </dd>
    </dl>
  )
}

function useServerColumns() {
  const { t } = useTranslation()
  const lag = (server: Server, text: string | null) =>
    server.role === 'primary' || server.role === 'embedded' ? '–' : (text ?? t('system.notKnown'))
  return [
    {
      name: 'name',
      head: t('system.server'),
      cell: ({ name }: Server) => name,
    },
    {
      name: 'role',
      head: t('system.role'),
      cell: ({ role }: Server) => t(`system.roles.${role}`),
    },
    {
      name: 'lagSeconds',
      head: t('system.lag'),
      isFigure: true,
      cell: (server: Server) =>
        lag(
          server,
          server.lagSeconds === null ? null : durationText(server.lagSeconds * SECOND_MS),
        ),
    },
    {
      name: 'lagBytes',
      head: t('system.lagBytes'),
      isFigure: true,
      cell: (server: Server) =>
        lag(server, server.lagBytes === null ? null : bytesText(server.lagBytes)),
    },
  ]
}
