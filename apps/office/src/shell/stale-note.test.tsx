// @vitest-environment jsdom
import { Loaded } from '@partner-office/web'
import { QueryClient, QueryClientProvider, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { withTexts } from '../testing/texts.tsx'
import { StaleNote } from './stale-note.tsx'

const load = vi.fn<() => Promise<string>>()
let queries: QueryClient

beforeEach(() => {
  load.mockReset().mockResolvedValue('12 partners')
  queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
})
afterEach(() => {
  // While the page still listens: the queries of later tests wait while the browser is offline.
  act(() => setOnline(true))
  cleanup()
  vi.useRealTimers()
})

function setOnline(isOnline: boolean): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
  window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'))
}

function Page() {
  const query = useQuery({ queryKey: ['team'], queryFn: load })
  return (
    <>
      <StaleNote />
      <Loaded query={query} placeholder={10}>
        {(text) => <p>{text}</p>}
      </Loaded>
    </>
  )
}

async function show(): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 4, 1, 14, 32) })
  render(
    withTexts(
      <QueryClientProvider client={queries}>
        <Page />
      </QueryClientProvider>,
    ),
  )
  await screen.findByText('12 partners')
}

describe('data that was loaded', () => {
  test('stays while the browser is offline, with its time and its age', async () => {
    await show()
    vi.setSystemTime(Date.UTC(2026, 4, 1, 14, 40))
    act(() => setOnline(false))
    const note = screen.getByText(/^Data on this page is from 14:32 UTC \(8 minutes ago\)/)
    expect(note.textContent).toContain('You are offline')
    expect(screen.getByText('12 partners')).toBeDefined()
    act(() => setOnline(true))
    expect(screen.queryByText(/14:32/)).toBeNull()
  })

  test('stays when it cannot be updated; Retry updates it', async () => {
    await show()
    vi.setSystemTime(Date.UTC(2026, 4, 1, 15, 32))
    load.mockRejectedValueOnce(new Error('down'))
    await act(() => queries.refetchQueries())
    await screen.findByText(/^These figures are from 14:32 UTC \(1 hour ago\)/)
    expect(screen.getByText('12 partners')).toBeDefined()

    load.mockResolvedValueOnce('13 partners')
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByText('13 partners')
    expect(screen.queryByText(/These figures are from/)).toBeNull()
  })
})

describe('the age of a page', () => {
  const at = (minute: number) => vi.setSystemTime(Date.UTC(2026, 4, 1, 15, minute))
  const Part = ({ name, staleTime }: { name: string; staleTime?: number }) => (
    <p>
      {useQuery({ queryKey: [name], queryFn: async () => name, staleTime: staleTime ?? 0 }).data}
    </p>
  )
  const showParts = (parts: ReactNode) =>
    render(<QueryClientProvider client={queries}>{parts}</QueryClientProvider>)

  test('is that of its oldest data', async () => {
    await show()
    at(0)
    showParts(<Part name="younger" />)
    await screen.findByText('younger')
    at(10)
    act(() => setOnline(false))
    expect(screen.getByText(/from 14:32 UTC/)).toBeDefined()
  })

  test('leaves out what is loaded once', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    at(0)
    showParts(<Part name="once" staleTime={Infinity} />)
    await screen.findByText('once')
    render(
      withTexts(
        <QueryClientProvider client={queries}>
          <Page />
        </QueryClientProvider>,
      ),
    )
    at(20)
    await act(() => queries.refetchQueries({ queryKey: ['team'] }))
    act(() => setOnline(false))
    expect(screen.getByText(/from 15:20 UTC/)).toBeDefined()
  })
})

test('a next page that fails shows its error below the rows, not above the page', async () => {
  await show()
  let isDown = false
  const read = async ({ pageParam }: { pageParam: number }) => {
    if (isDown) throw new Error('down')
    return pageParam
  }
  const key = { queryKey: ['list'], queryFn: read, initialPageParam: 1, getNextPageParam: () => 2 }
  function List() {
    const { data, fetchNextPage } = useInfiniteQuery(key)
    return (
      <button type="button" onClick={() => void fetchNextPage()}>
        {data?.pages.length ?? 'no'} pages
      </button>
    )
  }
  render(
    <QueryClientProvider client={queries}>
      <List />
    </QueryClientProvider>,
  )
  const more = await screen.findByRole('button', { name: '1 pages' })
  isDown = true
  await userEvent.click(more)
  await vi.waitFor(() => expect(queries.getQueryState(['list'])?.status).toBe('error'))
  expect(screen.queryByText(/^These figures are from/)).toBeNull()
  await act(() => queries.refetchQueries({ queryKey: ['list'] }))
  await screen.findByText(/^These figures are from/)
})

test('news that cannot be updated stay, and nothing else is said to be old', async () => {
  await show()
  await queries.prefetchQuery({ queryKey: ['news', 'en'], queryFn: async () => 'First news' })
  const News = () => <p>{useQuery({ queryKey: ['news', 'en'], queryFn: load }).data}</p>
  render(
    <QueryClientProvider client={queries}>
      <News />
    </QueryClientProvider>,
  )
  load.mockRejectedValueOnce(new Error('down'))
  await act(() => queries.refetchQueries({ queryKey: ['news', 'en'] }))
  expect(queries.getQueryState(['news', 'en'])?.status).toBe('error')
  expect(screen.getByText('First news')).toBeDefined()
  expect(screen.queryByText(/could not be updated/)).toBeNull()
})

test('without data there is no age to show: an error in its place', async () => {
  load.mockRejectedValue(new Error('down'))
  render(
    withTexts(
      <QueryClientProvider client={queries}>
        <Page />
      </QueryClientProvider>,
    ),
  )
  await screen.findByText('Data could not be loaded. Please try again later.')
  expect(screen.queryByText(/These figures are from/)).toBeNull()
  act(() => setOnline(false))
  expect(screen.queryByText(/Data on this page/)).toBeNull()
  expect(screen.getByText('You are offline')).toBeDefined()
})
