// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest'

import { fetchFailedStyles, noteFailedStyles } from './failed-styles.ts'

/** Stands for the head of the page: a link in the document would be fetched. */
const head = document.createElement('div')
const links = () => [...head.querySelectorAll('link')]

beforeEach(() => head.addEventListener('error', noteFailedStyles, { capture: true }))

afterEach(() => {
  head.removeEventListener('error', noteFailedStyles, { capture: true })
  head.replaceChildren()
})

/** Adds a link to the page, and ends its loading. */
function add(rel: string, ends: 'load' | 'error'): HTMLLinkElement {
  const link = document.createElement('link')
  link.rel = rel
  link.href = 'https://office.example/rank.css'
  head.append(link)
  link.dispatchEvent(new Event(ends))
  return link
}

test('a stylesheet that failed is fetched again, once', async () => {
  const link = add('stylesheet', 'error')
  const fetched = fetchFailedStyles()
  const [again, ...others] = links()
  expect(others).toEqual([])
  expect(again).not.toBe(link)
  expect(again!.href).toBe(link.href)
  again!.dispatchEvent(new Event('load'))
  await fetched
  await fetchFailedStyles()
  expect(links()[0]).toBe(again)
})

test('a stylesheet that fails again is an error, and is fetched with the next attempt', async () => {
  add('stylesheet', 'error')
  const fetched = fetchFailedStyles()
  const [second] = links()
  second!.dispatchEvent(new Event('error'))
  await expect(fetched).rejects.toThrow('https://office.example/rank.css did not arrive')
  const fetchedThen = fetchFailedStyles()
  const [third] = links()
  expect(third).not.toBe(second)
  third!.dispatchEvent(new Event('load'))
  await fetchedThen
})

test.each([
  ['stylesheet', 'load'],
  ['modulepreload', 'error'],
] as const)('a %s with the event %s is left as it is', async (rel, ends) => {
  const link = add(rel, ends)
  await fetchFailedStyles()
  expect(links()[0]).toBe(link)
})
