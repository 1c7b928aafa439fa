// @vitest-environment jsdom
import sharedTexts from '@partner-office/locales/en/shared.json'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { I18nextProvider } from 'react-i18next'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { CallFailed, type Failure, failedWith } from './failure.ts'
import { Texts } from './texts.ts'
import { type Form, refusedFields, useForm } from './use-form.ts'

const NOW = Date.UTC(2026, 10, 1)
const REQUIRED = 'Please fill this in.'
const FORMAT = 'Check the format of this entry.'

const send = vi.fn<(values: object) => Promise<void>>()
const failed = vi.fn<(error: Error) => void>()
let form: Form

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  send.mockReset().mockResolvedValue()
  failed.mockReset()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** A form with e-mail and name, of which the e-mail is required, and the field `photo`, whose errors the page shows. */
function TestForm() {
  form = useForm({
    fields: ['email', 'name'],
    required: ['email'],
    apart: ['photo'],
    send,
    onFailed: failed,
  })
  return (
    <form {...form.props} aria-label="Test">
      {['email', 'name'].map((name) => (
        <input
          key={name}
          name={name}
          aria-label={name}
          aria-invalid={form.errorOf(name) !== undefined}
        />
      ))}
      <output>{form.codes.join(' ')}</output>
      <div aria-label="drop" />
    </form>
  )
}

function show(): void {
  const { i18n } = new Texts('http://office.test/translations', sharedTexts)
  render(
    <I18nextProvider i18n={i18n}>
      <QueryClientProvider client={new QueryClient()}>
        <TestForm />
      </QueryClientProvider>
    </I18nextProvider>,
  )
}

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const type = (name: string, value: string) => fireEvent.input(field(name), { target: { value } })
const submit = () => act(async () => void fireEvent.submit(screen.getByRole('form')))

const ofField = (fieldName: string, code: string): Failure => ({ code, fieldName, errors: null })
const refused = (first: Failure, ...others: readonly Failure[]) =>
  new CallFailed({ state: 'error', errors: [first, ...others] }, { status: 200 })

async function submitRefused(error: Error): Promise<void> {
  type('email', 'ada@example.com')
  send.mockRejectedValueOnce(error)
  await submit()
}

test('sends what was typed, once, and is busy until the next step', async () => {
  show()
  type('email', 'ada@example.com')
  expect([form.isSending, form.isBusy]).toEqual([false, false])
  const { promise, resolve } = Promise.withResolvers<void>()
  send.mockReturnValueOnce(promise)
  await submit()
  await submit()
  expect(send.mock.calls).toEqual([[{ email: 'ada@example.com', name: '' }]])
  expect([form.isSending, form.isBusy]).toEqual([true, true])
  await act(async () => resolve())
  await vi.waitFor(() => expect([form.isSending, form.isBusy]).toEqual([false, true]))
  expect(failed).not.toHaveBeenCalled()
})

test('the browser never sends the form itself, and would not put it into an address', () => {
  show()
  expect(screen.getByRole<HTMLFormElement>('form').method).toBe('post')
  expect(screen.getByRole<HTMLFormElement>('form').noValidate).toBe(true)
  expect(fireEvent.submit(screen.getByRole('form'))).toBe(false)
})

test('ERR-011 an empty required field is refused before a call, at its field, with the focus', async () => {
  show()
  expect(document.activeElement).toBe(document.body)
  await submit()
  expect(send).not.toHaveBeenCalled()
  expect(failed).toHaveBeenCalledOnce()
  expect(form.errorOf('email')).toBe(REQUIRED)
  expect(form.errorOf('name')).toBeUndefined()
  expect(form.codes).toEqual([])
  expect(document.activeElement).toBe(field('email'))
  expect([form.isSending, form.isBusy]).toEqual([false, false])
})

test('ERR-012 each refused field shows its first error, and the first of them gets the focus', async () => {
  show()
  await submitRefused(
    refused(
      ofField('name', 'invalid_format'),
      ofField('name', 'required'),
      ofField('email', 'new_code'),
    ),
  )
  expect(form.errorOf('name')).toBe(FORMAT)
  expect(form.codesOf('name')).toEqual(['invalid_format', 'required'])
  expect(form.errorOf('email')).toBe('new_code')
  expect(form.codesOf('other')).toEqual([])
  expect(document.activeElement).toBe(field('email'))
})

test('ERR-013 errors of the whole form and of fields that it does not show stand together', async () => {
  show()
  await submitRefused(
    refused(
      { code: 'access_denied', fieldName: null, errors: null },
      ofField('hidden', 'invalid_format'),
      ofField('photo', 'required'),
      ofField('name', 'required'),
    ),
  )
  expect(form.codes).toEqual(['access_denied', 'invalid_format'])
  expect(form.codesOf('photo')).toEqual(['required'])
})

test('ERR-014 a change removes the error of its field and of the form, and leaves the others', async () => {
  show()
  const whole = { code: 'access_denied', fieldName: null, errors: null }
  await submitRefused(refused(whole, ofField('name', 'required'), ofField('email', 'required')))
  type('name', 'Ada')
  expect(form.errorOf('name')).toBeUndefined()
  expect(form.errorOf('email')).toBe(REQUIRED)
  expect(form.codes).toEqual([])
  act(() => form.changed('email'))
  expect([form.errorOf('name'), form.errorOf('email')]).toEqual([undefined, undefined])

  send.mockRejectedValueOnce(refused(ofField('name', 'required')))
  await submit()
  expect(form.errorOf('name')).toBe(REQUIRED)
})

test('what is no field of the form is no change', async () => {
  show()
  await submitRefused(refused(ofField('name', 'required')))
  fireEvent.input(screen.getByLabelText('drop'))
  expect(form.errorOf('name')).toBe(REQUIRED)
})

test('a lock and its wait stay until another account is typed', async () => {
  show()
  const locked = new CallFailed(failedWith('user_account_locked'), { retryAfterMs: 5_000 })
  await submitRefused(locked)
  expect([form.codes, form.retryAt]).toEqual([['user_account_locked'], NOW + 5_000])
  type('name', 'Ada')
  expect([form.codes, form.retryAt]).toEqual([['user_account_locked'], NOW + 5_000])
  type('email', 'ben@example.com')
  expect([form.codes, form.retryAt]).toEqual([[], 0])
})

test('without a wait the next attempt may come at once', async () => {
  show()
  expect(form.retryAt).toBe(0)
  await submitRefused(refused(ofField('name', 'required')))
  expect(form.retryAt).toBe(NOW)
})

test('a fault of the page itself is told like a failed server', async () => {
  show()
  const fault = new TypeError('secret detail')
  await submitRefused(fault)
  expect(form.codes).toEqual(['internal_server_error'])
  expect(failed.mock.calls).toEqual([[fault]])
})

test('a new attempt begins without errors', async () => {
  show()
  await submitRefused(refused(ofField('name', 'required')))
  send.mockReturnValueOnce(new Promise(() => {}))
  await submit()
  expect(form.errorOf('name')).toBeUndefined()
})

test('the refused fields of an error, in its order', () => {
  expect(refusedFields(refused(ofField('b', 'required'), ofField('a', 'required')))).toEqual([
    'b',
    'a',
  ])
  expect(refusedFields(new CallFailed(failedWith('access_denied')))).toEqual([])
})
