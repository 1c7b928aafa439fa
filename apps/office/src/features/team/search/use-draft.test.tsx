// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { useDraft } from './use-draft.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const applied: string[] = []

/** A field of an amount: it shows two decimals of whatever was typed. */
function AmountFilter() {
  const [value, setValue] = useState('')
  const { input } = useDraft({
    value,
    read: (typed) => (/^[\d.]*$/.test(typed) ? typed : null),
    show: (amount) => (amount === '' ? '' : Number(amount).toFixed(2)),
    apply: (next) => {
      applied.push(next)
      setValue(next)
    },
  })
  return <input {...input} />
}

test('a filter applies once after a pause, and is not applied again when the field shows it in its own form', () => {
  render(<AmountFilter />)
  const field = screen.getByRole<HTMLInputElement>('textbox')
  fireEvent.change(field, { target: { value: '2' } })
  act(() => void vi.advanceTimersByTime(399))
  expect(applied).toEqual([])
  act(() => void vi.advanceTimersByTime(1))
  expect(applied).toEqual(['2'])
  fireEvent.blur(field)
  expect(field.value).toBe('2.00')
  act(() => void vi.advanceTimersByTime(1_000))
  expect(applied).toEqual(['2'])
  fireEvent.change(field, { target: { value: '2.01' } })
  fireEvent.blur(field)
  expect(applied).toEqual(['2', '2.01'])
})
