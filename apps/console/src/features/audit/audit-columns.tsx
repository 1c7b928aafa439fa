import type { AuditEntry } from '@partner-office/contracts'
import { StateMark } from '@partner-office/ui/console'
import { useTranslation } from 'react-i18next'

import { Instant } from '../../lib/instant.tsx'
import { ProposalLink } from '../../parts/proposal-link.tsx'

/** Digits that are enough to find a hash again by eye. */
const SHORT_HASH = 8

/** The columns of the log. */
export function useAuditColumns() {
  const { t } = useTranslation()
  return [
    {
      name: 'at',
      head: t('audit.at'),
      cell: ({ at }: AuditEntry) => <Instant at={at} isExact />,
    },
    {
      name: 'actor',
      head: t('audit.actor'),
      cell: ({ actor }: AuditEntry) => <bdi>{actor}</bdi>,
    },
    {
      name: 'command',
      head: t('audit.command'),
      cell: ({ command }: AuditEntry) => <span className="digits words">{command}</span>,
    },
    {
      name: 'object',
      head: t('audit.object'),
      cell: ({ object }: AuditEntry) => (object === null ? '–' : <bdi>{object}</bdi>),
    },
    {
      name: 'result',
      head: t('audit.result'),
      cell: (entry: AuditEntry) => <Result entry={entry} />,
    },
    {
      name: 'from',
      head: t('audit.from'),
      isHelper: true,
      cell: ({ from }: AuditEntry) => (from === null ? '–' : <bdi>{from}</bdi>),
    },
    {
      name: 'proposal',
      head: t('audit.proposal'),
      isFigure: true,
      cell: ({ proposal }: AuditEntry) =>
        proposal === null ? '–' : <ProposalLink id={String(proposal)} />,
    },
    {
      name: 'hash',
      head: t('audit.hash'),
      isHelper: true,
      isFigure: true,
      cell: ({ hash }: AuditEntry) => (
        <span className="proof-hash">{hash.slice(0, SHORT_HASH)}</span>
      ),
    },
  ]
}

/** How the act ended; an act that should have had a second operator says so. */
export function Result({ entry: { result, outsideFourEyes } }: { readonly entry: AuditEntry }) {
  const { t } = useTranslation()
  if (outsideFourEyes) return <StateMark state="attention">{t('audit.outside')}</StateMark>
  return (
    <StateMark state={result === 'done' ? 'good' : 'bad'}>{t(`audit.results.${result}`)}</StateMark>
  )
}
