import { expect, test } from 'vitest'

import { ALL_LANGUAGES } from './languages.ts'
import { mailTexts } from './mail.ts'

const { texts: english } = mailTexts('en')

test.each(ALL_LANGUAGES)('%s has the link of every mail in the same place', (language) => {
  const { texts } = mailTexts(language)
  const linkAt = (text: string) => text.split('\n\n').indexOf('{{link}}')
  for (const [key, text] of Object.entries(english)) {
    expect(linkAt(texts[key as keyof typeof texts]), key).toBe(linkAt(text))
  }
})

test.each([
  ['de', 'de'],
  ['de-AT', 'de'],
  ['AR', 'ar'],
  ['tlh', 'en'],
  ['', 'en'],
  ['constructor', 'en'],
])('a reader of %j gets the texts in %s', (asked, language) => {
  expect(mailTexts(asked).language).toBe(language)
})
