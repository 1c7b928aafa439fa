// @vitest-environment jsdom
// Notes, what happened, what changed, and the acts on personal data of a partner.
import type {
  DataRequest,
  OrderCause,
  PartnerChanges,
  PartnerNote,
  PastEntry,
} from '@partner-office/contracts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { FakeService, NOW, proposal } from '../../testing/fake-service.ts'
import { openPage } from '../../testing/open-page.tsx'
import { PARTNER } from '../../testing/partner.ts'

const REASON = 'the partner has asked for it'
const NOTES = 'GET /console/v1/partners/7/notes'
const AUTHOR = { id: 1, email: 'priya@example.com' }
const NOTE: PartnerNote = {
  id: 3,
  at: NOW,
  author: AUTHOR,
  text: 'Asked twice about the cap.',
  ticketId: null,
  isForPartner: true,
  struck: null,
}

let service: FakeService
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  service = new FakeService()
  service.me!.operator.roles = ['support', 'admin']
  service.data.set('GET /console/v1/partners', { content: [] })
  service.data.set('GET /console/v1/partners/7', PARTNER)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const bodiesOf = (name: string) =>
  service.calls.filter(({ call }) => call === name).map(({ body }) => body)
const cellsOf = (row: HTMLElement) => [...row.children].map((cell) => cell.textContent)
const giveReason = async (button: string) => {
  const dialog = await screen.findByRole('dialog')
  fireEvent.change(within(dialog).getByRole('textbox', { name: /Reason/ }), {
    target: { value: REASON },
  })
  fireEvent.click(within(dialog).getByRole('button', { name: button }))
}

describe('notes', () => {
  test('PTR-011 a note is written with its mark; an empty one is not sent', async () => {
    service.data.set(NOTES, { content: [] })
    service.data.set('POST /console/v1/partners/7/notes', NOTE)
    await openPage('/console/partners/7?tab=notes', service)
    expect(await screen.findByText('No notes.')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Save the note' }))
    expect(bodiesOf('POST /console/v1/partners/7/notes')).toEqual([])
    fireEvent.change(screen.getByRole('textbox', { name: 'Note' }), {
      target: { value: ' Asked twice about the cap. ' },
    })
    fireEvent.click(screen.getByRole('checkbox'))
    fireEvent.click(screen.getByRole('button', { name: 'Save the note' }))
    await waitFor(() =>
      expect(bodiesOf('POST /console/v1/partners/7/notes')).toEqual([
        { text: 'Asked twice about the cap.', isForPartner: true },
      ]),
    )
  })

  test('PTR-011 a note is struck out with a reason; its text stays, with when, by whom and why', async () => {
    service.data.set(NOTES, { content: [NOTE] })
    const struck = { at: NOW, by: { id: 2, email: 'henrik@example.com' }, reason: REASON }
    service.data.set('POST /console/v1/partners/7/notes/3/strike', { ...NOTE, struck })
    await openPage('/console/partners/7?tab=notes', service)
    fireEvent.click(await screen.findByRole('button', { name: 'Strike out note 3' }))
    service.data.set(NOTES, { content: [{ ...NOTE, struck }] })
    await giveReason('Strike out')
    const text = await screen.findByText('Asked twice about the cap.', { selector: 'del' })
    expect(text.closest('td')!.textContent).toContain(`henrik@example.com: ${REASON}`)
    expect(bodiesOf('POST /console/v1/partners/7/notes/3/strike')).toEqual([{ reason: REASON }])
    expect(screen.queryByRole('button', { name: 'Strike out note 3' })).toBeNull()
  })

  test('PTR-011 who may not read notes has no such tab', async () => {
    service.me!.operator.roles = ['viewer']
    await openPage('/console/partners/7', service)
    expect(await screen.findByText('What happened')).toBeTruthy()
    expect(screen.queryByText('Notes')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Actions' })).toBeNull()
  })
})

describe('what happened', () => {
  const entry = (changes: Partial<PastEntry> & Pick<PastEntry, 'kind'>): PastEntry => ({
    at: NOW,
    number: 0,
    state: '',
    amounts: [],
    ...changes,
  })
  const ENTRIES: readonly (readonly [PastEntry, string, string])[] = [
    [entry({ kind: 'REGISTRATION' }), 'Registration', '?tab=overview'],
    [entry({ kind: 'ORDER', number: 11 }), 'Order 11', '/console/orders/11'],
    [entry({ kind: 'CANCELLATION', number: 11 }), 'Cancellation of order 11', '/console/orders/11'],
    [
      entry({ kind: 'RANK', number: 12, state: 'RUBY' }),
      'Rank reached with order 12',
      '/orders/12',
    ],
    [entry({ kind: 'CREDITS' }), 'Credits of the day', '?tab=bonuses'],
    [entry({ kind: 'PAYOUT', number: 4, state: 'PENDING' }), 'Request of payout 4', '/payouts/4'],
    [entry({ kind: 'PAYOUT_END', number: 4, state: 'SUCCESS' }), 'End of payout 4', '/payouts/4'],
    [entry({ kind: 'BLOCK', state: 'BLOCKED' }), 'Block', '?tab=audit'],
    [entry({ kind: 'DOCUMENT', number: 5, state: 'APPROVED' }), 'Document 5', '/documents/5'],
    [entry({ kind: 'TICKET', number: 6, state: 'WAITING' }), 'Ticket 6', '/inbox/6'],
    [entry({ kind: 'DISPUTE', number: 8, state: 'OPEN' }), 'Dispute 8', '/disputes/8'],
    [entry({ kind: 'ADJUSTMENT', number: 9, state: 'goodwill' }), 'Adjustment 9', '/adjustments/9'],
    [entry({ kind: 'SIGN_IN', state: 'PASSKEY' }), 'Sign-in', '?tab=security'],
  ]

  test('PTR-019 each entry links to its page', async () => {
    service.data.set('GET /console/v1/partners/7/past', { content: ENTRIES.map(([one]) => one) })
    await openPage('/console/partners/7?tab=past', service)
    const table = await screen.findByRole('table', { name: 'What happened' })
    for (const [, name, target] of ENTRIES) {
      const link = await within(table).findByRole('link', { name })
      expect([name, link.getAttribute('href')]).toEqual([name, expect.stringContaining(target)])
    }
  })

  test('PTR-019 the filter is in the address; credits have their day and every currency', async () => {
    const credits = entry({
      kind: 'CREDITS',
      at: Date.UTC(2026, 10, 26) - 1,
      amounts: [
        { amount: '1.00000000', currency: 'UCN' },
        { amount: '2.50000000', currency: 'UPT' },
      ],
    })
    service.data.set('GET /console/v1/partners/7/past', { content: [credits] })
    await openPage('/console/partners/7?tab=past&kind=CREDITS', service)
    expect(cellsOf(await screen.findByRole('row', { name: /Credits of the day/ }))).toEqual([
      'Nov 25, 2026',
      'Credits of the day',
      '–',
      '1.00000000 UCN2.50000000 UPT',
    ])
    const { query } = service.calls.find(({ call }) => call.endsWith('/past'))!
    expect(query).toEqual({ kind: 'CREDITS' })
  })
})

describe('what changed', () => {
  const none: OrderCause = { count: 0, amount: '0.00', largest: [] }
  const LEG = { id: 9, firstName: 'Cy', lastName: 'Leg', country: 'DE' }
  const standing = { rang: 'AMBER', targetRang: 'RUBY', target: '1000.00', own: '0.00' }
  const size = {
    before: 1,
    after: 3,
    difference: 2,
    registrations: { count: 2, largest: [{ leg: LEG, count: 2 }] },
  }
  const CHANGES: PartnerChanges = {
    asOf: 95,
    ownTurnover: {
      before: '0.00',
      after: '0.00',
      difference: '0.00',
      orders: none,
      cancellations: none,
    },
    teamTurnover: {
      before: '900.00',
      after: '1100.00',
      difference: '200.00',
      orders: {
        count: 12,
        amount: '300.00',
        largest: [{ orderId: 11, at: NOW, buyer: LEG, amount: '120.00' }],
      },
      cancellations: {
        count: 1,
        amount: '-100.00',
        largest: [{ orderId: 5, at: NOW, buyer: LEG, amount: '-100.00' }],
      },
    },
    flSize: size,
    teamSize: size,
    counting: {
      before: { ...standing, counting: '600.00' },
      after: { ...standing, counting: '700.00' },
      legs: [
        {
          leg: LEG,
          before: { turnover: '800.00', counts: '500.00' },
          after: { turnover: '1000.00', counts: '500.00' },
        },
      ],
      otherLegs: {
        count: 2,
        before: { turnover: '100.00', counts: '100.00' },
        after: { turnover: '200.00', counts: '200.00' },
      },
    },
  }

  test('PTR-020 both days are chosen first, the earlier one first, and are in the address', async () => {
    service.data.set('GET /console/v1/partners/7/changes', CHANGES)
    await openPage('/console/partners/7?tab=changes', service)
    fireEvent.change(await screen.findByLabelText(/From the end of/), {
      target: { value: '2026-10-02' },
    })
    fireEvent.change(screen.getByLabelText(/To the end of/), { target: { value: '2026-10-01' } })
    fireEvent.click(screen.getByRole('button', { name: 'Show what changed' }))
    expect(service.calls.some(({ call }) => call.endsWith('/changes'))).toBe(false)
    fireEvent.change(screen.getByLabelText(/To the end of/), { target: { value: '2026-10-03' } })
    fireEvent.click(screen.getByRole('button', { name: 'Show what changed' }))
    await waitFor(() => expect(location.search).toContain('to=2026-10-03'))
    await waitFor(() =>
      expect(service.calls.find(({ call }) => call.endsWith('/changes'))?.query).toEqual({
        from: '2026-10-02',
        to: '2026-10-03',
      }),
    )
  })

  test('PTR-020 each figure with its causes, the largest orders, new partners by leg, and what counted of each leg', async () => {
    service.data.set('GET /console/v1/partners/7/changes', CHANGES)
    await openPage('/console/partners/7?tab=changes&from=2026-10-01&to=2026-10-31', service)
    const sums = await screen.findByRole('table', { name: 'What changed' })
    expect(cellsOf(within(sums).getByRole('row', { name: /Team turnover/ }))).toEqual([
      'Team turnover',
      '900.00 EUR',
      '1,100.00 EUR',
      '200.00 EUR',
      '300.00 EUR',
      '-100.00 EUR',
      '–',
    ])
    expect(cellsOf(within(sums).getByRole('row', { name: /First line/ }))).toEqual(
      'First line,1,3,2,0,0,2'.split(','),
    )
    expect(screen.getByText('the largest 1 of 12')).toBeTruthy()
    expect(screen.queryByRole('table', { name: 'Own turnover: orders' })).toBeNull()
    const legs = screen.getByRole('table', { name: 'What counted of each leg' })
    expect(cellsOf(within(legs).getByRole('row', { name: /2 other legs/ }))).toEqual(
      '2 other legs,100.00 EUR,100.00 EUR,200.00 EUR,200.00 EUR'.split(','),
    )
  })
})

describe('personal data', () => {
  const REQUESTS: DataRequest[] = (['EXPORT', 'ERASURE'] as const).map((kind) => ({
    kind,
    partner: { id: 7, firstName: 'Bea', lastName: 'Leg', country: 'DE' },
    at: NOW - 3 * 86_400_000,
  }))

  test('PTR-012 requests have their age, and one is refused with a reason', async () => {
    service.data.set('GET /console/v1/data-requests', { content: REQUESTS })
    service.data.set('POST /console/v1/partners/7/data-request/refuse', {})
    await openPage('/console/data-requests', service)
    const table = await screen.findByRole('table', { name: 'Data requests' })
    const first = await within(table).findByRole('row', { name: /Export of the personal data/ })
    expect(cellsOf(first)[3]).toBe('3 days')
    fireEvent.click(within(table).getAllByRole('button', { name: 'Refuse: Bea Leg' })[1]!)
    await giveReason('Refuse')
    await waitFor(() =>
      expect(bodiesOf('POST /console/v1/partners/7/data-request/refuse')).toEqual([
        { kind: 'ERASURE', reason: REASON },
      ]),
    )
  })

  test('PTR-013 an erasure is proposed once each payout and each balance is ticked', async () => {
    const preview = { preview: [], basis: 'x', isNeeded: true, approvers: 1 }
    service.data.set('POST /console/v1/proposals/preview', preview)
    service.data.set('POST /console/v1/proposals', proposal(90, { kind: 'erasure', object: '7' }))
    service.data.set('GET /console/v1/proposals', { content: [] })
    await openPage('/console/partners/7', service)
    fireEvent.click(await screen.findByRole('button', { name: 'Actions' }))
    fireEvent.click(screen.getByRole('button', { name: 'Erase personal data', hidden: true }))
    const dialog = await screen.findByRole('dialog', { name: 'Erase personal data' })
    const boxes = await within(dialog).findAllByRole('checkbox')
    expect(boxes.map((box) => box.closest('label')!.textContent)).toEqual([
      'Payout 44, which waits: 3.00000000 UPT',
      'Balance of UCHAIN_UPT_BONUS: 5.00000000 UPT',
    ])
    fireEvent.click(boxes[0]!)
    fireEvent.click(within(dialog).getByRole('button', { name: 'Show what is erased' }))
    expect(bodiesOf('POST /console/v1/proposals/preview')).toEqual([])
    fireEvent.click(boxes[1]!)
    fireEvent.click(within(dialog).getByRole('button', { name: 'Show what is erased' }))
    await screen.findByRole('dialog', { name: 'Erase the personal data of Bea Leg' })
    const values = { payouts: [44], accounts: ['UCHAIN_UPT_BONUS'] }
    await waitFor(() =>
      expect(bodiesOf('POST /console/v1/proposals/preview')).toEqual([
        { kind: 'erasure', object: '7', values },
      ]),
    )
  })

  test('PTR-008 the mail of a registration and of a payout are sent again with a reason', async () => {
    service.data.set('POST /console/v1/confirmation-mail', {})
    await openPage('/console/partners', service)
    fireEvent.click(await screen.findByRole('button', { name: 'Send a confirmation again' }))
    const dialog = await screen.findByRole('dialog')
    fireEvent.change(within(dialog).getByRole('textbox', { name: /Email/ }), {
      target: { value: ' wei@example.com ' },
    })
    await giveReason('Send the mail')
    await waitFor(() =>
      expect(bodiesOf('POST /console/v1/confirmation-mail')).toEqual([
        { email: 'wei@example.com', reason: REASON },
      ]),
    )
    cleanup()
    const payout = { id: 44, at: NOW, currency: 'UPT', amount: '3', fee: '1', status: 'PENDING' }
    service.data.set('GET /console/v1/partners/7/payouts', { content: [payout] })
    service.data.set('POST /console/v1/partners/7/payout-mail', {})
    await openPage('/console/partners/7?tab=payouts', service)
    fireEvent.click(
      await screen.findByRole('button', { name: 'Send the mail about payout 44 again' }),
    )
    await giveReason('Send again')
    await waitFor(() =>
      expect(bodiesOf('POST /console/v1/partners/7/payout-mail')).toEqual([
        { payoutId: 44, reason: REASON },
      ]),
    )
  })
})
