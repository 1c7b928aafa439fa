import i18next from 'i18next'
import { expect, test } from 'vitest'

import { errorText } from './error-text.ts'

test('ERR-018 an unknown code is shown raw, a known one in the language of the reader', async () => {
  const i18n = i18next.createInstance()
  await i18n.init({
    lng: 'de',
    keySeparator: false,
    resources: { de: { translation: { 'errors.required': 'Bitte ausfüllen.' } } },
  })
  expect(errorText(i18n, 'required')).toBe('Bitte ausfüllen.')
  expect(errorText(i18n, 'something_nobody_knows')).toBe('something_nobody_knows')
})
