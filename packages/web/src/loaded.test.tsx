// @vitest-environment jsdom
import sharedTexts from '@partner-office/locales/en/shared.json'
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { I18nextProvider } from 'react-i18next'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { CallFailed, failedWith } from './failure.ts'
import { Loaded } from './loaded.tsx'
import { Texts } from './texts.ts'

const load = vi.fn<() => Promise<string>>()
let queries: QueryClient

beforeEach(() => {
  load.mockReset()
  queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
})
afterEach(cleanup)

type Look = Omit<Parameters<typeof Loaded>[0], 'query' | 'placeholder' | 'children'>

function Page(look: Look) {
  const query = useQuery({ queryKey: ['team'], queryFn: load })
  return (
    <Loaded {...look} query={query} placeholder={10}>
      {(text) => <p>{text}</p>}
    </Loaded>
  )
}

function show(look: Look = {}): void {
  const { i18n } = new Texts('http://office.test/translations', sharedTexts)
  render(
    <I18nextProvider i18n={i18n}>
      <QueryClientProvider client={queries}>
        <Page {...look} />
      </QueryClientProvider>
    </I18nextProvider>,
  )
}

const FAILED = 'Data could not be loaded. Please try again later.'
const refuse = (code: string) => load.mockRejectedValueOnce(new CallFailed(failedWith(code)))

test('PAY-003 a query is loading, then it has succeeded', async () => {
  load.mockResolvedValueOnce('12 partners')
  show()
  expect(screen.getByRole('status')).toBeDefined()
  expect(await screen.findByText('12 partners')).toBeDefined()
  expect(screen.queryByRole('status')).toBeNull()
})

test('PAY-003 a query that failed says so, and Retry loads it', async () => {
  refuse('internal_server_error')
  show()
  expect((await screen.findByRole('alert')).textContent).toBe(`${FAILED}Retry`)
  load.mockResolvedValueOnce('12 partners')
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('12 partners')).toBeDefined()
})

const noAccess = 'You have no access to this.'

test.each<[string, Look, string]>([
  ['access_denied', {}, `${FAILED}${noAccess}`],
  ['access_denied', { text: null }, FAILED],
  ['not_found', { titles: { not_found: 'notFound.title' } }, 'This page does not exist'],
  ['other', { titles: { not_found: 'notFound.title' } }, FAILED],
  ['other', { title: (code) => `It is ${code}` }, 'It is other'],
])('the code %s with %j', async (code, look, text) => {
  refuse(code)
  show(look)
  expect((await screen.findByRole('alert')).textContent).toBe(`${text}Retry`)
})

test.each([
  [500, `${FAILED}Reference for Support: a-request`],
  [499, FAILED],
])('OBS-011 an answer with the status %i and the id of its request', async (status, text) => {
  const about = { status, requestId: 'a-request' }
  load.mockRejectedValueOnce(new CallFailed(failedWith('internal_server_error'), about))
  show()
  expect((await screen.findByRole('alert')).textContent).toBe(`${text}Retry`)
})

test.each([
  [false, ['12 partners', false]],
  [true, [undefined, true]],
])('after a later failure, with hidesOld %s', async (hidesOld, [data, isFailed]) => {
  load.mockResolvedValueOnce('12 partners')
  show({ hidesOld })
  await screen.findByText('12 partners')
  refuse('internal_server_error')
  await act(async () => {
    await queries.refetchQueries()
    // Queries tell their components in a task of its own.
    await new Promise((resolve) => setTimeout(resolve))
  })
  expect(queries.getQueryState(['team'])?.status).toBe('error')
  expect(screen.queryByText('12 partners')?.textContent).toBe(data)
  expect(screen.queryByRole('alert') !== null).toBe(isFailed)
})
