// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'

import { DateField } from './date-field.tsx'

const values: string[] = []

function Host({ language = 'de', first = '', error }: Record<string, string | undefined>) {
  const [value, setValue] = useState(first ?? '')
  return (
    <>
      <DateField
        label="From"
        language={language}
        value={value}
        error={error}
        autoComplete="bday"
        wrongText="No such date."
        calendarLabel="Calendar"
        onChange={(next) => {
          values.push(next)
          setValue(next)
        }}
      />
      <button type="button">After</button>
    </>
  )
}

const group = () => screen.getByRole('group', { name: 'From' })
const part = (name: string) => within(group()).getByRole<HTMLInputElement>('spinbutton', { name })
const shown = () =>
  within(group())
    .getAllByRole<HTMLInputElement>('spinbutton')
    .map((one) => one.value)

afterEach(() => {
  Reflect.deleteProperty(HTMLInputElement.prototype, 'showPicker')
  cleanup()
  values.length = 0
  document.dir = ''
})

test('digits fill day, month and year in the order of the language, without a key between them', async () => {
  render(<Host />)
  await userEvent.click(screen.getByText('From'))
  expect(document.activeElement).toBe(part('Tag'))
  await userEvent.keyboard('3122026')
  expect(shown()).toEqual(['31', '02', '2026'])
  expect(values.at(-1)).toBe('2026-02-31')
})

test('a digit that no other can follow, a point or a slash leads on; Backspace in an empty part leads back', async () => {
  render(<Host language="en" />)
  await userEvent.click(part('month'))
  await userEvent.keyboard('1/5')
  expect(document.activeElement).toBe(part('year'))
  await userEvent.keyboard('{Backspace}')
  expect(document.activeElement).toBe(part('day'))
  await userEvent.keyboard('{Backspace}')
  expect(values.at(-1)).toBe('-01-')
})

test('arrow keys, Home and End change a part as a spin button', async () => {
  render(<Host first="2026-12-31" />)
  const month = part('Monat')
  expect(month.getAttribute('aria-valuenow')).toBe('12')
  expect([month.getAttribute('aria-valuemin'), month.getAttribute('aria-valuemax')]).toEqual([
    '1',
    '12',
  ])
  await userEvent.click(month)
  await userEvent.keyboard('{ArrowUp}{ArrowUp}{ArrowDown}{ArrowDown}{ArrowDown}{Home}{End}')
  expect(values.map((value) => value.slice(5, 7))).toEqual([
    '01',
    '02',
    '01',
    '12',
    '11',
    '01',
    '12',
  ])
})

test('left and right lead to the part on that side, in both directions of writing', async () => {
  render(<Host />)
  await userEvent.click(part('Tag'))
  await userEvent.keyboard('{ArrowRight}')
  expect(document.activeElement).toBe(part('Monat'))
  document.dir = 'rtl'
  group().style.direction = 'rtl'
  for (const one of within(group()).getAllByRole('spinbutton')) one.style.direction = 'rtl'
  await userEvent.keyboard('{ArrowRight}')
  expect(document.activeElement).toBe(part('Tag'))
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}')
  expect(document.activeElement).toBe(part('Jahr'))
})

test('an incomplete or impossible date is named once the focus has left the field', async () => {
  render(<Host />)
  await userEvent.click(part('Tag'))
  await userEvent.keyboard('3002')
  expect(screen.queryByRole('alert')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'After' }))
  expect(screen.getByRole('alert').textContent).toBe('No such date.')
  expect(part('Tag').getAttribute('aria-invalid')).toBe('true')
  await userEvent.click(part('Tag'))
  await userEvent.keyboard('2822026')
  expect(values.at(-1)).toBe('2026-02-28')
  await userEvent.click(screen.getByRole('button', { name: 'After' }))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('an error of the form stands before the own one and describes the field', () => {
  render(<Host first="2026--" error="Too early." />)
  expect(screen.getByRole('alert').textContent).toBe('Too early.')
  expect(screen.getByRole('group', { name: 'From', description: 'Too early.' })).toBeDefined()
})

test('a pasted date fills the whole field, wherever the focus is', async () => {
  render(<Host />)
  await userEvent.click(part('Monat'))
  await userEvent.paste('3.2.2026')
  expect(values).toEqual(['2026-02-03'])
  await userEvent.paste('no date')
  expect(values).toEqual(['2026-02-03'])
})

test('the button opens the calendar of the browser, and a day chosen there fills the field', async () => {
  const open = vi.fn<() => void>()
  HTMLInputElement.prototype.showPicker = open
  render(<Host first="2026-11-21" />)
  await userEvent.click(screen.getByRole('button', { name: 'Calendar' }))
  expect(open).toHaveBeenCalledOnce()
  const native = group().querySelector<HTMLInputElement>('input[type="date"]')!
  expect([native.value, native.tabIndex, native.ariaHidden]).toEqual(['2026-11-21', -1, 'true'])
})

test('the browser may fill in each part of a birthday', () => {
  render(<Host />)
  expect(part('Tag').autocomplete).toBe('bday-day')
  expect(part('Jahr').autocomplete).toBe('bday-year')
})
