import { type AuditEntry, getAuditEntry } from '@partner-office/contracts'
import { KeyValues, Note } from '@partner-office/ui'
import { ProofHash } from '@partner-office/ui/console'
import { Loaded, useCopy } from '@partner-office/web'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { Instant } from '../../lib/instant.tsx'
import { queryOf } from '../../lib/query-of.ts'
import { OrderLink } from '../../parts/order-link.tsx'
import { ProposalLink } from '../../parts/proposal-link.tsx'
import { RowDrawer } from '../../parts/row-drawer.tsx'
import { PATHS } from '../../paths.ts'
import { Result } from './audit-columns.tsx'
import type { LogFilter } from './use-entries.ts'

type EntryPanelProps = { readonly id: string; readonly onClose: () => void }

/** One entry with everything that it holds, and ways to the entries around it. */
export function EntryPanel({ id, onClose }: EntryPanelProps) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const entry = useQuery(queryOf(api, getAuditEntry, { params: { id } }))
  return (
    <RowDrawer row={id} title={t('audit.entry', { id })} onClose={onClose}>
      <Loaded query={entry} placeholder={320} titles={{ not_found: 'audit.notFound' }}>
        {(shown) => <Entry entry={shown} />}
      </Loaded>
    </RowDrawer>
  )
}

function Entry({ entry }: { readonly entry: AuditEntry }) {
  const { t } = useTranslation()
  const copy = useCopy()
  const { hash, outsideFourEyes } = entry
  return (
    <>
      {outsideFourEyes && <Note tone="orange">{t('audit.outsideText')}</Note>}
      <KeyValues items={useFacts(entry)} />
      <Details details={entry.details} />
      <section className="stack gap-1">
        <h3 className="heading-3">{t('audit.hash')}</h3>
        <ProofHash hash={hash} copyLabel={t('audit.copyHash')} onCopy={() => copy(hash)} />
        <p className="caption">{t('audit.hashText')}</p>
      </section>
    </>
  )
}

function useFacts(entry: AuditEntry): ComponentProps<typeof KeyValues>['items'] {
  const { t } = useTranslation()
  const { at, actor, from, command, object, proposal, requestId } = entry
  const order = orderOf(entry)
  return [
    { label: t('audit.at'), value: <Instant at={at} isExact /> },
    { label: t('audit.actor'), value: <Only filter={{ actor }}>{actor}</Only> },
    { label: t('audit.from'), value: from === null ? '–' : <Only filter={{ from }}>{from}</Only> },
    { label: t('audit.command'), value: <Only filter={{ command }}>{command}</Only> },
    {
      label: t('audit.object'),
      value: object === null ? '–' : <Only filter={{ object }}>{object}</Only>,
    },
    ...(order === undefined ? [] : [{ label: t('orders.order'), value: <OrderLink id={order} /> }]),
    { label: t('audit.result'), value: <Result entry={entry} /> },
    {
      label: t('audit.proposal'),
      value: proposal === null ? '–' : <ProposalLink id={String(proposal)} />,
    },
    {
      label: t('audit.requestId'),
      value: requestId === null ? '–' : <Only filter={{ requestId }}>{requestId}</Only>,
    },
  ]
}

/** Commands about one order, whose object is its number. */
const ABOUT_ORDERS = ['order', 'cancel order']

const orderOf = ({ command, object }: AuditEntry): string | undefined =>
  ABOUT_ORDERS.includes(command) ? /^(?:order )?(\d+)$/.exec(object ?? '')?.[1] : undefined

/** A value that leads to all entries with it. */
function Only({ filter, children }: { readonly filter: LogFilter; readonly children: string }) {
  const { t } = useTranslation()
  return (
    <Link
      from={PATHS.audit}
      to="."
      search={({ open, hide }) => ({ open, hide, ...filter })}
      className="link"
      title={t('audit.only', { value: children })}
    >
      <bdi>{children}</bdi>
    </Link>
  )
}

/** What the act was told, as it is stored; facts that stand above are left out. */
const SHOWN_ABOVE = ['callerAddress', 'requestId', 'proposal', 'outsideFourEyes']

function Details({ details }: Pick<AuditEntry, 'details'>) {
  const { t } = useTranslation()
  const shown = Object.entries(details).filter(([name]) => !SHOWN_ABOVE.includes(name))
  if (shown.length === 0) return null
  return (
    <section className="stack gap-1">
      <h3 className="heading-3">{t('audit.details')}</h3>
      <dl className="fact-list">
        {shown.map(([name, value]) => (
          <Detail key={name} name={name} value={value} />
        ))}
      </dl>
    </section>
  )
}

const Detail = ({ name, value }: { readonly name: string; readonly value: unknown }) => (
  <>
    <dt>{name}</dt>
    <dd className="stored-value" dir="auto">
      {typeof value === 'string' ? value : JSON.stringify(value)}
    </dd>
  </>
)
