import { type ConsoleOrder, getOrder, postOrderCancelPreview } from '@partner-office/contracts'
import { Button, KeyValues } from '@partner-office/ui'
import { Box } from '@partner-office/ui/console'
import { Loaded } from '@partner-office/web'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { Instant } from '../../lib/instant.tsx'
import { queryOf } from '../../lib/query-of.ts'
import { Amount } from '../../parts/amount.tsx'
import { useNeedsRole } from '../../parts/use-needs-role.ts'
import { useProposed } from '../../parts/use-proposed.ts'
import { PATHS } from '../../paths.ts'
import { Page } from '../../shell/page.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import { MonthBoxes } from './month-box.tsx'
import { OrderStateMark } from './order-state.tsx'
import { PartnerName } from '../../parts/partner-name.tsx'
import { RanksAndActivity } from './ranks-box.tsx'
import { TransfersBox } from './transfers-box.tsx'
import { WayBox } from './way-box.tsx'

/** One order: what it is, all that it has brought to whom and why, and its cancellation. Source: requirements ORC-002 to ORC-006. */
export function OrderPage() {
  const { t } = useTranslation()
  const { api } = useConsole()
  const { id } = useParams({ from: `/frame${PATHS.order}` })
  const order = useQuery(queryOf(api, getOrder, { params: { id } }))
  return (
    <Page
      title={t('orders.one', { id })}
      crumb={{ text: t('menu.orders'), to: PATHS.orders }}
      state={order.data && <OrderStateMark order={order.data} />}
      actions={order.data?.state === 'STANDING' && <Cancel key={id} id={order.data.id} />}
      roles={getOrder.roles}
    >
      <Loaded query={order} placeholder={300} titles={{ not_found: 'orders.notFound' }}>
        {(found) => (
          <div className="stack gap-4">
            <About order={found} />
            <WayBox id={id} />
            <RanksAndActivity id={id} />
            <MonthBoxes id={id} />
            <TransfersBox id={id} />
          </div>
        )}
      </Loaded>
    </Page>
  )
}

function About({ order }: { readonly order: ConsoleOrder }) {
  const { t } = useTranslation()
  const { buyer, amount, paidAt, recordedAt, fact, file, planVersion, rate } = order
  const { lateFor, correctedWith, cancelled } = order
  return (
    <Box title={t('orders.about')}>
      <KeyValues
        items={[
          { label: t('orders.amount'), value: <Amount amount={amount} currency="EUR" /> },
          { label: t('orders.buyer'), value: <PartnerName partner={buyer} /> },
          { label: t('orders.paid'), value: <Instant at={paidAt} isExact /> },
          { label: t('orders.recorded'), value: <Instant at={recordedAt} isExact /> },
          { label: t('orders.fact'), value: fact },
          {
            label: t('orders.file'),
            value: file === null ? t('orders.noFile') : <FileLink file={file} />,
          },
          { label: t('orders.plan'), value: planVersion },
          { label: t('orders.rate'), value: <Rate rate={rate} /> },
          ...(lateFor === null
            ? []
            : [
                { label: t('orders.lateFor'), value: lateFor },
                {
                  label: t('orders.correctedWith'),
                  value: correctedWith ?? t('orders.notCorrected'),
                },
              ]),
          ...(cancelled === null
            ? []
            : [
                { label: t('orders.cancelledAt'), value: <Instant at={cancelled.at} isExact /> },
                { label: t('orders.cancelReason'), value: <bdi>{cancelled.reason || '–'}</bdi> },
              ]),
        ]}
      />
    </Box>
  )
}

/** A file by its number, which leads to its orders. */
function FileLink({ file }: { readonly file: number }) {
  return (
    <Link to={PATHS.orders} search={{ file: String(file) }} className="link digits">
      {file}
    </Link>
  )
}

function Rate({ rate: { rate, to, validFrom } }: Pick<ConsoleOrder, 'rate'>) {
  const { t } = useTranslation()
  return (
    <>
      <Amount amount={rate} currency={to} />{' '}
      <span className="muted">
        {t('orders.rateSince')} <Instant at={validFrom} />
      </span>
    </>
  )
}

function Cancel({ id }: { readonly id: number }) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const close = () => setAsking(false)
  const onDone = useProposed(close)
  return (
    <>
      <Button
        disabledReason={useNeedsRole(postOrderCancelPreview.roles)}
        onClick={() => setAsking(true)}
      >
        {t('orders.cancel')}
      </Button>
      {isAsking && <CancelDialog id={id} onDone={onDone} onClose={close} />}
    </>
  )
}
