// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'

import { Choices, Entries, Ways } from './actions.tsx'

afterEach(cleanup)

/** The name of what is marked in a row of tabs, segments or pages. */
const marked = (row: HTMLElement, attribute: string) =>
  [...row.querySelectorAll(`[${attribute}="true"], [${attribute}="page"]`)].map(
    ({ textContent }) => textContent,
  )

test.each([
  ['Views', 'tablist', 'tab', 'History', 'aria-selected', 'Bonus'],
  ['View', 'group', 'button', 'List', 'aria-pressed', 'Picture'],
  ['Pages', 'navigation', 'button', 'Page 7', 'aria-current', '6'],
])('%s: a press shows another one', (label, role, part, name, attribute, first) => {
  render(<Ways />)
  const row = screen.getByRole(role, { name: label })
  expect(marked(row, attribute)).toEqual([first])
  fireEvent.click(within(row).getByRole(part, { name }))
  expect(marked(row, attribute)).toEqual([name.replace('Page ', '')])
})

test('the size of a page is chosen', () => {
  render(<Ways />)
  const size = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Rows on a page' })
  expect(size.value).toBe('15')
  const other = [...size.options].find(({ value }) => value !== '15')!.value
  fireEvent.change(size, { target: { value: other } })
  expect(size.value).toBe(other)
})

test('a code and a date take what is typed', () => {
  render(
    <>
      <Choices />
      <Entries />
    </>,
  )
  const code = screen.getByRole<HTMLInputElement>('textbox', { name: 'Code' })
  fireEvent.change(code, { target: { value: '1234' } })
  expect(code.value).toBe('1234')
  const day = screen.getByRole('group', { name: 'Day, en-GB' })
  const [first] = within(day).getAllByRole<HTMLInputElement>('spinbutton')
  fireEvent.paste(first!, { clipboardData: { getData: () => '2026-12-05' } })
  expect(first!.value).toBe('05')
})
