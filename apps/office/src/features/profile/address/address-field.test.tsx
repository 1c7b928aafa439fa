// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
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

/** A maps service that suggests two addresses for every text, the second in Cork. */
const MAPS = {
  importLibrary: async () => ({
    AutocompleteSuggestion: {
      fetchAutocompleteSuggestions: async ({ input }: { readonly input: string }) => ({
        suggestions: ['Bern', 'Cork'].map((town) => ({
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

test('PRF-021 a suggested address fills the form when it is clicked', async () => {
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
  fireEvent.change(address, { target: { value: 'Main' } })
  const option = await screen.findByRole('option', { name: 'Main, Cork' })
  // A press that takes the focus would close the list before the click.
  expect(fireEvent.mouseDown(option)).toBe(false)
  fireEvent.click(option)
  await vi.waitFor(() => expect(address.value).toBe('Main Street'))
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^City/ }).value).toBe('Cork')
  expect(screen.queryByRole('listbox', { name: 'Suggested addresses' })).toBeNull()
})
