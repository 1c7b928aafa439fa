// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { CodeField } from './code-field.tsx'

const complete = vi.fn<(code: string) => void>()

function Host({ refused = false }: { refused?: boolean }) {
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  return (
    <>
      <CodeField
        label="Code"
        value={code}
        error={error}
        onChange={setCode}
        onComplete={(whole) => {
          complete(whole)
          if (refused) {
            setCode('')
            setError('That code did not match.')
          }
        }}
      />
      <input aria-label="Other" />
    </>
  )
}

const field = () => screen.getByLabelText<HTMLInputElement>('Code')
const cells = () =>
  Array.from(document.querySelectorAll('.code-cells > i'), (cell) => cell.textContent)
const paste = (target: Element, text: string) =>
  fireEvent.paste(target, { clipboardData: { getData: () => text } })

beforeEach(() => complete.mockClear())
afterEach(cleanup)

test('the sixth digit sends the code automatically, once', async () => {
  render(<Host />)
  await userEvent.type(field(), '12345')
  expect(complete).not.toHaveBeenCalled()
  await userEvent.type(field(), '6')
  await userEvent.type(field(), '7')
  expect(complete.mock.calls).toEqual([['123456']])
  expect(cells()).toEqual(['1', '2', '3', '4', '5', '6'])
})

test('non-digits are dropped, and digits of an Arabic keyboard are accepted', async () => {
  render(<Host />)
  await userEvent.type(field(), '1a ٢-۳')
  expect(field().value).toBe('123')
})

test('a code pasted into the field may have gaps', async () => {
  render(<Host />)
  await userEvent.click(field())
  await userEvent.paste('123 456')
  expect(complete.mock.calls).toEqual([['123456']])
})

test('a code can be pasted anywhere except into another field', () => {
  render(<Host />)
  paste(screen.getByLabelText('Other'), '111111')
  paste(document.body, 'no code 12')
  expect(complete).not.toHaveBeenCalled()
  paste(document.body, 'Your code: 654321')
  expect(complete.mock.calls).toEqual([['654321']])
  expect(document.activeElement).toBe(field())
})

test('after a refused code the cells are empty, the focus stays and the same code can be sent again', async () => {
  render(<Host refused />)
  await userEvent.type(field(), '123456')
  expect(cells().join('')).toBe('')
  expect(document.activeElement).toBe(field())
  expect(screen.getByRole('alert').textContent).toBe('That code did not match.')
  expect(field().getAttribute('aria-invalid')).toBe('true')
  await userEvent.type(field(), '123456')
  expect(complete).toHaveBeenCalledTimes(2)
})

test('the field offers the one-time code of the phone and is left to right', () => {
  render(<Host />)
  expect(field().inputMode).toBe('numeric')
  expect(field().autocomplete).toBe('one-time-code')
  expect(field().dir).toBe('ltr')
})
