import { type ConsoleOrder, getOrder } from '@partner-office/contracts'
import { Button, KeyValues } from '@partner-office/ui'
import { Box } from '@partner-office/ui/console'
import { Loaded } from '@partner-office/web'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { Instant } from '../../lib/instant.tsx'
import { queryOf } from '../../lib/query-of.ts'
import { Amount } from '../../parts/amount.tsx'
import { ProposeDialog } from '../../parts/propose-dialog.tsx'
import { useNeedsRole } from '../../parts/use-needs-role.ts'
import { useProposed } from '../../parts/use-proposed.ts'
import { PATHS } from '../../paths.ts'
import { Page } from '../../shell/page.tsx'
import { PartnerName } from './partner-name.tsx'
import { TransfersBox } from './transfers-box.tsx'
import { WayBox } from './way-box.tsx'

/** One order: what it is, what each level above the buyer got and why, and its transfers. Source: requirements ORC-002, ORC-004. */
export function OrderPage() {
  const { t } = useTranslation()
  const { api } = useConsole()
  const { id } = useParams({ from: `/frame${PATHS.order}` })
  const order = useQuery(queryOf(api, getOrder, { params: { id } }))
  return (
    <Page
      title={t('orders.one', { id })}
      crumb={{ text: t('menu.orders'), to: PATHS.orders }}
      roles={getOrder.roles}
    >
      <Loaded query={order} placeholder={300}>
        {(found) => (
          <div className="stack gap-4">
            <About order={found} />
            <WayBox id={id} />
            <TransfersBox id={id} />
          </div>
        )}
      </Loaded>
    </Page>
  )
}

function About({ order }: { readonly order: ConsoleOrder }) {
  const { t } = useTranslation()
  const { buyer, amount, paidAt, recordedAt, fact, planVersion, rate, state } = order
  const { lateFor, correctedWith, cancelled } = order
  return (
    <Box title={t('orders.about')} foot={state === 'STANDING' && <Cancel id={order.id} />}>
      <KeyValues
        items={[
          { label: t('orders.state'), value: t(`orders.states.${state}`) },
          { label: t('orders.amount'), value: <Amount amount={amount} currency="EUR" /> },
          { label: t('orders.partner'), value: <PartnerName partner={buyer} /> },
          { label: t('orders.paid'), value: <Instant at={paidAt} isExact /> },
          { label: t('orders.recorded'), value: <Instant at={recordedAt} isExact /> },
          { label: t('orders.fact'), value: fact },
          { label: t('orders.plan'), value: planVersion },
          { label: t('orders.rate'), value: <Amount amount={rate.rate} currency={rate.to} /> },
          { label: t('orders.lateFor'), value: lateFor ?? '–' },
          { label: t('orders.correctedWith'), value: correctedWith ?? '–' },
          ...(cancelled === null
            ? []
            : [
                { label: t('orders.cancelledAt'), value: <Instant at={cancelled.at} isExact /> },
                { label: t('orders.cancelReason'), value: cancelled.reason },
              ]),
        ]}
      />
    </Box>
  )
}

/** Shows what cancelling takes back and proposes it. Source: requirements ORC-005, ORC-006. */
function Cancel({ id }: { readonly id: number }) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const close = () => setAsking(false)
  const onDone = useProposed(close)
  return (
    <>
      <Button
        variant="secondary"
        disabledReason={useNeedsRole(['finance'])}
        onClick={() => setAsking(true)}
      >
        {t('orders.cancel')}
      </Button>
      {isAsking && (
        <ProposeDialog
          title={t('orders.cancelTitle', { id })}
          proposed={{ kind: 'order_cancel', object: String(id), values: {} }}
          onDone={onDone}
          onClose={close}
        />
      )}
    </>
  )
}
