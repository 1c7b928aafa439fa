// @vitest-environment jsdom
// What an admin does to other operators' accounts, and who may see the page.
import { ROLES } from '@partner-office/contracts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { FakeService, NOW, refused } from '../../testing/fake-service.ts'
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

const bodyOf = (call: string) => service.calls.findLast((one) => one.call === call)?.body
const rowNames = () =>
  screen.getAllByRole('rowheader').map(({ textContent }) => textContent.replace('@example.com', ''))
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('OPR-012 without the role the page is not in the menu, calls nothing, and names the role', async () => {
  const { me } = service
  service.me = { ...me!, operator: { ...me!.operator, roles: ['finance'] } }
  await openPage('/console/operators', service)
  expect(await screen.findByText('You may not read this page')).toBeTruthy()
  expect(screen.getByText('It needs the role Admin.')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Operators' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Add an operator' })).toBeNull()
  expect(service.calls.map(({ call }) => call)).not.toContain('GET /console/v1/operators')
})

test('SCR-004 filter, sort, hidden columns and the open row are in the address', async () => {
  await openPage('/console/operators?sort=lastSignInAt&order=descending&hide=roles&open=3', service)
  expect(await screen.findByRole('heading', { name: 'tom.reed@example.com' })).toBeTruthy()
  expect(rowNames()).toEqual(['mira.holt', 'ilse.brandt', 'tom.reed', 'gone', 'new'])
  expect(screen.queryByRole('columnheader', { name: 'Roles' })).toBeNull()
  press('State')
  press('Locked')
  await waitFor(() => expect(rowNames()).toEqual(['gone']))
  expect(screen.getByText('1 of 5')).toBeTruthy()
  press('Email address')
  await waitFor(() => expect(new URLSearchParams(location.search).get('sort')).toBe('email'))
  expect(Object.fromEntries(new URLSearchParams(location.search))).toEqual({
    sort: 'email',
    order: 'descending',
    hide: 'roles',
    open: '3',
    state: 'locked',
  })
})

test('SCR-003 a closed drawer gives the focus back to its row', async () => {
  await openPage('/console/operators?open=3', service)
  const heading = await screen.findByRole('heading', { name: 'tom.reed@example.com' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  fireEvent.keyDown(heading, { key: 'Escape' })
  await waitFor(() => expect(location.search).toBe(''))
  expect(document.activeElement?.textContent).toBe('tom.reed@example.com')
})

test('SCR-003 Escape closes the drawer from the list beside it, too', async () => {
  await openPage('/console/operators?open=3', service)
  await screen.findByRole('heading', { name: 'tom.reed@example.com' })
  const row = screen.getByRole('link', { name: 'ilse.brandt@example.com' })
  row.focus()
  fireEvent.keyDown(row, { key: 'Escape' })
  await waitFor(() => expect(location.search).toBe(''))
  expect(document.activeElement?.textContent).toBe('tom.reed@example.com')
})

test('SCR-008 an operator whose adding was not answered is looked up, not added twice', async () => {
  await openPage('/console/operators', service)
  await screen.findByText('5 of 5')
  press('Add an operator')
  const dialog = screen.getByRole('dialog', { name: 'Add an operator' })
  fireEvent.change(within(dialog).getByLabelText('Email address'), {
    target: { value: 'zoe@example.com' },
  })
  service.refusals.set('POST /console/v1/operators', [{ status: 0, body: null }])
  fireEvent.click(within(dialog).getByRole('button', { name: 'Add and send the link' }))
  await waitFor(() => expect(bodyOf('POST /console/v1/operators')).toBeDefined())
  // The service had committed it.
  service.operators.push({ ...service.operators[3]!, id: 6, email: 'zoe@example.com' })
  expect(await screen.findByText('The link goes to zoe@example.com.')).toBeTruthy()
  expect(service.calls.filter(({ call }) => call === 'POST /console/v1/operators')).toHaveLength(1)
})

test('an operator with every role has all roles, in the menu too', async () => {
  const { me } = service
  service.me = { ...me!, operator: { ...me!.operator, roles: [...ROLES] } }
  await openPage('/console/operators', service)
  const menu = await screen.findByRole('button', { name: /^Account of/ })
  expect(menu.textContent).toContain('All roles')
})

test('roles without a guarded one are saved at once', async () => {
  await openPage('/console/operators?open=3', service)
  fireEvent.click(await screen.findByRole('checkbox', { name: /^Viewer/ }))
  press('Save the roles')
  expect(await screen.findByText('The roles were changed')).toBeTruthy()
  expect(bodyOf('PUT /console/v1/operators/3/roles')).toEqual({ roles: ['support'], version: 1 })
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save the roles' })).toBeNull())
})

test('D-155 a guarded role is proposed to a second operator', async () => {
  await openPage('/console/operators?open=3', service)
  fireEvent.click(await screen.findByRole('checkbox', { name: /^Finance/ }))
  press('Propose these roles')
  const reason = await screen.findByLabelText(/^Reason/)
  fireEvent.change(reason, { target: { value: 'She runs the payouts from May on.' } })
  press('Propose')
  expect(await screen.findByText('Proposed. A second operator decides.')).toBeTruthy()
  expect(bodyOf('POST /console/v1/proposals')).toEqual({
    kind: 'role',
    object: '3',
    values: { roles: ['viewer', 'support', 'finance'] },
    reason: 'She runs the payouts from May on.',
  })
})

test('an operator without a role cannot be saved', async () => {
  await openPage('/console/operators?open=4', service)
  fireEvent.click(await screen.findByRole('checkbox', { name: /^Viewer/ }))
  expect(screen.getByText('Choose at least one role.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Save the roles' })).toBeNull()
})

test('OPR-019 the last admin stays, and the page says what was not done and why', async () => {
  service.refusals.set('POST /console/v1/operators/1/remove', [refused('last_admin')])
  await openPage('/console/operators?open=1', service)
  fireEvent.click(await screen.findByRole('button', { name: 'Remove' }))
  const dialog = screen.getByRole('dialog', { name: 'Remove mira.holt@example.com?' })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Remove' }))
  expect(await within(dialog).findByText('The operator was not removed.')).toBeTruthy()
  expect(within(dialog).getByText(/last operator who can sign in with the role Admin/)).toBeTruthy()
})

test('a removed operator is gone, and so is the drawer', async () => {
  await openPage('/console/operators?open=4', service)
  fireEvent.click(await screen.findByRole('button', { name: 'Remove' }))
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(rowNames()).toEqual(['gone', 'ilse.brandt', 'mira.holt', 'tom.reed']))
  expect(screen.queryByRole('heading', { name: 'new@example.com' })).toBeNull()
})

test.each([
  ['5', 'Unlock', 'POST /console/v1/operators/5/unlock', 'The operator was unlocked'],
  ['3', 'Reset', 'POST /console/v1/operators/3/reset', 'The operator was reset'],
])('operator %s: %s', async (id, act, call, done) => {
  await openPage(`/console/operators?open=${id}`, service)
  fireEvent.click(await screen.findByRole('button', { name: act }))
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: act }))
  expect(await screen.findByText(done)).toBeTruthy()
  expect(bodyOf(call)).toEqual({ version: 1 })
})

test('OPR-017 recovering an operator with a guarded role is a proposal', async () => {
  await openPage('/console/operators?open=2', service)
  fireEvent.click(await screen.findByRole('button', { name: 'Reset' }))
  expect(await screen.findByLabelText(/^Reason/)).toBeTruthy()
  expect(bodyOf('POST /console/v1/proposals/preview')).toEqual({
    kind: 'recovery',
    object: '2',
    values: {},
  })
})

test('D-154 a new operator gets the link by mail; a guarded role has to be proposed afterwards', async () => {
  await openPage('/console/operators', service)
  await screen.findByText('5 of 5')
  press('Add an operator')
  const dialog = screen.getByRole('dialog', { name: 'Add an operator' })
  fireEvent.change(within(dialog).getByLabelText('Email address'), {
    target: { value: 'zoe@example.com' },
  })
  const finance = within(dialog).getByRole('checkbox', { name: /^Finance/ })
  const add = () => within(dialog).getByRole('button', { name: 'Add and send the link' })
  fireEvent.click(finance)
  expect(within(dialog).getAllByText(/need a second operator/)).not.toEqual([])
  expect(add().getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(finance)
  fireEvent.click(add())
  expect(await screen.findByText('The link goes to zoe@example.com.')).toBeTruthy()
  await waitFor(() => expect(rowNames()).toContain('zoe'))
  expect(bodyOf('POST /console/v1/operators')).toEqual({
    email: 'zoe@example.com',
    roles: ['viewer'],
  })
})
