// @vitest-environment jsdom
import sharedTexts from '@partner-office/locales/en/shared.json'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { I18nextProvider } from 'react-i18next'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

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

function show(shown = <TestForm />): void {
  const { i18n } = new Texts('http://office.test/translations', sharedTexts)
  render(
    <I18nextProvider i18n={i18n}>
      <QueryClientProvider client={new QueryClient()}>{shown}</QueryClientProvider>
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
  expect(form.retryAt).toBe(0)
})

test('a fault of the page itself is shown like a failed server', async () => {
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

/** A form with a note that the page keeps, and a code that its input holds. */
function PageForm() {
  const [note, setNote] = useState('kept')
  form = useForm({
    fields: ['note', 'code'],
    required: ['note'],
    controlled: { values: { note }, change: (changes) => setNote(changes['note'] ?? note) },
    isReady: note !== 'no',
    fieldOfCode: { too_long: 'note' },
    send,
  })
  const { error, ...shown } = form.field('note')
  return (
    <form {...form.props} aria-label="Test">
      <input {...shown} aria-label="note" aria-invalid={error !== undefined} />
      <input name={form.field('code').name} aria-label="code" />
    </form>
  )
}

describe('values that the page keeps', () => {
  test('are sent together with the values of other inputs', async () => {
    show(<PageForm />)
    expect(form.field('code')).toEqual({ name: 'code', error: undefined })
    type('note', 'typed')
    type('code', '123')
    await submit()
    expect(send.mock.calls).toEqual([[{ note: 'typed', code: '123' }]])
    act(() => form.change({ note: 'chosen' }))
    expect(field('note').value).toBe('chosen')
    await submit()
    expect(send.mock.lastCall).toEqual([{ note: 'chosen', code: '123' }])
  })

  test('a change from the page removes the error of the field', async () => {
    show(<PageForm />)
    send.mockRejectedValueOnce(refused(ofField('note', 'required'), ofField('code', 'required')))
    await submit()
    act(() => form.change({ note: 'chosen' }))
    expect([form.errorOf('note'), form.errorOf('code')]).toEqual([undefined, REQUIRED])
  })

  test('an empty required one is refused before a call', async () => {
    show(<PageForm />)
    type('note', ' ')
    await submit()
    expect(send).not.toHaveBeenCalled()
    expect(form.field('note').error).toBe(REQUIRED)
  })
})

test('a form that is not ready is not sent', async () => {
  show(<PageForm />)
  type('note', 'no')
  await submit()
  expect(send).not.toHaveBeenCalled()
  type('note', 'yes')
  await submit()
  expect(send).toHaveBeenCalledOnce()
})

test('a code without a field is shown at the field that the form names for it', async () => {
  show(<PageForm />)
  const whole = { code: 'other', fieldName: null, errors: null }
  send.mockRejectedValueOnce(refused({ ...whole, code: 'too_long' }, whole))
  await submit()
  expect([form.codesOf('note'), form.codes]).toEqual([['too_long'], ['other']])
  expect(document.activeElement).toBe(field('note'))
})

test('the refused fields of an error, in its order', () => {
  expect(refusedFields(refused(ofField('b', 'required'), ofField('a', 'required')))).toEqual([
    'b',
    'a',
  ])
  expect(refusedFields(new CallFailed(failedWith('access_denied')))).toEqual([])
})
