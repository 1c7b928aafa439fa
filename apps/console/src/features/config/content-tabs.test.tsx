// @vitest-environment jsdom
// News, legal documents, events and languages: each is changed as a whole, shown before it is saved, and read only for other roles.
import type { ConsolePost } from '@partner-office/contracts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { FakeService, NOW, refused } from '../../testing/fake-service.ts'
import { openPage } from '../../testing/open-page.tsx'

const DAY = 86_400_000
const post = (id: number, changes: Partial<ConsolePost> = {}): ConsolePost => ({
  id,
  language: 'en',
  title: `Post ${id}`,
  category: 'Product',
  publishedAt: NOW - id * DAY,
  figure: '',
  content: 'A **text**.',
  state: 'published',
  version: `v${id}`,
  ...changes,
})
const DOCUMENTS = {
  content: [
    {
      name: 'Terms',
      file: 'terms.pdf',
      languages: [
        { language: 'en', source: 'own', bytes: 4, changedAt: NOW },
        { language: 'de', source: 'english', bytes: null, changedAt: null },
      ],
    },
    { name: 'Privacy', file: 'privacy.pdf', languages: [] },
  ],
  version: 'd1',
  accepted: 1_234,
}
const EVENT = {
  id: 4,
  title: 'Autumn day',
  registrationStartDate: NOW,
  registrationEndDate: NOW + DAY,
  eventEndDate: NOW + 2 * DAY,
}
const LANGUAGES = {
  content: [
    {
      language: 'de',
      isBuilt: true,
      isOffered: true,
      isOwn: true,
      findings: ['shared.json: a key is missing: form.send'],
    },
    { language: 'en', isBuilt: true, isOffered: true, isOwn: false, findings: [] },
  ],
}
const NEWS = '/console/v1/config/news'
const PREVIEW = `POST ${NEWS}/preview`
const LEGALS = '/console/v1/config/legals'
const EVENTS = '/console/v1/config/events'

let service: FakeService
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  service = new FakeService()
  service.data.set(`GET ${NEWS}`, { content: [post(1), post(2, { state: 'planned' })] })
  service.data.set(PREVIEW, { html: '<p>A <strong>text</strong>.</p>', problems: [] })
  service.data.set(`GET ${LEGALS}`, DOCUMENTS)
  service.data.set(`POST ${LEGALS}/preview`, { again: 1_234, problem: null })
  service.data.set(`PUT ${LEGALS}`, { version: 'd2' })
  service.data.set(`GET ${EVENTS}`, { content: [EVENT], version: 'e1' })
  service.data.set(`PUT ${EVENTS}`, { version: 'e2' })
  service.data.set(`POST ${NEWS}`, post(3))
  service.data.set('GET /console/v1/config/languages', LANGUAGES)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const callOf = (call: string) => service.calls.findLast((one) => one.call === call)
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const asViewer = () => {
  const { me } = service
  service.me = { ...me!, operator: { ...me!.operator, roles: ['viewer'] } }
}

test('CNF-007 posts are listed by language and state, which are in the address', async () => {
  await openPage('/console/config?tab=news', service)
  expect(await screen.findByRole('link', { name: 'Post 2' })).toBeTruthy()
  expect(screen.getByRole('row', { name: /^Post 2/ }).textContent).toContain('Planned')
  fireEvent.click(screen.getAllByRole('button', { name: 'State' })[0]!)
  press('Planned')
  await waitFor(() => expect(callOf(`GET ${NEWS}`)!.query).toEqual({ state: 'planned' }))
  expect(location.search).toBe('?tab=news&state=planned')
})

test('CNF-007 a post is shown as the office shows it and checked while it is written, then saved once', async () => {
  service.data.set(PREVIEW, {
    html: '<p>Text</p>',
    problems: [{ place: 'date', problem: 'must be a day' }],
  })
  await openPage('/console/config?tab=news', service)
  fireEvent.click(await screen.findByRole('button', { name: 'Write a post' }))
  await screen.findByLabelText('Appears')
  type('Appears', 'soon')
  expect(await screen.findByText('must be a day')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')).toBe('true')
  service.data.set(PREVIEW, { html: '<p>Hello <strong>all</strong></p>', problems: [] })
  type('Title', 'Hello')
  type('Category', 'Product')
  type('Appears', '2026-12-01')
  type('Text', 'Hello **all**')
  const preview = screen.getByRole('region', { name: 'As the office shows it' })
  expect((await within(preview).findByText('all')).tagName).toBe('STRONG')
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')).toBeNull(),
  )
  press('Save')
  expect(await screen.findByText('The post was saved')).toBeTruthy()
  const written = {
    language: 'en',
    title: 'Hello',
    category: 'Product',
    date: '2026-12-01',
    figure: '',
    content: 'Hello **all**',
  }
  expect(callOf(`POST ${NEWS}`)!.body).toEqual(written)
  expect(callOf(PREVIEW)!.body).toEqual(written)
})

test('CNF-007 a post that was changed meanwhile is not overwritten; a deleted one is asked about first', async () => {
  service.refusals.set(`PUT ${NEWS}/1`, [refused('changed_meanwhile')])
  await openPage('/console/config?tab=news&open=1', service)
  await screen.findByDisplayValue('Post 1')
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')).toBeNull(),
  )
  press('Save')
  expect(await screen.findByText('The post was not saved.')).toBeTruthy()
  expect(callOf(`PUT ${NEWS}/1`)!.body).toMatchObject({ version: 'v1', title: 'Post 1' })
  press('Delete')
  const dialog = screen.getByRole('dialog', { name: 'Delete Post 1?' })
  expect(callOf(`DELETE ${NEWS}/1`)).toBeUndefined()
  fireEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('The post was deleted')).toBeTruthy()
  expect(callOf(`DELETE ${NEWS}/1`)!.body).toEqual({ version: 'v1' })
})

test('CNF-008 each document shows where every language has its file from, and takes a new one', async () => {
  await openPage('/console/config?tab=documents&open=terms.pdf', service)
  expect(await screen.findByText('1,234 partners have accepted this list.')).toBeTruthy()
  expect(screen.getByRole('row', { name: /^Terms/ }).textContent).toContain('1 of 2 languages')
  const german = screen.getByRole('row', { name: /^German/ })
  expect(german.textContent).toContain('The English file')
  service.data.set(`POST ${LEGALS}/file`, { bytes: 4, sha256: 'a'.repeat(64) })
  const file = new File(['%PDF'], 'anything.pdf', { type: 'application/pdf' })
  fireEvent.change(screen.getByLabelText('New file for German'), { target: { files: [file] } })
  expect(await screen.findByText('The file was stored')).toBeTruthy()
  const sent = callOf(`POST ${LEGALS}/file`)!.body as FormData
  expect([sent.get('language'), sent.get('name')]).toEqual(['de', 'terms.pdf'])
})

test('CNF-008 a new list says how many partners must accept again before it is saved, and what is wrong with it', async () => {
  await openPage('/console/config?tab=documents', service)
  fireEvent.click(await screen.findByRole('button', { name: 'Change the list' }))
  const dialog = within(screen.getByRole('dialog'))
  const save = () => dialog.getByRole('button', { name: 'Save' })
  expect(save().getAttribute('aria-disabled')).toBe('true')
  service.data.set(`POST ${LEGALS}/preview`, { again: 0, problem: 'must have eight documents' })
  fireEvent.change(dialog.getAllByLabelText('Name')[0]!, { target: { value: 'Rules' } })
  expect(await dialog.findByText('The list must have eight documents.')).toBeTruthy()
  expect(save().getAttribute('aria-disabled')).toBe('true')
  service.data.set(`POST ${LEGALS}/preview`, { again: 1_234, problem: null })
  fireEvent.change(dialog.getAllByLabelText('Name')[0]!, { target: { value: 'Rule' } })
  expect(await dialog.findByText('1,234 partners must accept the documents again.')).toBeTruthy()
  fireEvent.click(save())
  expect(await screen.findByText('The list was changed')).toBeTruthy()
  expect(callOf(`PUT ${LEGALS}`)!.body).toEqual({
    documents: [
      { name: 'Rule', file: 'terms.pdf' },
      { name: 'Privacy', file: 'privacy.pdf' },
    ],
    version: 'd1',
  })
})

test('CNF-009 an event is added, changed and removed, each with the list that was seen', async () => {
  await openPage('/console/config?tab=events', service)
  fireEvent.click(await screen.findByRole('button', { name: 'Add an event' }))
  type('Title', 'Winter day')
  type('Registration begins', '2026-12-02T10:00')
  type('Registration ends', '2026-12-01T10:00')
  type('The event ends', '2026-12-05T10:00')
  expect(screen.getByText('The registration ends before it begins.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')).toBe('true')
  type('Registration ends', '2026-12-02T10:00')
  press('Save')
  expect(await screen.findByText('The events were changed')).toBeTruthy()
  const begin = Date.UTC(2026, 11, 2, 10)
  expect(callOf(`PUT ${EVENTS}`)!.body).toEqual({
    events: [
      EVENT,
      {
        id: 5,
        title: 'Winter day',
        registrationStartDate: begin,
        registrationEndDate: begin,
        eventEndDate: Date.UTC(2026, 11, 5, 10),
      },
    ],
    version: 'e1',
  })
  press('Remove Autumn day')
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(callOf(`PUT ${EVENTS}`)!.body).toEqual({ events: [], version: 'e1' }))
})

test('CNF-009 an event that another operator has changed meanwhile is not changed over it; the next form begins with theirs', async () => {
  const refusal = refused('changed_meanwhile')
  service.refusals.set(`PUT ${EVENTS}`, [refusal, refusal])
  await openPage('/console/config?tab=events', service)
  fireEvent.click(await screen.findByRole('button', { name: 'Change Autumn day' }))
  type('Title', 'Autumn night')
  const theirs = { ...EVENT, title: 'Autumn week' }
  service.data.set(`GET ${EVENTS}`, { content: [theirs], version: 'e2' })
  const title = () => screen.getByLabelText<HTMLInputElement>('Title').value
  for (const times of [1, 2]) {
    press('Save')
    await waitFor(() =>
      expect(service.calls.filter(({ call }) => call === `PUT ${EVENTS}`)).toHaveLength(times),
    )
    expect(await screen.findByText('The events were not changed.')).toBeTruthy()
    expect(await screen.findByText('Autumn week')).toBeTruthy()
    expect(callOf(`PUT ${EVENTS}`)!.body).toMatchObject({ version: 'e1' })
    expect(title()).toBe('Autumn night')
  }
  press('Close')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  press('Change Autumn week')
  expect(title()).toBe('Autumn week')
})

test('CNF-010 languages show what own texts lack, and a text is found in all of them', async () => {
  service.data.set('GET /console/v1/config/texts', {
    content: [
      {
        area: 'shared',
        key: 'form.send',
        texts: { en: { text: 'Send', isOwn: false }, de: { text: 'Senden', isOwn: true } },
      },
    ],
    hasMore: false,
  })
  await openPage('/console/config?tab=languages&open=de&find=Send', service)
  expect(await screen.findByText('shared.json: a key is missing: form.send')).toBeTruthy()
  expect(screen.getByText('One text was found.')).toBeTruthy()
  const table = screen.getByRole('table', { name: 'form.send' })
  expect(within(table).getByRole('row', { name: /^German/ }).textContent).toContain(
    'Senden (own text)',
  )
  expect(callOf('GET /console/v1/config/texts')!.query).toEqual({ search: 'Send' })
})

test('CNF-007 CNF-008 CNF-009 other roles read and change nothing', async () => {
  asViewer()
  await openPage('/console/config?tab=news&open=1', service)
  const title = await screen.findByLabelText('Title')
  expect(title.hasAttribute('readonly')).toBe(true)
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
  cleanup()
  await openPage('/console/config?tab=documents&open=terms.pdf', service)
  expect((await screen.findByLabelText('New file for German')).hasAttribute('disabled')).toBe(true)
  cleanup()
  await openPage('/console/config?tab=events', service)
  const add = await screen.findByRole('button', { name: 'Add an event' })
  expect(add.getAttribute('aria-disabled')).toBe('true')
})
