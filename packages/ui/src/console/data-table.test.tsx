// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'

import { type DataColumn, DataTable, type DataTableProps, type TableSort } from './data-table.tsx'
import { KeysProvider } from './keys.tsx'

type Row = { readonly id: string; readonly name: string; readonly amount: number }

const ROWS: readonly Row[] = [
  { id: '1', name: 'Ada', amount: 3 },
  { id: '2', name: 'Bob', amount: 1 },
  { id: '3', name: 'Cid', amount: 2 },
]
const COLUMNS: readonly DataColumn<Row>[] = [
  { name: 'name', head: 'Name', cell: ({ name }) => name, isSortable: true },
  {
    name: 'amount',
    head: 'Amount',
    cell: ({ amount }) => amount,
    isFigure: true,
    isSortable: true,
  },
  { name: 'note', head: 'Note', cell: () => <button type="button">Act</button> },
]
const TEXTS = {
  select: (name: string) => `Select ${name}`,
  selectAll: 'Select all',
  next: 'Next',
  before: 'Before',
  toggle: 'Select',
}

afterEach(cleanup)

function Host(props: Partial<DataTableProps<Row>>) {
  const [open, setOpen] = useState<string>()
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set())
  const [sort, setSort] = useState<TableSort>({ column: 'name', direction: 'ascending' })
  return (
    <KeysProvider areSingleKeysOn>
      <DataTable
        caption="People"
        columns={COLUMNS}
        rows={ROWS}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        texts={TEXTS}
        open={open}
        sort={sort}
        onSort={setSort}
        selection={{ keys, onChange: setKeys }}
        isQuiet={({ amount }) => amount === 1}
        link={({ id }, attributes) => (
          <button {...attributes} type="button" onClick={() => setOpen(id)} />
        )}
        empty="Nobody waits."
        foot="3 of 10"
        {...props}
      />
      <output>{`open ${open ?? 'none'}, ${sort.column} ${sort.direction}`}</output>
    </KeysProvider>
  )
}

const output = () => screen.getByRole('status', { name: '' }).textContent
const selected = () =>
  screen
    .getAllByRole<HTMLInputElement>('checkbox')
    .filter(({ checked }) => checked)
    .map((box) => box.closest('label')?.textContent)
const focused = () => document.activeElement?.textContent

test('SCR-003 J and K move from row to row and stop at both ends; Enter opens the row', async () => {
  render(<Host />)
  await userEvent.keyboard('j')
  expect(focused()).toBe('Ada')
  await userEvent.keyboard('k')
  expect(focused()).toBe('Ada')
  await userEvent.keyboard('jjj')
  expect(focused()).toBe('Cid')
  await userEvent.keyboard('{Enter}')
  expect(output()).toBe('open 3, name ascending')
  await userEvent.keyboard('{ArrowUp}')
  expect(focused()).toBe('Bob')
})

test('SCR-003 X selects the row of the focus, Shift with an arrow key both rows', async () => {
  render(<Host />)
  await userEvent.keyboard('x')
  expect(selected()).toEqual([])
  await userEvent.keyboard('jx')
  expect(selected()).toEqual(['Select Ada'])
  await userEvent.keyboard('x')
  expect(selected()).toEqual([])
  await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}')
  expect(selected()).toEqual(['Select Ada', 'Select Bob'])
})

test('with a drawer open, J goes on from its row', async () => {
  render(<Host open="2" />)
  await userEvent.keyboard('j')
  expect(focused()).toBe('Cid')
})

test('a press on a row opens it, a press on an act or a box of the row does not', async () => {
  render(<Host />)
  const row = screen.getByRole('row', { name: /Bob/ })
  await userEvent.click(within(row).getByRole('button', { name: 'Act' }))
  await userEvent.click(within(row).getByRole('checkbox'))
  expect(output()).toBe('open none, name ascending')
  await userEvent.click(within(row).getByRole('cell', { name: '1' }))
  expect(output()).toBe('open 2, name ascending')
})

test('SCR-004 a head sorts by its column, then the other way round', async () => {
  render(<Host />)
  const head = (name: string) => screen.getByRole('columnheader', { name })
  expect(head('Name').getAttribute('aria-sort')).toBe('ascending')
  expect(head('Amount').getAttribute('aria-sort')).toBe('none')
  expect(head('Note').getAttribute('aria-sort')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Amount' }))
  expect(output()).toBe('open none, amount descending')
  await userEvent.click(screen.getByRole('button', { name: 'Amount' }))
  expect(output()).toBe('open none, amount ascending')
})

test('all shown rows are selected at once, and none', async () => {
  render(<Host />)
  const all = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all' })
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select Ada' }))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select Bob' }))
  expect(all.checked).toBe(false)
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select Cid' }))
  expect(all.checked).toBe(true)
  await userEvent.click(all)
  expect(selected()).toEqual([])
})

test('quiet, open and selected rows are marked; the foot says how many there are', async () => {
  render(<Host open="1" />)
  const rows = screen.getAllByRole('row').slice(1)
  expect(rows.map((row) => row.className)).toEqual([
    'row-opens row-open',
    'row-opens row-quiet',
    'row-opens',
  ])
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select Cid' }))
  expect(rows[2]!.className).toBe('row-opens row-selected')
  expect(screen.getByText('3 of 10')).toBeTruthy()
})

test('rows that load have their place, an empty table has one line, and neither selects all', () => {
  const { rerender } = render(<Host rows={undefined} />)
  expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true')
  expect(screen.getAllByRole('row')).toHaveLength(7)
  rerender(<Host rows={[]} />)
  expect(screen.getByRole('cell').textContent).toBe('Nobody waits.')
  expect(selected()).toEqual([])
})

test('without links rows open nothing and have no keys', async () => {
  render(<Host link={undefined as never} selection={undefined as never} />)
  await userEvent.keyboard('j')
  expect(document.activeElement).toBe(document.body)
  expect(screen.getByRole('rowheader', { name: 'Ada' })).toBeTruthy()
  expect(screen.queryByRole('checkbox')).toBeNull()
})
