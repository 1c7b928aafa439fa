// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { installTopLayer } from './testing/top-layer.ts'
import { ToastProvider, usePastNotices, useToast, type Toaster } from './toasts.tsx'

let toast: Toaster
let past: ReturnType<typeof usePastNotices>

function Host() {
  toast = useToast()
  past = usePastNotices()
  return null
}

beforeAll(installTopLayer)
beforeEach(() => {
  vi.useFakeTimers()
  render(
    <ToastProvider closeLabel="Close">
      <Host />
    </ToastProvider>,
  )
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms))
const shown = (title: string) => screen.queryByText(title) !== null

test('NAV-034 a success message closes automatically after 3 s', () => {
  act(() => toast.success({ title: 'Saved' }))
  wait(2999)
  expect(shown('Saved')).toBe(true)
  wait(1)
  expect(shown('Saved')).toBe(false)
})

test('a success message may stay longer', () => {
  act(() => toast.success({ title: 'Saved', forMs: 6000 }))
  wait(5999)
  expect(shown('Saved')).toBe(true)
  wait(1)
  expect(shown('Saved')).toBe(false)
})

test('NAV-034 C11.33 an error closes automatically after 3 s, as other messages do', () => {
  act(() => toast.error({ title: 'Not saved', text: 'The server did not answer.' }))
  wait(2999)
  expect(shown('Not saved')).toBe(true)
  wait(1)
  expect(shown('Not saved')).toBe(false)
})

test.each(['success', 'error'] as const)(
  'C11.33 a message of the kind %s that asks the reader to do something stays until it is closed',
  (kind) => {
    act(() => toast[kind]({ title: 'Two fields are wrong', asksReader: true }))
    wait(60_000)
    expect(shown('Two fields are wrong')).toBe(true)
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(shown('Two fields are wrong')).toBe(false)
    expect(past.notices).toEqual([])
  },
)

test('C11.33 a message with something to press stays until it is closed', () => {
  act(() => toast.error({ title: 'Not sent', action: <button type="button">Again</button> }))
  wait(60_000)
  expect(shown('Not sent')).toBe(true)
})

test('C11.33 what closed by itself can be read again, the newest first, until it is forgotten', () => {
  act(() => toast.success({ title: 'Saved' }))
  wait(1000)
  act(() => toast.error({ title: 'Not saved', text: 'The server did not answer.' }))
  expect(past.notices).toEqual([])
  wait(3000)
  expect(past.notices).toMatchObject([
    { kind: 'error', title: 'Not saved', text: 'The server did not answer.' },
    { kind: 'success', title: 'Saved' },
  ])
  expect(past.notices[0]!.at - past.notices[1]!.at).toBe(1000)
  act(() => past.forget())
  expect(past.notices).toEqual([])
})

test('C11.33 a message that the reader closed is not kept', () => {
  act(() => toast.error({ title: 'Not saved' }))
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  wait(3000)
  expect(past.notices).toEqual([])
})

test('C11.33 the last 20 messages are kept', () => {
  for (let count = 1; count <= 21; count += 1) {
    act(() => toast.success({ title: `Saved ${count}` }))
    wait(3000)
  }
  expect(past.notices).toHaveLength(20)
  expect(past.notices.at(-1)).toMatchObject({ title: 'Saved 2' })
})

test('NAV-033 messages are success, wait and error; wait stays until done', () => {
  let done = () => {}
  act(() => {
    toast.success({ title: 'Saved' })
    done = toast.wait({ title: 'Saving' })
    toast.error({ title: 'Not saved', text: 'Nothing was changed.' })
  })
  expect([shown('Saved'), shown('Saving'), shown('Not saved')]).toEqual([true, true, true])
  wait(60_000)
  expect([shown('Saved'), shown('Saving'), shown('Not saved')]).toEqual([false, true, false])
  act(() => done())
  expect(shown('Saving')).toBe(false)
  expect(past.notices).toHaveLength(2)
})

test('errors are announced at once, other messages politely', () => {
  act(() => {
    toast.success({ title: 'Saved' })
    toast.error({ title: 'Not saved' })
  })
  expect(within(screen.getByRole('status')).getByText('Saved')).toBeTruthy()
  expect(within(screen.getByRole('alert')).getByText('Not saved')).toBeTruthy()
})
