// @vitest-environment jsdom
// What a proposal shows to whom, and what an act does when its answer comes, is a refusal, or is lost.
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { FakeService, NOW, proposal, refused } from '../../testing/fake-service.ts'
import { openPage } from '../../testing/open-page.tsx'

let service: FakeService
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  service = new FakeService()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const countOf = (call: string) => service.calls.filter((one) => one.call === call).length
const button = (name: string) => screen.findByRole('button', { name })
const APPROVE = 'POST /console/v1/proposals/12/approve'
const LOST = { status: 0, body: null }

test('APR-011 a proposal shows before, after and difference, its reason, its age and its basis', async () => {
  await openPage('/console/proposals/12', service)
  const rows = within(await screen.findByRole('table')).getAllByRole('row')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'ValueBefore and afterDifference',
    'maxPendingPayoutsbefore: 3→after: 5+2',
  ])
  expect(screen.getByText('Partners with several wallets ask for more.')).toBeTruthy()
  expect(screen.getByText('2 hours ago')).toBeTruthy()
  expect(screen.getAllByText(/^e882 0bd4/)).toHaveLength(2)
})

test('APR-011 programmes have their names, and numbers their groups of digits', async () => {
  const preview = [
    { name: 'DIAMOND_POOL, UPT', before: '0', after: '1234567.50000000', difference: null },
    { name: 'correction of 2026-08: TEAM, UPT', before: '0', after: '-1000', difference: '-1000' },
    { name: 'payout 1234567 to TEAM-0x12', before: 'waiting', after: null, difference: null },
  ]
  service.proposals[0] = proposal(12, { preview })
  await openPage('/console/proposals/12', service)
  const [, ...rows] = within(await screen.findByRole('table')).getAllByRole('row')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'Diamond pools, UPTbefore: 0→after: 1,234,567.50000000–',
    'correction of 2026-08: Team, UPTbefore: 0→after: -1,000-1,000',
    'payout 1234567 to TEAM-0x12before: waiting→after: none–',
  ])
})

test('APR-005 without the right to decide there is no button, and the page names the roles', async () => {
  service.proposals[0] = proposal(12, { acts: [] })
  await openPage('/console/proposals/12', service)
  await screen.findByText('An operator with the role Finance or Admin decides this.')
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
})

test.each([
  [1, 'This is your proposal. One other operator can approve it.'],
  [2, 'This is your proposal. 2 other operators can approve it.'],
  [0, /No other operator can approve this/],
])('APR-004 APR-014 the own proposal, which %s others can approve', async (approvers, text) => {
  service.proposals[1] = { ...service.proposals[1]!, approvers }
  await openPage('/console/proposals/11', service)
  expect(await screen.findByText(text)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
  fireEvent.click(await button('Withdraw'))
  expect(await screen.findByText('Withdrawn.')).toBeTruthy()
})

test('APR-010 a refusal needs a reason of ten characters', async () => {
  await openPage('/console/proposals?open=12', service)
  fireEvent.click(await button('Refuse'))
  const reason = await screen.findByLabelText(/^Why do you refuse it/)
  const refuse = () => fireEvent.click(screen.getByRole('button', { name: 'Refuse' }))
  fireEvent.change(reason, { target: { value: 'too short' } })
  refuse()
  expect(screen.getByText('One more character is needed.', { selector: '.hint' })).toBeTruthy()
  expect(countOf('POST /console/v1/proposals/12/refuse')).toBe(0)
  fireEvent.change(reason, { target: { value: 'long enough' } })
  refuse()
  expect(await screen.findByText('Refused.')).toBeTruthy()
  expect(screen.getByText('long enough')).toBeTruthy()
  // The list behind it shows it, too.
  await waitFor(() => expect(screen.getAllByText('Refused', { selector: '.chip' })).toHaveLength(3))
})

test('APR-007 an outdated proposal is not approved, and the page names each change', async () => {
  service.refusals.set(APPROVE, [
    refused('proposal_outdated', { errors: ['3 late orders, 1,240.00 EUR'] }),
  ])
  await openPage('/console/proposals/12', service)
  fireEvent.click(await button('Approve'))
  expect(await screen.findByText('The proposal was not approved.')).toBeTruthy()
  expect(screen.getByText('3 late orders, 1,240.00 EUR')).toBeTruthy()
})

test('OPR-012 a refused right names the roles that have it', async () => {
  service.refusals.set(APPROVE, [refused('access_denied', { status: 403 })])
  await openPage('/console/proposals/12', service)
  fireEvent.click(await button('Approve'))
  expect(await screen.findByText(/This needs the role Finance or Admin/)).toBeTruthy()
})

test('SCR-008 an approval whose answer was lost is looked up: it was done, and is not sent again', async () => {
  await openPage('/console/proposals/12', service)
  const approve = await button('Approve')
  service.refusals.set(APPROVE, [LOST])
  fireEvent.click(approve)
  expect(await screen.findByText(/The answer was lost. Looking up/)).toBeTruthy()
  // The service had committed it.
  service.proposals[0] = proposal(12, { state: 'DONE', acts: [], version: 2 })
  expect(await screen.findByText('Approved and done.')).toBeTruthy()
  expect(countOf(APPROVE)).toBe(1)
  expect(screen.queryByText('The proposal was not approved.')).toBeNull()
})

test('SCR-008 a lost approval that was not done says so, after the service is back', async () => {
  await openPage('/console/proposals/12', service)
  const approve = await button('Approve')
  service.refusals.set(APPROVE, [LOST])
  service.refusals.set('GET /console/v1/proposals/12', [LOST])
  fireEvent.click(approve)
  expect(await screen.findByText('The proposal was not approved.')).toBeTruthy()
  expect(screen.getByText(/the service has not done it/)).toBeTruthy()
  expect(countOf(APPROVE)).toBe(1)
  fireEvent.click(await button('Approve'))
  expect(await screen.findByText('Approved and done.')).toBeTruthy()
})

test('APR-008 an outdated proposal is proposed again with one click, and links to the old one', async () => {
  await openPage('/console/proposals/10', service)
  expect(await screen.findByText('The rate is now 2.1980, not 2.1010')).toBeTruthy()
  fireEvent.click(await button('Propose again'))
  await screen.findByRole('heading', { name: 'Proposal 13', level: 1 })
  const sent = service.calls.find(({ call }) => call === 'POST /console/v1/proposals')
  expect(sent?.body).toEqual({
    kind: 'rate',
    object: 'EUR/UCHAIN',
    values: { value: '5' },
    reason: 'Partners with several wallets ask for more.',
    again: 10,
  })
})

test('APR-008 the new proposal shows what differs between the previews', async () => {
  const preview = [{ name: 'rate', before: '2.1', after: '2.2', difference: '+0.1' }]
  service.proposals.unshift(proposal(13, { again: 10, preview }))
  await openPage('/console/proposals/13', service)
  expect(await screen.findByText('Proposes again what was')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Proposal 10' })).toBeTruthy()
  await waitFor(() =>
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toContain(
      'rate: before: –→after: 2.1 → 2.2',
    ),
  )
})

test('APR-014 switching four eyes off is proposed with a preview and a reason', async () => {
  await openPage('/console/proposals', service)
  fireEvent.click(await button('Switch four eyes off'))
  const dialog = await screen.findByRole('dialog', { name: 'Switch four eyes off' })
  expect(await within(dialog).findByText('One other operator can approve this.')).toBeTruthy()
  fireEvent.change(within(dialog).getByLabelText(/^Reason/), {
    target: { value: 'I work alone in August.' },
  })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Propose' }))
  expect(await screen.findByText('Proposed. A second operator decides.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(service.proposals[0]).toMatchObject({ object: 'fourEyes', kind: 'setting' })
})

test('SCR-008 a proposal whose answer was lost is found by its object and reason', async () => {
  await openPage('/console/proposals', service)
  fireEvent.click(await button('Switch four eyes off'))
  const reason = await screen.findByLabelText(/^Reason/)
  fireEvent.change(reason, { target: { value: 'I work alone in August.' } })
  service.refusals.set('POST /console/v1/proposals', [LOST])
  fireEvent.click(screen.getByRole('button', { name: 'Propose' }))
  await screen.findByText(/The answer was lost. Looking up/)
  const proposer = { id: 1, email: 'mira.holt@example.com' }
  const reason_ = 'I work alone in August.'
  service.proposals.unshift(proposal(14, { object: 'fourEyes', reason: reason_, proposer }))
  expect(await screen.findByText('Proposed. A second operator decides.')).toBeTruthy()
  expect(countOf('POST /console/v1/proposals')).toBe(1)
})

test('APR-013 with four eyes off, every page says so with a link to the setting', async () => {
  service.me = { ...service.me!, fourEyes: false }
  await openPage('/console/me', service)
  expect(await screen.findByText(/One person can act alone/)).toBeTruthy()
  const link = screen.getByRole('link', { name: 'See the setting' })
  expect(link.getAttribute('href')).toBe('/console/proposals#four-eyes')
})

test('APR-012 the menu counts the proposals that wait for this operator', async () => {
  service.me = { ...service.me!, openProposals: 3 }
  await openPage('/console/me', service)
  const link = await screen.findByRole('link', { name: 'Approvals 3 wait for you' })
  expect(within(link).getByText('3').getAttribute('aria-hidden')).toBe('true')
})
