// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { installTopLayer } from './testing/top-layer.ts'
import { ToastProvider, useToast, type Toaster } from './toasts.tsx'

let toast: Toaster

function Host() {
  toast = useToast()
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

test('NAV-033 messages are success, wait and error; wait stays until done, error until closed', () => {
  let done = () => {}
  act(() => {
    toast.success({ title: 'Saved' })
    done = toast.wait({ title: 'Saving' })
    toast.error({ title: 'Not saved', text: 'Nothing was changed.' })
  })
  wait(60_000)
  expect([shown('Saved'), shown('Saving'), shown('Not saved')]).toEqual([false, true, true])

  act(() => done())
  expect(shown('Saving')).toBe(false)
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(shown('Not saved')).toBe(false)
})

test('errors are announced at once, other messages politely', () => {
  act(() => {
    toast.success({ title: 'Saved' })
    toast.error({ title: 'Not saved' })
  })
  expect(within(screen.getByRole('status')).getByText('Saved')).toBeTruthy()
  expect(within(screen.getByRole('alert')).getByText('Not saved')).toBeTruthy()
})
