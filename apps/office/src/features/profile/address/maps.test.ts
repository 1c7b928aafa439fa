import { expect, test } from 'vitest'

import { addressOf } from './maps.ts'

const component = (longText: string, ...types: string[]) => ({
  longText,
  shortText: longText.slice(0, 2).toUpperCase(),
  types,
})

test('an address is made of the components that the place has', () => {
  expect(
    addressOf([
      component('7', 'street_number'),
      component('Musterstraße', 'route'),
      component('Berlin', 'locality', 'political'),
      component('DEutschland', 'country'),
      component('10115', 'postal_code'),
    ]),
  ).toEqual({ countryId: 'DE', address1: 'Musterstraße 7', city: 'Berlin', zip: '10115' })
})

test('a place without a street or a town leaves these texts empty', () => {
  expect(addressOf([component('London', 'postal_town')])).toEqual({
    countryId: '',
    address1: '',
    city: 'London',
    zip: '',
  })
})
