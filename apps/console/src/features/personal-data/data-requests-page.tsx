import { type DataRequest, getDataRequests } from '@partner-office/contracts'
import { DAY_MS } from '@partner-office/domain'
import { Button } from '@partner-office/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { Instant } from '../../lib/instant.tsx'
import { PagedTable } from '../../parts/paged-table.tsx'
import { PartnerName } from '../../parts/partner-name.tsx'
import { usePaged } from '../../parts/use-paged.ts'
import { Page } from '../../shell/page.tsx'
import { EraseDialog } from '../../parts/personal-data/erase-dialog.tsx'
import { ExportDialog } from '../../parts/personal-data/export-dialog.tsx'
import { RefuseDialog } from '../../parts/personal-data/refuse-dialog.tsx'

type Asked = { readonly request: DataRequest; readonly act: 'do' | 'refuse' }

/** What partners ask for of their personal data, oldest first. Source: requirements PTR-012. */
export function DataRequestsPage() {
  const { t } = useTranslation()
  const { api } = useConsole()
  const [asked, setAsked] = useState<Asked | null>(null)
  const list = usePaged([getDataRequests.path], (query, signal) =>
    api.call(getDataRequests, { query, signal }),
  )
  return (
    <Page title={t('menu.dataRequests')} roles={getDataRequests.roles}>
      <PagedTable
        list={list}
        caption={t('menu.dataRequests')}
        columns={useColumns(setAsked)}
        keyOf={({ partner, kind }) => `${partner.id} ${kind}`}
        nameOf={({ partner }) => `${partner.firstName} ${partner.lastName}`}
        empty={t('personalData.none')}
      />
      {asked !== null && <ActDialog {...asked} onClose={() => setAsked(null)} />}
    </Page>
  )
}

function ActDialog({ request, act, onClose }: Asked & { readonly onClose: () => void }) {
  const { kind, partner } = request
  if (act === 'refuse') return <RefuseDialog request={request} onClose={onClose} />
  const shared = { id: partner.id, name: `${partner.firstName} ${partner.lastName}`, onClose }
  return kind === 'EXPORT' ? <ExportDialog {...shared} /> : <EraseDialog {...shared} />
}

function useColumns(onAct: (asked: Asked) => void) {
  const { t } = useTranslation()
  const [now] = useState(() => Date.now())
  return [
    {
      name: 'partner',
      head: t('orders.partner'),
      cell: ({ partner }: DataRequest) => <PartnerName partner={partner} />,
    },
    {
      name: 'kind',
      head: t('personalData.asksFor'),
      cell: ({ kind }: DataRequest) => t(`personalData.kinds.${kind}`),
    },
    {
      name: 'at',
      head: t('personalData.asked'),
      cell: ({ at }: DataRequest) => <Instant at={at} />,
    },
    {
      name: 'age',
      head: t('personalData.age'),
      cell: ({ at }: DataRequest) =>
        t('personalData.days', { count: Math.max(0, Math.floor((now - at) / DAY_MS)) }),
    },
    {
      name: 'act',
      head: t('personalData.end'),
      cell: (request: DataRequest) => <Acts request={request} onAct={onAct} />,
    },
  ]
}

type ActsProps = { readonly request: DataRequest; readonly onAct: (asked: Asked) => void }

function Acts({ request, onAct }: ActsProps) {
  const { t } = useTranslation()
  const { kind, partner } = request
  const button = (act: Asked['act'], text: string) => (
    <Button
      size="sm"
      variant="secondary"
      aria-label={`${text}: ${partner.firstName} ${partner.lastName}`}
      onClick={() => onAct({ request, act })}
    >
      {text}
    </Button>
  )
  return (
    <span className="in-row">
      {button('do', kind === 'EXPORT' ? t('personalData.export') : t('personalData.erase'))}
      {button('refuse', t('personalData.refuse'))}
    </span>
  )
}
