// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { Pagination } from './pagination.tsx'

afterEach(cleanup)

const LABELS = {
  pages: 'Pages',
  previous: 'Previous page',
  next: 'Next page',
  size: 'Rows',
  page: (page: number) => `Page ${page}`,
}

function show(current: number) {
  const onPage = vi.fn<(page: number) => void>()
  const onSize = vi.fn<(size: number) => void>()
  render(
    <Pagination
      current={current}
      last={12}
      size={15}
      labels={LABELS}
      onPage={onPage}
      onSize={onSize}
    />,
  )
  return {
    onPage,
    onSize,
    press: (name: string) => userEvent.click(screen.getByRole('button', { name })),
  }
}

test('NAV-036 the current page is marked, and each button leads to its page', async () => {
  const { onPage, press } = show(6)
  expect(screen.getByRole('navigation', { name: 'Pages' }).textContent).toBe('1…567…12')
  expect(screen.getByRole('button', { current: 'page' }).textContent).toBe('6')
  for (const name of ['Page 12', 'Previous page', 'Next page']) await press(name)
  expect(onPage.mock.calls).toEqual([[12], [5], [7]])
})

test.each([
  [1, 'Previous page'],
  [12, 'Next page'],
])('on page %i there is no %s', async (current, name) => {
  const { onPage, press } = show(current)
  await press(name)
  expect(onPage).not.toHaveBeenCalled()
})

test('NAV-037 another page size can be chosen', async () => {
  const { onSize } = show(1)
  const sizes = screen.getByRole('combobox', { name: 'Rows' })
  expect([...sizes.children].map(({ textContent }) => textContent)).toEqual(['5', '15', '25', '50'])
  await userEvent.selectOptions(sizes, '50')
  expect(onSize).toHaveBeenCalledWith(50)
})
