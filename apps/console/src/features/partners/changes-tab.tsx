import { getPartnerChanges, type OrderCause, type PartnerChanges } from '@partner-office/contracts'
import { TextField } from '@partner-office/ui'
import { Box } from '@partner-office/ui/console'
import { Loaded } from '@partner-office/web'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { Instant } from '../../lib/instant.tsx'
import { queryOf } from '../../lib/query-of.ts'
import { Amount } from '../../parts/amount.tsx'
import { SubmitRow } from '../../parts/form-dialog.tsx'
import { ListTable } from '../../parts/list-table.tsx'
import { OrderLink } from '../../parts/order-link.tsx'
import { PartnerName } from '../../parts/partner-name.tsx'
import { PATHS } from '../../paths.ts'
import { CountingBox } from './counting-box.tsx'

const FROM = `/frame${PATHS.partner}` as const

/** Why figures differ between two days. Source: requirements PTR-020. */
export function ChangesTab({ id }: { readonly id: string }) {
  const { from, to } = useSearch({ from: FROM })
  return (
    <div className="stack gap-4">
      <DaysForm key={`${from} ${to}`} />
      {from !== undefined && to !== undefined && <Changes id={id} days={{ from, to }} />}
    </div>
  )
}

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text)

/** Both days, which are in the address. */
function DaysForm() {
  const { t } = useTranslation()
  const search = useSearch({ from: FROM })
  const navigate = useNavigate({ from: PATHS.partner })
  const [from, setFrom] = useState(search.from ?? '')
  const [to, setTo] = useState(search.to ?? '')
  const isOrdered = isDay(from) && isDay(to) && from < to
  return (
    <Box title={t('changes.days')}>
      <form
        className="stack gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (isOrdered) void navigate({ search: (before) => ({ ...before, from, to }) })
        }}
      >
        <TextField
          type="date"
          label={t('changes.from')}
          hint={t('changes.hint')}
          value={from}
          onChange={({ target }) => setFrom(target.value)}
        />
        <TextField
          type="date"
          label={t('changes.to')}
          hint={t('changes.hint')}
          value={to}
          onChange={({ target }) => setTo(target.value)}
        />
        <SubmitRow missing={isOrdered ? undefined : t('changes.missing')}>
          {t('changes.show')}
        </SubmitRow>
      </form>
    </Box>
  )
}

type ChangesProps = {
  readonly id: string
  readonly days: { readonly from: string; readonly to: string }
}

function Changes({ id, days }: ChangesProps) {
  const { api } = useConsole()
  const changes = useQuery(queryOf(api, getPartnerChanges, { params: { id }, query: days }))
  return (
    <Loaded query={changes} placeholder={400}>
      {(found) => <Shown changes={found} />}
    </Loaded>
  )
}

function Shown({ changes }: { readonly changes: PartnerChanges }) {
  return (
    <div className="stack gap-4">
      <Sums changes={changes} />
      <TurnoverCauses name="ownTurnover" changes={changes} />
      <TurnoverCauses name="teamTurnover" changes={changes} />
      <Registrations changes={changes} />
      <CountingBox counting={changes.counting} />
    </div>
  )
}

type ShownProps = { readonly changes: PartnerChanges }
type Sum = {
  readonly name: 'ownTurnover' | 'teamTurnover' | 'firstLine' | 'team'
  readonly values: readonly string[]
  readonly currency?: string
}

/** Each figure on both days, the difference, and what it is made of. */
function Sums({ changes }: ShownProps) {
  const { t } = useTranslation()
  const column = (name: (typeof SUMS)[number], place: number) => ({
    name,
    head: t(`changes.${name}`),
    isFigure: true,
    cell: ({ values, currency }: Sum) =>
      values[place] === undefined ? (
        '–'
      ) : (
        <Amount amount={values[place]} {...(currency !== undefined && { currency })} />
      ),
  })
  return (
    <Box
      title={t('partners.tabs.changes')}
      detail={t('partners.asOf', { fact: changes.asOf })}
      isFlush
    >
      <ListTable
        isWhole
        caption={t('partners.tabs.changes')}
        rows={sumsOf(changes)}
        keyOf={({ name }: Sum) => name}
        nameOf={({ name }) => t(`partners.${name}`)}
        empty={t('changes.nothing')}
        columns={[
          {
            name: 'figure',
            head: t('changes.figure'),
            cell: ({ name }: Sum) => t(`partners.${name}`),
          },
          ...SUMS.map(column),
        ]}
      />
    </Box>
  )
}

const SUMS = ['before', 'after', 'difference', 'orders', 'cancellations', 'registrations'] as const

function sumsOf({ ownTurnover, teamTurnover, flSize, teamSize }: PartnerChanges): Sum[] {
  const turnover = (name: Sum['name'], of: PartnerChanges['ownTurnover']): Sum => ({
    name,
    values: [of.before, of.after, of.difference, of.orders.amount, of.cancellations.amount],
    currency: 'EUR',
  })
  const size = (name: Sum['name'], of: PartnerChanges['flSize']): Sum => {
    const { before, after, difference, registrations } = of
    const values: string[] = [before, after, difference].map(String)
    // Orders and cancellations change no size.
    return { name, values: [...values, '0', '0', String(registrations.count)] }
  }
  return [
    turnover('ownTurnover', ownTurnover),
    turnover('teamTurnover', teamTurnover),
    size('firstLine', flSize),
    size('team', teamSize),
  ]
}

type TurnoverCausesProps = ShownProps & { readonly name: 'ownTurnover' | 'teamTurnover' }

function TurnoverCauses({ name, changes: { [name]: change } }: TurnoverCausesProps) {
  const { t } = useTranslation()
  const figure = t(`partners.${name}`)
  return (
    <>
      <CauseBox title={t('changes.ordersOf', { figure })} cause={change.orders} />
      <CauseBox title={t('changes.cancellationsOf', { figure })} cause={change.cancellations} />
    </>
  )
}

type CauseOrder = OrderCause['largest'][number]

/** The largest orders of a cause, and how many there are in all; nothing where there is none. */
function CauseBox({ title, cause }: { readonly title: string; readonly cause: OrderCause }) {
  const { t } = useTranslation()
  const columns = useCauseColumns()
  const { count, largest } = cause
  const shown = largest.length
  const isAll = shown === count
  if (count === 0) return null
  return (
    <Box
      title={title}
      detail={isAll ? t('changes.all', { count }) : t('changes.largestOf', { shown, count })}
      isFlush
    >
      <ListTable
        isWhole
        caption={title}
        rows={largest}
        keyOf={({ orderId }: CauseOrder) => String(orderId)}
        nameOf={({ orderId }) => t('orders.one', { id: orderId })}
        empty={t('changes.nothing')}
        columns={columns}
      />
    </Box>
  )
}

function useCauseColumns() {
  const { t } = useTranslation()
  return [
    {
      name: 'order',
      head: t('orders.order'),
      cell: ({ orderId }: CauseOrder) => <OrderLink id={orderId} />,
    },
    { name: 'at', head: t('changes.at'), cell: ({ at }: CauseOrder) => <Instant at={at} /> },
    {
      name: 'buyer',
      head: t('changes.buyer'),
      cell: ({ buyer }: CauseOrder) => <PartnerName partner={buyer} />,
    },
    {
      name: 'amount',
      head: t('partners.amount'),
      isFigure: true,
      cell: ({ amount }: CauseOrder) => <Amount amount={amount} currency="EUR" />,
    },
  ]
}

type RegisteredLeg = PartnerChanges['teamSize']['registrations']['largest'][number]

/** The legs with most new partners. */
function Registrations({ changes: { teamSize } }: ShownProps) {
  const { t } = useTranslation()
  const { count, largest } = teamSize.registrations
  if (count === 0) return null
  return (
    <Box title={t('changes.registrations')} detail={t('changes.inAll', { count })} isFlush>
      <ListTable
        isWhole
        caption={t('changes.registrations')}
        rows={largest}
        keyOf={({ leg }: RegisteredLeg) => String(leg.id)}
        nameOf={({ leg }) => `${leg.firstName} ${leg.lastName}`}
        empty={t('changes.nothing')}
        columns={[
          {
            name: 'leg',
            head: t('changes.leg'),
            cell: ({ leg }: RegisteredLeg) => <PartnerName partner={leg} />,
          },
          {
            name: 'count',
            head: t('changes.newPartners'),
            isFigure: true,
            cell: ({ count: registered }: RegisteredLeg) => registered,
          },
        ]}
      />
    </Box>
  )
}
