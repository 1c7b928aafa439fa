// @vitest-environment jsdom
// What the pages of webhooks show of the calls, and what each act sends.
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { FakeService, NOW } from '../../testing/fake-service.ts'
import { FakeWebhooks } from '../../testing/fake-webhooks.ts'
import { openPage } from '../../testing/open-page.tsx'

let service: FakeService
let webhooks: FakeWebhooks
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  service = new FakeService()
  webhooks = new FakeWebhooks(service)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const bodyOf = (call: string) => service.calls.findLast((one) => one.call === call)?.body
const queryOf = (call: string) => service.calls.findLast((one) => one.call === call)?.query
const press = (name: string, at: HTMLElement = document.body) =>
  fireEvent.click(within(at).getByRole('button', { name }))
const cellsOf = async (name: string) =>
  within(await screen.findByRole('table', { name }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent))
const openOne = async (query = '') => {
  await openPage(`/console/webhooks/1${query}`, service)
  await screen.findByRole('link', { name: 'order.recorded.12' })
}

test('WHK-005 WHK-011 the list says of each endpoint whether it is on, what waits and what was given up', async () => {
  await openPage('/console/webhooks', service)
  await screen.findByRole('link', { name: 'https://hooks.example.com/1' })
  expect(await cellsOf('Webhooks')).toEqual([
    ['https://hooks.example.com/1', 'Warehouse', 'On', '2', '3', expect.stringContaining('10:41')],
    ['https://hooks.example.com/2', '–', 'Off: nothing reached it for 5 days', '0', '0', 'never'],
  ])
})

test('WHK-009 an endpoint is added with its events, and its secret is shown this once', async () => {
  await openPage('/console/webhooks', service)
  await screen.findByRole('link', { name: 'https://hooks.example.com/1' })
  press('Add an endpoint')
  const dialog = screen.getByRole('dialog', { name: 'Add an endpoint' })
  fireEvent.change(within(dialog).getByRole('textbox', { name: /^Address/ }), {
    target: { value: 'https://hooks.example.com/3' },
  })
  for (const box of within(dialog).getAllByRole('checkbox')) {
    if (box.closest('label')!.textContent !== 'payout.sent') fireEvent.click(box)
  }
  press('Add an endpoint', dialog)
  expect(await screen.findByText('whsec_c2VjcmV0')).toBeTruthy()
  expect(bodyOf('POST /console/v1/endpoints')).toEqual({
    address: 'https://hooks.example.com/3',
    note: '',
    types: ['payout.sent'],
  })
  press('Close', screen.getByText('whsec_c2VjcmV0').closest<HTMLElement>('.stack')!)
  await waitFor(() => expect(screen.queryByText('whsec_c2VjcmV0')).toBeNull())
  expect(await screen.findByRole('link', { name: 'https://hooks.example.com/3' })).toBeTruthy()
})

test('SCR-008 WHK-009 an endpoint whose answer was lost is found; its secret has to be made anew', async () => {
  await openPage('/console/webhooks', service)
  await screen.findByRole('link', { name: 'https://hooks.example.com/1' })
  press('Add an endpoint')
  const dialog = screen.getByRole('dialog', { name: 'Add an endpoint' })
  fireEvent.change(within(dialog).getByRole('textbox', { name: /^Address/ }), {
    target: { value: 'https://hooks.example.com/3' },
  })
  service.refusals.set('POST /console/v1/endpoints', [{ status: 0, body: null }])
  press('Add an endpoint', dialog)
  await waitFor(() => expect(bodyOf('POST /console/v1/endpoints')).toBeDefined())
  webhooks.endpoints.push({ ...webhooks.endpoints[0]!, id: 3 })
  expect(await screen.findByText(/the answer with the secret was lost/)).toBeTruthy()
})

test('WHK-007 the log shows instant, status, time and delivery; filters go into the address and the call', async () => {
  await openOne()
  expect((await cellsOf('Log of 30 days')).map((cells) => cells.slice(2))).toEqual([
    ['200', '84 ms', '7', 'Delivered'],
    ['No answer', '84 ms', '7', 'Waits'],
    ['500', '84 ms', '7', 'Given up'],
  ])
  press('Delivery')
  press('Given up')
  await waitFor(() => expect(location.search).toBe('?state=GIVEN_UP'))
  expect(queryOf('GET /console/v1/endpoints/1/attempts')).toEqual({ state: 'GIVEN_UP' })
})

test('WHK-007 WHK-008 an attempt shows its answer as text, and its event is sent again', async () => {
  await openOne('?open=10')
  const panel = await screen.findByRole('complementary', { name: 'order.recorded.10' })
  expect(within(panel).getByText('<b>broken</b>')).toBeTruthy()
  press('Send this event again', panel)
  expect(await screen.findByText('4 events are sent again')).toBeTruthy()
  expect(bodyOf('POST /console/v1/endpoints/1/replay')).toEqual({ event: 'order.recorded.10' })
})

test('WHK-008 a replay says how many events it sends before it does, in UTC', async () => {
  await openOne()
  press('Send again')
  const dialog = screen.getByRole('dialog', { name: 'Send events again' })
  const submit = within(dialog).getByRole('button', { name: 'Send them again' })
  expect(submit.getAttribute('aria-disabled')).toBe('true')
  fireEvent.change(within(dialog).getByLabelText(/^From/), {
    target: { value: '2026-11-25T10:00' },
  })
  fireEvent.change(within(dialog).getByLabelText(/^Until before/), {
    target: { value: '2026-11-26T10:00' },
  })
  fireEvent.change(within(dialog).getByLabelText('Type'), { target: { value: 'payout.sent' } })
  expect(await within(dialog).findByText('4 events would be sent again.')).toBeTruthy()
  const range = { from: Date.UTC(2026, 10, 25, 10), until: Date.UTC(2026, 10, 26, 10) }
  fireEvent.click(submit)
  expect(await screen.findByText('4 events are sent again')).toBeTruthy()
  expect(bodyOf('POST /console/v1/endpoints/1/replay')).toEqual({ ...range, type: 'payout.sent' })
})

test('WHK-009 a test event shows the answer, also a bad one', async () => {
  await openOne()
  press('Send a test event')
  expect(await screen.findByText('The test event was delivered')).toBeTruthy()
  expect(screen.getByText('Answer: status 200.')).toBeTruthy()
  webhooks.test = { ...webhooks.test, status: null, problem: 'ECONNREFUSED', isDelivered: false }
  press('Send a test event')
  expect(await screen.findByText('The test event was not delivered')).toBeTruthy()
  expect(screen.getByText('ECONNREFUSED')).toBeTruthy()
})

test('WHK-009 a new secret is shown once, and the page says until when both sign', async () => {
  await openOne()
  press('New secret')
  press('New secret', screen.getByRole('dialog', { name: 'Make a new secret?' }))
  expect(await screen.findByText('whsec_bmV3')).toBeTruthy()
  expect(bodyOf('POST /console/v1/endpoints/1/secret')).toEqual({ version: 1 })
  expect(await screen.findByText('Both secrets sign until')).toBeTruthy()
})

test('WHK-011 an endpoint is switched off and on again', async () => {
  await openOne()
  press('Switch off')
  press('Switch off', screen.getByRole('dialog', { name: 'Switch the endpoint off?' }))
  expect(await screen.findByText('The endpoint was switched off')).toBeTruthy()
  expect(bodyOf('POST /console/v1/endpoints/1/switch')).toEqual({ version: 1, isOn: false })
  fireEvent.click(await screen.findByRole('button', { name: 'Switch on' }))
  press('Switch on', screen.getByRole('dialog', { name: 'Switch the endpoint on?' }))
  expect(await screen.findByText('The endpoint was switched on')).toBeTruthy()
  expect(bodyOf('POST /console/v1/endpoints/1/switch')).toEqual({ version: 2, isOn: true })
})

test('an endpoint is changed, and removed after a question', async () => {
  await openOne()
  press('Change')
  const dialog = screen.getByRole('dialog', { name: 'Change the endpoint' })
  fireEvent.change(within(dialog).getByRole('textbox', { name: 'Note' }), {
    target: { value: 'Shop' },
  })
  press('Save', dialog)
  expect(await screen.findByText('The endpoint was changed')).toBeTruthy()
  expect(bodyOf('PUT /console/v1/endpoints/1')).toMatchObject({
    address: 'https://hooks.example.com/1',
    note: 'Shop',
    version: 1,
  })
  press('Remove')
  press('Remove', screen.getByRole('dialog', { name: 'Remove the endpoint?' }))
  expect(await screen.findByText('The endpoint was removed')).toBeTruthy()
  await waitFor(() => expect(location.pathname).toBe('/console/webhooks'))
})

test('OPR-012 finance reads endpoints and may do nothing to them', async () => {
  const { me } = service
  service.me = { ...me!, operator: { ...me!.operator, roles: ['finance'] } }
  await openOne()
  for (const name of [
    'Send a test event',
    'Change',
    'Send again',
    'New secret',
    'Switch off',
    'Remove',
  ])
    expect(screen.getByRole('button', { name }).getAttribute('aria-disabled')).toBe('true')
})
