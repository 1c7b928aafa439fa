// @vitest-environment jsdom
import { ToastProvider } from '@partner-office/ui'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { withTexts } from '../../../testing/texts.tsx'
import { useMailNotices } from './use-mail-notices.ts'

function Buttons() {
  const { saved, failed } = useMailNotices()
  return (
    <>
      <button onClick={saved}>save</button>
      <button onClick={failed}>fail</button>
    </>
  )
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test.each([
  ['save', 'Your choice is saved'],
  ['fail', 'Data could not be loaded. Please try again later.'],
])('NOT-011 the notice after %s hides after 6000 ms', (button, notice) => {
  render(
    withTexts(
      <ToastProvider closeLabel="Close">
        <Buttons />
      </ToastProvider>,
    ),
  )
  fireEvent.click(screen.getByRole('button', { name: button }))
  expect(screen.getByText(notice)).toBeTruthy()
  act(() => void vi.advanceTimersByTime(5_999))
  expect(screen.getByText(notice)).toBeTruthy()
  act(() => void vi.advanceTimersByTime(1))
  expect(screen.queryByText(notice)).toBeNull()
})
