// @vitest-environment jsdom
// The operator's own exports: their files, those that take longer, and those that broke off.
import type { Export } from '@partner-office/contracts'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { bytesText } from '../../lib/figures.ts'
import { FakeService, NOW } from '../../testing/fake-service.ts'
import { openPage } from '../../testing/open-page.tsx'

const made = (id: number, changes: Partial<Export> = {}): Export => ({
  id,
  list: 'audit',
  filters: { actor: 'ann' },
  columns: ['at', 'actor'],
  withContacts: false,
  state: 'DONE',
  rows: 1_208,
  bytes: 2_048,
  sha256: 'ab'.repeat(32),
  at: NOW,
  until: NOW + 7 * 86_400_000,
  ...changes,
})
const LIST = 'GET /console/v1/exports'

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

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('EXP-006 an export names its list, filters, rows, size and how long its file waits', async () => {
  service.data.set(LIST, { content: [made(5)] })
  await openPage('/console/exports', service)
  const row = await screen.findByRole('row', { name: /Audit log/ })
  expect([...row.children].map(({ textContent }) => textContent)).toEqual([
    'Audit log actor: ann',
    'Nov 26, 2026, 10:42 UTC',
    'Done',
    '1,208',
    '2.05 kB',
    'Dec 3, 2026, 10:42 UTC',
    'DownloadDelete',
  ])
  expect(screen.getByRole('link', { name: 'Download Audit log 5' }).getAttribute('href')).toBe(
    '/console/v1/exports/5/file',
  )
})

test('EXP-006 an export that runs is read again until it is done, without keeping the session open', async () => {
  let asked = 0
  service.data.set(LIST, () => ({
    content: [made(5, (asked += 1) === 1 ? { state: 'RUNNING', sha256: null } : {})],
  }))
  await openPage('/console/exports', service)
  expect(await screen.findByText('Is made')).toBeTruthy()
  expect(screen.queryByRole('link', { name: /^Download/ })).toBeNull()
  expect(await screen.findByRole('link', { name: /^Download/ })).toBeTruthy()
  const reads = service.calls.filter(({ call }) => call === LIST)
  expect(reads.every(({ headers }) => headers.has('x-console-refresh'))).toBe(true)
})

test('EXP-006 an export whose process is gone can be started again', async () => {
  service.data.set(LIST, { content: [made(5, { state: 'INTERRUPTED', sha256: null })] })
  service.data.set('POST /console/v1/exports', made(6, { state: 'RUNNING', sha256: null }))
  await openPage('/console/exports', service)
  fireEvent.click(await screen.findByRole('button', { name: 'Start again' }))
  await waitFor(() =>
    expect(service.calls.findLast(({ call }) => call === 'POST /console/v1/exports')?.body).toEqual(
      { list: 'audit', filters: { actor: 'ann' }, columns: ['at', 'actor'] },
    ),
  )
})

test('EXP-006 a file is deleted before its time', async () => {
  service.data.set(LIST, { content: [made(5)] })
  await openPage('/console/exports', service)
  await screen.findByRole('row', { name: /Audit log/ })
  service.data.set(LIST, { content: [] })
  press('Delete Audit log 5')
  expect(await screen.findByText('The export was deleted')).toBeTruthy()
  expect(await screen.findByText('You have exported nothing in the last 7 days.')).toBeTruthy()
})

test.each([
  [0, '0 byte'],
  [999, '999 byte'],
  [1_000, '1 kB'],
  [999_499, '999 kB'],
  [1_500_000, '1.5 MB'],
])('a size of %d bytes is %s', (bytes, said) => {
  expect(bytesText(bytes)).toBe(said)
})
