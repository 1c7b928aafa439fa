// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { installTopLayer } from '../testing/top-layer.ts'
import { Change } from './change.tsx'
import { ChartBox } from './chart-box.tsx'
import { CommandMenu } from './command-menu.tsx'
import { FilterChip } from './filter-chip.tsx'
import { FilterInput } from './filter-input.tsx'
import { ProofHash } from './proof-hash.tsx'
import { isReason } from './reason-field.tsx'
import { SidePanel, WithPanel } from './side-panel.tsx'
import { Steps } from './steps.tsx'

let isWide = true
beforeAll(installTopLayer)
beforeEach(() => {
  isWide = true
  vi.stubGlobal('matchMedia', () => ({
    matches: isWide,
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test.each([
  ['', false],
  ['123456789', false],
  [' 123456789 ', false],
  ['1234567890', true],
])('APR-002 %j is long enough as a reason: %s', (text, isLong) => {
  expect(isReason(text)).toBe(isLong)
})

test('a change says before and after in words, not by its look alone', () => {
  render(<Change before="3" after="5" texts={{ before: 'before', after: 'after' }} />)
  expect(screen.getByText('3').closest('span')?.textContent).toBe('before 3→after 5')
})

test('a hash is shown in groups of four, 32 digits a line, and copied as it is', async () => {
  const copied: string[] = []
  const hash = '0123456789abcdef'.repeat(4)
  const { container } = render(
    <ProofHash hash={hash} copyLabel="Copy" onCopy={() => copied.push(hash)} />,
  )
  const lines = [...container.querySelectorAll('.proof-line')].map((line) => line.textContent)
  expect(lines).toHaveLength(2)
  expect(lines[0]).toBe('0123 4567 89ab cdef 0123 4567 89ab cdef ')
  await userEvent.click(screen.getByRole('button', { name: 'Copy' }))
  expect(copied).toEqual([hash])
})

test('the present step is marked, done and later steps say so', () => {
  render(
    <Steps
      label="Close"
      texts={{ done: 'done', ahead: 'ahead' }}
      steps={[
        { title: 'Dry run', state: 'done', detail: '10:12 UTC' },
        { title: 'Checks', state: 'present' },
        { title: 'Seal', state: 'ahead' },
      ]}
    />,
  )
  const steps = screen.getAllByRole('listitem')
  expect(steps.map(({ textContent }) => textContent)).toEqual([
    'Dry run (done)10:12 UTC',
    'Checks',
    'Seal (ahead)',
  ])
  expect(steps.map((step) => step.getAttribute('aria-current'))).toEqual([null, 'step', null])
})

const CHART_TEXTS = { showTable: 'As a table', showCharts: 'As charts', open: 'Not over' }
const orders = (...values: readonly number[]) => ({
  name: 'Orders',
  summary: 'Highest 100 at 7:00',
  columns: values.map((value, at) => ({
    label: `${at + 6}:00`,
    value,
    text: `${value} orders`,
    isOpen: at === 1,
  })),
})

test('TOD-007 charts begin at zero, have their figures in words and as one table', async () => {
  const partners = { ...orders(7, 0), name: 'Partners', summary: 'Highest 7 at 6:00' }
  const { container } = render(
    <ChartBox
      title="Growth"
      labelHead="Hour"
      series={[orders(50, 100), partners]}
      empty="None yet"
      texts={CHART_TEXTS}
    />,
  )
  const heights = [...container.querySelectorAll('rect')].map((one) => one.getAttribute('height'))
  expect(heights).toEqual(['50', '100', '100', '0'])
  expect(screen.getByRole('figure', { name: 'Orders' }).textContent).toContain(
    'Highest 100 at 7:00',
  )
  expect(screen.getByText('Not over')).toBeTruthy()
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  const rows = within(screen.getByRole('table', { name: 'Growth' })).getAllByRole('row')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'HourOrdersPartners',
    '6:0050 orders7 orders',
    '7:00100 orders0 orders',
  ])
  await userEvent.click(screen.getByRole('button', { name: 'As charts' }))
  expect(screen.queryByRole('table')).toBeNull()
})

test('PAS-001 the chosen column is named in the legend and in the table', async () => {
  const { columns, ...series } = orders(50, 100)
  const chosen = columns.map((column, at) => ({ ...column, isChosen: at === 0 }))
  render(
    <ChartBox
      title="Growth"
      labelHead="Hour"
      series={[{ ...series, columns: chosen }]}
      empty="None yet"
      texts={{ ...CHART_TEXTS, chosen: 'Chosen' }}
    />,
  )
  expect(screen.getByText('Chosen')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'As a table' }))
  const rows = within(screen.getByRole('table', { name: 'Growth' })).getAllByRole('row')
  expect(rows[1]!.textContent).toBe('6:00 Chosen50 orders')
  expect(rows[2]!.textContent).not.toContain('Chosen')
})

test('TOD-008 a chart without data says so and draws no line', () => {
  const { container } = render(
    <ChartBox
      title="Growth"
      labelHead="Hour"
      series={[orders(0, 0)]}
      empty="None yet"
      texts={CHART_TEXTS}
    />,
  )
  expect(screen.getByText('None yet')).toBeTruthy()
  expect(container.querySelector('svg, .chart-axis')).toBeNull()
  expect(screen.queryByRole('button')).toBeNull()
})

function Filter() {
  const [value, setValue] = useState<string>()
  return (
    <>
      <FilterChip
        name="State"
        options={[{ value: 'open', text: 'Waits' }]}
        value={value}
        clearLabel="Remove State"
        onChange={setValue}
      />
      <output>{value ?? 'none'}</output>
    </>
  )
}

test('a filter is set from its list and removed by its cross', async () => {
  render(<Filter />)
  expect(screen.queryByRole('button', { name: 'Remove State' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'State' }))
  await userEvent.click(screen.getByRole('button', { name: 'Waits' }))
  expect(screen.getByRole('status').textContent).toBe('open')
  await userEvent.click(screen.getByRole('button', { name: 'Remove State' }))
  expect(screen.getByRole('status').textContent).toBe('none')
})

function Panel() {
  const [isOpen, setOpen] = useState(true)
  return (
    <WithPanel
      panel={
        isOpen ? (
          <SidePanel title="Payout 7" closeLabel="Close" onClose={() => setOpen(false)}>
            <button type="button">Take up</button>
          </SidePanel>
        ) : null
      }
    >
      <p>The list</p>
    </WithPanel>
  )
}

test('a drawer takes the focus, and Escape inside of it closes it', async () => {
  render(<Panel />)
  expect(document.activeElement?.textContent).toBe('Payout 7')
  await userEvent.tab()
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByText('Payout 7')).toBeNull()
})

test.each([
  [true, false],
  [false, true],
])('with room beside it: %s, the list behind a drawer is out of reach: %s', (wide, isInert) => {
  isWide = wide
  render(<Panel />)
  expect(screen.getByText('The list').parentElement?.hasAttribute('inert')).toBe(isInert)
})

function Commands({ ran }: { ran: string[] }) {
  const command = (id: string, group: string, text: string) =>
    ({ id, group, text, icon: 'file', run: () => ran.push(id) }) as const
  return (
    <CommandMenu
      label="Find or do"
      placeholder="Type"
      none="Nothing matches."
      foot="Enter opens"
      commands={[
        command('payouts', 'Go to', 'Payouts'),
        command('partners', 'Go to', 'Partners'),
        command('dark', 'Do', 'Use dark colours'),
      ]}
      onClose={() => ran.push('closed')}
    />
  )
}

const chosen = () => screen.getByRole('option', { selected: true }).textContent

test('the command menu finds by the beginnings of words, moves around, and runs what is chosen', async () => {
  const ran: string[] = []
  render(<Commands ran={ran} />)
  const field = screen.getByRole('combobox', { name: 'Find or do' })
  expect(chosen()).toBe('Payouts')
  await userEvent.type(field, '{ArrowUp}')
  expect(chosen()).toBe('Use dark colours')
  await userEvent.type(field, '{ArrowDown}{ArrowDown}')
  expect(chosen()).toBe('Partners')
  expect(field.getAttribute('aria-activedescendant')).toBe(
    screen.getByRole('option', { selected: true }).id,
  )
  await userEvent.type(field, 'col dar')
  expect(screen.getAllByRole('option')).toHaveLength(1)
  await userEvent.keyboard('{Enter}')
  expect(ran).toEqual(['closed', 'dark'])
})

test('the command menu says that nothing matches, and Enter then does nothing', async () => {
  const ran: string[] = []
  render(<Commands ran={ran} />)
  await userEvent.type(screen.getByRole('combobox'), 'olours{Enter}')
  expect(screen.getByText('Nothing matches.')).toBeTruthy()
  expect(ran).toEqual([])
})

test('a typed filter says its value, is changed in its field and removed by its button', async () => {
  const Typed = () => {
    const [value, setValue] = useState<string | undefined>()
    return (
      <FilterInput
        name="Who"
        applyLabel="Apply"
        clearLabel="Remove"
        value={value}
        onChange={setValue}
      />
    )
  }
  render(<Typed />)
  await userEvent.click(screen.getByRole('button', { name: 'Who' }))
  await userEvent.type(screen.getByLabelText('Who'), ' ann {Enter}')
  expect(screen.getByRole('button', { name: 'Who ann' })).toBe(document.activeElement)
  await userEvent.click(screen.getByRole('button', { name: 'Who ann' }))
  await userEvent.keyboard('{Escape}')
  expect(screen.getByRole('button', { name: 'Who ann' })).toBe(document.activeElement)
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }))
  expect(screen.getByRole('button', { name: 'Who' })).toBeTruthy()
})
