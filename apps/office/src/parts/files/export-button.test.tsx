// @vitest-environment jsdom
import { ToastProvider } from '@partner-office/ui'
import { CallFailed, failedWith } from '@partner-office/web'
import { BrokenOff } from '@partner-office/web/testing/broken-off.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { withTexts } from '../../testing/texts.tsx'
import { ExportButton } from './export-button.tsx'

const FILE = new File(['id\n'], 'list.csv')
let finish: PromiseWithResolvers<File>
let report: (share: number) => void
let saved: unknown[]

beforeEach(() => {
  vi.useFakeTimers()
  saved = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `blob:${saved.push(file)}`)
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  finish = Promise.withResolvers()
  const download = (onReceived: (share: number) => void) => {
    report = onReceived
    return finish.promise
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ToastProvider closeLabel="Close">
        {withTexts(<ExportButton download={download} />)}
      </ToastProvider>
    </QueryClientProvider>,
  )
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const press = async () => {
  fireEvent.click(screen.getByRole('button'))
  await wait(0)
}
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const bar = () => screen.queryByRole('img', { name: 'Exporting' })
const width = () => bar()?.querySelector('i')?.style.inlineSize

test('a short download shows no bar, and saves the file', async () => {
  await press()
  await wait(999)
  expect(bar()).toBeNull()
  finish.resolve(FILE)
  await wait(0)
  expect(saved).toEqual([FILE])
  await wait(10_000)
  expect(bar()).toBeNull()
})

test('a long download shows the share that has arrived, never rounded up', async () => {
  await press()
  await wait(1_000)
  expect(bar()).not.toBeNull()
  act(() => report(0.409))
  expect(width()).toBe('40%')
  act(() => report(1))
  expect(width()).toBe('100%')
  finish.resolve(FILE)
  await wait(0)
  expect(bar()).toBeNull()
})

test('a download that fails says so, and can be started again', async () => {
  await press()
  await wait(1_500)
  finish.reject(new CallFailed(failedWith('server_error')))
  await wait(0)
  expect(bar()).toBeNull()
  expect(screen.getByText('The file could not be created')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Export CSV' }).getAttribute('aria-busy')).toBeNull()
})

test('EXP-003 a file that breaks off says how many of how many rows arrived, and is not saved', async () => {
  await press()
  const brokenOff = new BrokenOff(1_200, 45_000)
  finish.reject(new CallFailed(failedWith('internal_server_error'), { brokenOff }))
  await wait(0)
  expect(screen.getByText(/Rows that arrived: 1,200 of 45,000\./)).toBeDefined()
  expect(saved).toEqual([])
})
