import { type AuditEntry, getAudit } from '@partner-office/contracts'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { Instant } from '../../lib/instant.tsx'
import { PagedTable } from '../../parts/paged-table.tsx'
import { usePaged } from '../../parts/use-paged.ts'
import { PATHS } from '../../paths.ts'

const reasonOf = ({ details: { reason } }: AuditEntry): string =>
  typeof reason === 'string' && reason !== '' ? reason : '–'

/** Entries of the audit log about a partner; roles without the whole log see their own. Source: requirements PTR-007. */
export function AuditTab({ id }: { readonly id: string }) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const list = usePaged([getAudit.path, { partner: id }], (query, signal) =>
    api.call(getAudit, { query: { ...query, partner: id }, signal }),
  )
  return (
    <PagedTable
      list={list}
      caption={t('partners.tabs.audit')}
      keyOf={(entry) => String(entry.id)}
      nameOf={(entry) => entry.command}
      empty={t('partners.noEntries')}
      columns={[
        {
          name: 'at',
          head: t('audit.at'),
          cell: (entry: AuditEntry) => (
            <Link to={PATHS.audit} search={{ open: String(entry.id) }} className="link">
              <Instant at={entry.at} isExact />
            </Link>
          ),
        },
        { name: 'actor', head: t('audit.actor'), cell: ({ actor }) => <bdi>{actor}</bdi> },
        { name: 'command', head: t('audit.command'), cell: ({ command }) => command },
        {
          name: 'reason',
          head: t('reason.label'),
          cell: (entry) => <bdi>{reasonOf(entry)}</bdi>,
        },
      ]}
    />
  )
}
