import { Button, Chip, Money } from '@partner-office/ui'
import {
  Box,
  type DataColumn,
  DataTable,
  FilterChip,
  FilterInput,
  SidePanel,
  type TableSort,
  WithPanel,
} from '@partner-office/ui/console'
import { useState } from 'react'

import { Section } from './section.tsx'

type Payout = {
  readonly id: string
  readonly partner: string
  readonly amount: string
  readonly decimals: string
  readonly state: 'Waiting' | 'Taken'
  readonly age: string
}

const PAYOUTS: readonly Payout[] = [
  ['204,223', 'Daniyar Akhmetov', '4,200', '.50000000', 'Waiting', '18 h 12 m'],
  ['204,291', 'Lena Vogel', '1,250', '.00000000', 'Waiting', '16 h 22 m'],
  ['204,302', 'Yuki Sato', '5,000', '.00000000', 'Taken', '16 h 05 m'],
].map(([id, partner, amount, decimals, state, age]) => ({
  id,
  partner,
  amount,
  decimals,
  state,
  age,
})) as readonly Payout[]

const COLUMNS: readonly DataColumn<Payout>[] = [
  { name: 'id', head: 'Payout', cell: ({ id }) => id, isSortable: true },
  { name: 'partner', head: 'Partner', cell: ({ partner }) => partner },
  {
    name: 'amount',
    head: 'Amount',
    isFigure: true,
    isSortable: true,
    cell: ({ amount, decimals }) => <Money whole={amount} fraction={decimals} unit="UPT" />,
  },
  { name: 'state', head: 'State', cell: ({ state }) => <Chip tone="orange">{state}</Chip> },
  { name: 'age', head: 'Waits', isFigure: true, isHelper: true, cell: ({ age }) => age },
]

const TEXTS = {
  select: (name: string) => `Select ${name}`,
  selectAll: 'Select all shown rows',
  next: 'Next row',
  before: 'Row before',
  toggle: 'Select the row',
}

const COMMON = {
  columns: COLUMNS,
  keyOf: ({ id }: Payout) => id,
  nameOf: ({ id }: Payout) => `payout ${id}`,
  texts: TEXTS,
  empty: 'No payout waits. The last was sent 10:31 UTC.',
}

/** Tables in each state, and a queue with its drawer. */
export function Tables() {
  return (
    <>
      <Section title="Queue and drawer">
        <Queue />
      </Section>
      <Section title="Loading">
        <DataTable {...COMMON} caption="Loading payouts" rows={undefined} />
      </Section>
      <Section title="Empty">
        <DataTable {...COMMON} caption="No payouts" rows={[]} />
      </Section>
      <Section title="Rows of two lines in a box">
        <Box title="Taken" detail="3 payouts" isFlush actions={<Button size="sm">Settle</Button>}>
          <DataTable {...COMMON} caption="Taken payouts" rows={PAYOUTS} hasTwoLines />
        </Box>
      </Section>
    </>
  )
}

function Queue() {
  const [open, setOpen] = useState<string>()
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set(['204,291']))
  const [sort, setSort] = useState<TableSort>({ column: 'id', direction: 'ascending' })
  const [state, setState] = useState<string>()
  const [partner, setPartner] = useState<string>()
  const shown = PAYOUTS.find(({ id }) => id === open)
  return (
    <WithPanel
      panel={
        shown === undefined ? null : (
          <SidePanel
            key={shown.id}
            title={`Payout ${shown.id}`}
            detail={<Chip tone="orange">{shown.state}</Chip>}
            closeLabel="Close"
            onClose={() => setOpen(undefined)}
            foot={<Button>Reject</Button>}
          >
            <p>{shown.partner}</p>
          </SidePanel>
        )
      }
    >
      <div className="filter-bar" role="group" aria-label="Filters">
        <FilterChip
          name="State"
          options={[
            { value: 'waiting', text: 'Waiting' },
            { value: 'taken', text: 'Taken' },
          ]}
          value={state}
          clearLabel="Remove the filter State"
          onChange={setState}
        />
        <FilterInput
          name="Partner"
          hint="The whole name"
          value={partner}
          applyLabel="Apply"
          clearLabel="Remove the filter Partner"
          onChange={setPartner}
        />
      </div>
      <DataTable
        {...COMMON}
        caption="Payouts"
        rows={PAYOUTS}
        open={open}
        sort={sort}
        onSort={setSort}
        selection={{ keys, onChange: setKeys }}
        isQuiet={(row) => row.state === 'Taken'}
        link={({ id }, attributes) => (
          <button {...attributes} type="button" className="link" onClick={() => setOpen(id)} />
        )}
        foot={
          <>
            <span>3 of 2,418</span>
            <Button size="sm">Load 50 more</Button>
          </>
        }
      />
    </WithPanel>
  )
}
