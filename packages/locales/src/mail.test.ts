import { expect, test } from 'vitest'

import { mailTexts } from './mail.ts'

const { texts: english } = mailTexts('en')

test.each(['de', 'ar'])('%s has every mail text, with the link in the same place', (language) => {
  const { texts } = mailTexts(language)
  expect(Object.keys(texts).toSorted()).toEqual(Object.keys(english).toSorted())
  const linkAt = (text: string) => text.split('\n\n').indexOf('{{link}}')
  for (const [key, text] of Object.entries(english)) {
    const translated = texts[key as keyof typeof texts]
    expect(translated, key).not.toBe(text)
    expect(linkAt(translated), key).toBe(linkAt(text))
    expect(translated.match(/\{\{\w+\}\}/g), key).toEqual(text.match(/\{\{\w+\}\}/g))
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
