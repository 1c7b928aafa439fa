// @vitest-environment jsdom
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { PROFILE } from '../../../testing/open.ts'
import { openPage } from '../../../testing/open-page.ts'
import { success } from '../../../testing/services.ts'
import { stubWideWindow } from '../../../testing/wide-window.ts'
import { ProfilePage } from '../profile-page.tsx'

const component = (longText: string, ...types: string[]) => ({
  longText,
  shortText: longText,
  types,
})
const PLACE = {
  fetchFields: async () => {},
  addressComponents: [component('Main Street', 'route'), component('Cork', 'locality')],
}

/** A maps service that suggests three addresses for every text, the second in Cork. */
const MAPS = {
  importLibrary: async () => ({
    AutocompleteSuggestion: {
      fetchAutocompleteSuggestions: async ({ input }: { readonly input: string }) => ({
        suggestions: ['Bern', 'Cork', 'Doha'].map((town) => ({
          placePrediction: {
            text: `${input}, ${town}`,
            toPlace: () => (town === 'Cork' ? PLACE : { ...PLACE, addressComponents: [] }),
          },
        })),
      }),
    },
  }),
}

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => {})
  stubWideWindow()
})
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

/** Opens the profile with a key, and types; returns the field once addresses are suggested. */
async function typeAddress(text: string): Promise<HTMLInputElement> {
  openPage(ProfilePage, '/profile/general', {
    properties: { googleApiKey: 'a-key' },
    answers: {
      'GET /v1/countries/registration': success([{ code: 'DE', label: 'Germany' }]),
      'GET /v1/profile': success(PROFILE),
    },
  })
  const address = await screen.findByRole<HTMLInputElement>('combobox', { name: /^Address/ })
  fireEvent.focus(address)
  vi.stubGlobal('google', { maps: MAPS })
  window.officeMapsReady?.()
  fireEvent.change(address, { target: { value: text } })
  await screen.findByRole('option', { name: `${text}, Cork` })
  return address
}
const list = () => screen.queryByRole('listbox', { name: 'Suggested addresses' })
const city = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^City/ }).value
const selected = () => within(list()!).queryAllByRole('option', { selected: true })

test('PRF-021 a suggested address fills the form when it is clicked', async () => {
  const address = await typeAddress('Main')
  const option = screen.getByRole('option', { name: 'Main, Cork' })
  // A press that takes the focus would close the list before the click.
  expect(fireEvent.mouseDown(option)).toBe(false)
  fireEvent.click(option)
  await vi.waitFor(() => expect(address.value).toBe('Main Street'))
  expect(city()).toBe('Cork')
  expect(list()).toBeNull()
})

test('PRF-021 the arrow keys go around the suggested addresses; Enter takes the selected one', async () => {
  const address = await typeAddress('Main')
  const press = (key: string) => fireEvent.keyDown(address, { key })
  expect(press('Enter')).toBe(true)
  expect(press('a')).toBe(true)
  for (const [key, town] of [
    ['ArrowDown', 'Bern'],
    ['ArrowUp', 'Doha'],
    ['ArrowDown', 'Bern'],
    ['ArrowDown', 'Cork'],
  ] as const) {
    expect(press(key)).toBe(false)
    expect(selected().map(({ textContent }) => textContent)).toEqual([`Main, ${town}`])
  }
  expect(address.getAttribute('aria-activedescendant')).toBe(selected()[0]?.id)
  expect(address.getAttribute('aria-controls')).toBe(list()?.id)
  expect(press('Enter')).toBe(false)
  await vi.waitFor(() => expect(address.value).toBe('Main Street'))
  expect(city()).toBe('Cork')
  expect(list()).toBeNull()
  expect(press('ArrowDown')).toBe(true)
})

test.each([
  ['Escape', (address: HTMLElement) => void fireEvent.keyDown(address, { key: 'Escape' })],
  ['leaving the field', (address: HTMLElement) => void fireEvent.blur(address)],
])('PRF-021 %s closes the suggestions, and keeps what was typed', async (_, close) => {
  const address = await typeAddress('Main')
  expect(address.getAttribute('aria-expanded')).toBe('true')
  close(address)
  expect(list()).toBeNull()
  expect(address.getAttribute('aria-expanded')).toBe('false')
  expect(address.value).toBe('Main')
})
