// @vitest-environment jsdom
// What the pages of payouts show of the calls, and what each act sends.
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { FakePayouts } from '../../testing/fake-payouts.ts'
import { FakeService, refused } from '../../testing/fake-service.ts'
import { openPage } from '../../testing/open-page.tsx'

const TX = `0x${'ab'.repeat(32)}`
const REASON = 'The colleague is ill today.'
const ILSE = { id: 2, email: 'ilse.brandt@example.com' }
const MIRA = { id: 1, email: 'mira.holt@example.com' }

let service: FakeService
let payouts: FakePayouts
beforeEach(() => {
  service = new FakeService()
  payouts = new FakePayouts(service)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const press = (name: string | RegExp, inside: HTMLElement = document.body) =>
  fireEvent.click(within(inside).getByRole('button', { name }))
const type = (label: string | RegExp, value: string, inside: HTMLElement = document.body) =>
  fireEvent.change(within(inside).getByLabelText(label), { target: { value } })
const dialog = (name: string | RegExp) => screen.findByRole('dialog', { name })
const callsOf = (name: string) => service.calls.filter(({ call }) => call === name)
const bodyOf = (name: string) => callsOf(name).at(-1)?.body

describe('the queue', () => {
  test('PQU-001 lists payouts with amounts, EUR value and rate, marks and who took them', async () => {
    payouts.queue[1] = { ...payouts.queue[1]!, state: 'taken', takenAt: 1, takenBy: ILSE }
    await openPage('/payouts', service)
    const row = (await screen.findByRole('link', { name: '204223' })).closest('tr')!
    for (const text of ['Lena Vogel', 'Similar address', 'Large', 'Waiting']) {
      expect(within(row).getByText(text)).toBeTruthy()
    }
    expect(row.textContent).toContain('1,250')
    expect(row.textContent).toContain('2,500')
    const taken = screen.getByRole('link', { name: '204224' }).closest('tr')!
    expect(within(taken).getByText(ILSE.email)).toBeTruthy()
    expect(screen.getByText(/^1 UCN = 2 EUR, set at/)).toBeTruthy()
  })

  test('PQU-001 filters and sort stand in the address and in the call', async () => {
    await openPage(
      '/payouts?state=waiting&risk=large&eurFrom=100&sort=eur&order=descending',
      service,
    )
    await screen.findByRole('link', { name: '204223' })
    expect(callsOf('GET /console/v1/payouts').at(-1)?.query).toEqual({
      state: 'waiting',
      risk: 'large',
      eurFrom: '100',
      sort: 'eur',
      order: 'descending',
    })
    fireEvent.click(screen.getByRole('button', { name: /^Confirmed/ }))
    await waitFor(() =>
      expect(callsOf('GET /console/v1/payouts').at(-1)?.query).toMatchObject({ sort: 'created' }),
    )
  })

  test('PQU-015 says whether the ledger agrees with the pending payouts', async () => {
    await openPage('/payouts', service)
    expect(await screen.findByText(/payout_clearing of the ledger agrees/)).toBeTruthy()
    cleanup()
    payouts.difference = '-0.00000005'
    await openPage('/payouts', service)
    expect(
      await screen.findByText(/differs from the pending payouts by -0.00000005 UCN/),
    ).toBeTruthy()
  })
})

describe('handing over', () => {
  test('PQU-008 shows number, sums and who is left out, lets one stay, and gives the file', async () => {
    payouts.leftOut = [{ id: 5, why: 'its partner is blocked' }]
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    await openPage('/payouts', service)
    fireEvent.click(await screen.findByLabelText('Select Payout 204223'))
    fireEvent.click(screen.getByLabelText('Select Payout 204224'))
    press('Hand over 2 payouts')
    const shown = await dialog('Hand over as a batch')
    expect(await within(shown).findByText('2 payouts go')).toBeTruthy()
    expect(
      within(shown).getByText('2 payouts: 2,500.00000000 UCN, to send 2,450.00000000 UCN'),
    ).toBeTruthy()
    expect(within(shown).getByText('Payout 5: its partner is blocked')).toBeTruthy()
    fireEvent.click(within(shown).getByLabelText('Payout 204223'))
    expect(await within(shown).findByText(/^One payout: 1,250/)).toBeTruthy()
    press('Hand over one payout', shown)
    await screen.findByText('One payout was handed over as batch 13')
    expect(bodyOf('POST /console/v1/batches')).toEqual({ payoutIds: [204_224] })
    expect(saved).toHaveBeenCalledOnce()
    saved.mockRestore()
  })

  test('APR-018 a large batch is proposed', async () => {
    payouts.isNeeded = true
    await openPage('/payouts', service)
    await screen.findByRole('link', { name: '204223' })
    press('Hand over all without marks')
    const shown = await dialog('Hand over as a batch')
    fireEvent.click(await within(shown).findByRole('button', { name: 'Propose the hand-over' }))
    const asked = await dialog('Propose the hand-over')
    await within(asked).findByLabelText('Reason')
    type('Reason', REASON, asked)
    fireEvent.submit(within(asked).getByLabelText('Reason').closest('form')!)
    await waitFor(() =>
      expect(bodyOf('POST /console/v1/proposals')).toMatchObject({
        kind: 'batch',
        object: 'hand-over',
        values: { payoutIds: [204_223, 204_224] },
      }),
    )
  })
})

describe('one payout', () => {
  const open = async () => {
    await openPage('/payouts/204223', service)
    await screen.findByRole('heading', { name: 'Payout 204223' })
    await screen.findByText('Lena Vogel, partner 1204418')
  }

  test('PQU-002 PQU-003 marks explain themselves; the sums lead to the balance before', async () => {
    await open()
    expect(screen.getByText(/looks like ucn1qp0a8v7x2k5m9t3w6z4r8y1c7c/)).toBeTruthy()
    expect(
      screen.getByText(/more than 5 times the highest payout of the last 12 months, 100/),
    ).toBeTruthy()
    const sumOf = (name: string) => screen.getByText(name).nextElementSibling?.textContent
    expect(sumOf('2 transfers of the kind TURNOVER')).toBe('1,320.00000000 UCN')
    expect(sumOf('Balance before this payout')).toBe('2,220.00000000 UCN')
    const states = screen.getByRole('table', {
      name: 'The partner when the payout was confirmed, and now',
    })
    const blocked = within(states).getByRole('rowheader', { name: 'Blocked' }).closest('tr')!
    expect([...blocked.querySelectorAll('td')].map((cell) => cell.textContent)).toEqual([
      'No',
      'Yes',
    ])
    expect(screen.getByText('another partner')).toBeTruthy()
    expect(screen.getByRole('table', { name: 'Transfers of this payout' }).textContent).toContain(
      '501',
    )
  })

  test('PQU-004 taking it up sends the version; T does the same', async () => {
    await open()
    fireEvent.keyDown(document.body, { key: 't' })
    await screen.findByText('The payout was taken up')
    expect(bodyOf('POST /console/v1/payouts/204223/take')).toEqual({ version: 1 })
  })

  test('APR-018 a large payout is proposed', async () => {
    service.refusals.set('POST /console/v1/payouts/204223/take', [refused('proposal_required')])
    await open()
    press('Take up')
    fireEvent.click(await screen.findByRole('button', { name: 'Propose to take it up' }))
    const asked = await dialog('Propose to take it up')
    await within(asked).findByLabelText('Reason')
    type('Reason', REASON, asked)
    fireEvent.submit(within(asked).getByLabelText('Reason').closest('form')!)
    await waitFor(() =>
      expect(bodyOf('POST /console/v1/proposals')).toMatchObject({
        kind: 'payout',
        object: '204223',
      }),
    )
  })

  test('PQU-006 who came too late sees the state and the name', async () => {
    service.refusals.set('POST /console/v1/payouts/204223/take', [
      refused('changed_meanwhile', { errors: ['rejected', ILSE.email] }),
    ])
    await open()
    press('Take up')
    expect(await screen.findByText('The payout was not taken up.')).toBeTruthy()
    expect(screen.getByText('rejected')).toBeTruthy()
    expect(screen.getByText(ILSE.email)).toBeTruthy()
  })

  test('D-163 what another operator has taken up can only be taken over, with a reason', async () => {
    payouts.detail = { state: 'taken', takenAt: 1, takenBy: ILSE, version: 2 }
    await open()
    expect(screen.queryByRole('button', { name: 'Approve as sent' })).toBeNull()
    press('Take over')
    const asked = await dialog('Take the payout over?')
    type('Reason', REASON, asked)
    press('Take over', asked)
    await screen.findByText('The payout was taken over')
    expect(bodyOf('POST /console/v1/payouts/204223/take-over')).toEqual({
      version: 2,
      reason: REASON,
    })
  })

  test('PQU-005 an own taken payout is approved with its transaction, and a used one is refused', async () => {
    payouts.detail = { state: 'taken', takenAt: 1, takenBy: MIRA, version: 2 }
    service.refusals.set('POST /console/v1/payouts/204223/approve', [
      refused('not_unique', {
        fieldName: 'txId',
        errors: ['a payout approved earlier has this transaction'],
      }),
    ])
    await open()
    press('Approve as sent')
    const asked = await dialog('Approve the payout as sent?')
    type('Transaction id', TX, asked)
    press('Approve as sent', asked)
    expect(
      await within(asked).findByText('a payout approved earlier has this transaction'),
    ).toBeTruthy()
    press('Approve as sent', asked)
    await screen.findByText('The payout was approved as sent')
    expect(bodyOf('POST /console/v1/payouts/204223/approve')).toEqual({ version: 2, txId: TX })
  })

  test('PQU-007 rejecting what is in a batch asks whether it was sent', async () => {
    payouts.detail = { state: 'taken', takenAt: 1, takenBy: MIRA, version: 2, batch: 12 }
    await open()
    press('Reject')
    const asked = await dialog('Reject the payout?')
    type('Reason', 'The sender failed', asked)
    press('Reject', asked)
    expect(callsOf('POST /console/v1/payouts/204223/reject')).toEqual([])
    fireEvent.click(within(asked).getByLabelText('It was not sent'))
    press('Reject', asked)
    await screen.findByText('The payout was rejected')
    expect(bodyOf('POST /console/v1/payouts/204223/reject')).toEqual({
      version: 2,
      reason: 'The sender failed',
      isNotSent: true,
    })
  })

  test('PQU-017 without an adapter the page says that nothing was checked', async () => {
    payouts.detail = { state: 'sent', endedAt: 5, endedBy: ILSE, txId: TX }
    await open()
    expect(screen.getByText('Not checked on the chain')).toBeTruthy()
    cleanup()
    payouts.detail = {
      ...payouts.detail,
      chain: { isFound: true, differences: ['amount: 1, not 2'] },
    }
    await open()
    expect(screen.getByText('amount: 1, not 2')).toBeTruthy()
  })

  test('PQU-012 payouts are stopped with a reason and an end, and the stop is lifted', async () => {
    await open()
    press('Stop all payouts')
    const asked = await dialog('Stop all payouts of this partner?')
    type('Reason', REASON, asked)
    type('End (optional)', '2026-12-01T10:00', asked)
    press('Stop all payouts', asked)
    await screen.findByText('The payouts of the partner were stopped')
    expect(bodyOf('PUT /console/v1/partners/1204418/payout-stop')).toEqual({
      reason: REASON,
      until: Date.UTC(2026, 11, 1, 10),
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Lift the stop' }))
    expect(await screen.findByText('The stop was lifted')).toBeTruthy()
  })

  test('OPR-012 a viewer sees the buttons with the reason why they do nothing', async () => {
    service.me!.operator.roles = ['viewer']
    await open()
    expect(screen.getByRole('button', { name: 'Take up' }).getAttribute('aria-disabled')).toBe(
      'true',
    )
    fireEvent.keyDown(document.body, { key: 't' })
    expect(callsOf('POST /console/v1/payouts/204223/take')).toEqual([])
  })
})

describe('batches', () => {
  test('PQU-011 a batch shows what became of its payouts, and its file again', async () => {
    await openPage('/payouts/batches?open=12', service)
    const panel = await screen.findByRole('complementary', { name: 'Batch 12' })
    expect(
      await within(panel).findByRole('button', { name: 'Download the file again' }),
    ).toBeTruthy()
    expect(panel.textContent).toContain('Open for more than 24 hours1')
    const list = screen.getByRole('table', { name: 'Batches' })
    expect(within(list).getByText(ILSE.email)).toBeTruthy()
  })

  const CSV = `id,txId\n204223,${TX}\n7,x`
  const line = (at: number, state: 'approve' | 'unknown', why: string | null = null) => ({
    line: at,
    id: String(at),
    txId: TX,
    state,
    why,
  })

  test('PQU-010 a file with a wrong line shows it and approves nothing', async () => {
    payouts.settled = {
      lines: [line(3, 'unknown', 'there is no payout 7'), line(2, 'approve')],
      counts: { approve: 1, unknown: 1 },
      settled: null,
    }
    await openPage('/payouts/batches', service)
    fireEvent.click(await screen.findByRole('button', { name: 'Settle a file' }))
    const asked = await dialog('Settle a file')
    type('Lines', CSV, asked)
    press('Show what it does', asked)
    expect(await within(asked).findByText(': there is no payout 7')).toBeTruthy()
    expect(bodyOf('POST /console/v1/batches/settle')).toEqual({ csv: CSV, isPreview: true })
    press('Approve one payout', asked)
    expect(callsOf('POST /console/v1/batches/settle')).toHaveLength(1)
  })

  test('PQU-010 a right file approves all its payouts', async () => {
    payouts.settled = { lines: [line(2, 'approve')], counts: { approve: 1 }, settled: 1 }
    await openPage('/payouts/batches', service)
    fireEvent.click(await screen.findByRole('button', { name: 'Settle a file' }))
    const asked = await dialog('Settle a file')
    type('Lines', CSV, asked)
    press('Show what it does', asked)
    fireEvent.click(await within(asked).findByRole('button', { name: 'Approve one payout' }))
    await screen.findByText('One payout was approved')
    expect(bodyOf('POST /console/v1/batches/settle')).toEqual({ csv: CSV, isPreview: false })
  })
})

describe('routes', () => {
  const change = async () => {
    await openPage('/payouts/routes', service)
    fireEvent.click(await screen.findByRole('button', { name: 'Change' }))
    return dialog('UCHAIN_UCN_BONUS – UCN_XRC10_WHITE')
  }

  test('PQU-013 the form shows what five amounts cost before and after, and proposes', async () => {
    const form = await change()
    type('Fee, percent', '3', form)
    const costs = within(form).getByRole('table', {
      name: 'What five amounts cost, before and after',
    })
    const row = within(costs).getByRole('rowheader', { name: '1,000.00000000 UCN' }).closest('tr')!
    expect(row.textContent).toContain('20.00000000')
    expect(row.textContent).toContain('30.00000000')
    type('Lowest amount', 'x', form)
    expect(within(form).queryByRole('table')).toBeNull()
    type('Lowest amount', '10', form)
    press('Propose the change', form)
    const asked = await dialog('Propose the change')
    await within(asked).findByLabelText('Reason')
    type('Reason', REASON, asked)
    fireEvent.submit(within(asked).getByLabelText('Reason').closest('form')!)
    await waitFor(() =>
      expect(bodyOf('POST /console/v1/proposals')).toMatchObject({
        kind: 'routes',
        object: 'UCHAIN_UCN_BONUS/UCN_XRC10_WHITE',
        values: { enabled: true, limits: { fee: '3', dailyLimit: null } },
      }),
    )
  })

  test('PQU-014 addresses are tried with the pattern of the form', async () => {
    const form = await change()
    type('Pattern of addresses', '^ucn1$', form)
    type('Addresses', 'ucn1\nx', form)
    press('Try the pattern', form)
    expect(await within(form).findByText('The pattern refuses one stored wallet.')).toBeTruthy()
    expect(within(form).getByText('The pattern refuses 2 pending payouts.')).toBeTruthy()
    expect(within(form).getByText('Refused')).toBeTruthy()
    expect(bodyOf('POST /console/v1/payout-routes/addresses')).toMatchObject({
      addressPattern: '^ucn1$',
      addresses: ['ucn1', 'x'],
    })
  })
})

test('D-158 approving a batch says what was seen as left out', async () => {
  const [first] = service.proposals
  const shorter = { seen: 'abc', leftOut: ['payout 3: it is cancelled'] }
  service.proposals[0] = { ...first!, kind: 'batch', objectName: '2 payouts', shorter }
  await openPage('/proposals/12', service)
  expect(await screen.findByText('payout 3: it is cancelled')).toBeTruthy()
  press('Approve')
  await waitFor(() =>
    expect(bodyOf('POST /console/v1/proposals/12/approve')).toEqual({ version: 1, seen: 'abc' }),
  )
})
