import { expect, test } from './fixtures.ts'
import { expectAccessible, expectReadable } from './page-checks.ts'

const page = (body: string) =>
  `<!doctype html><html lang="en"><title>Gems</title><main>${body}</main></html>`

test('the accessibility check names the broken rule and the element', async ({ page: tab }) => {
  await tab.setContent(page('<h1>Gems</h1><img alt="Ruby" src="data:,">'))
  await expectAccessible(tab)
  await tab.setContent(page('<h1>Gems</h1><img id="ruby" src="data:,">'))
  await expect(expectAccessible(tab)).rejects.toThrow(/image-alt .* #ruby:/)
})

test('the check of colours finds a pale text, and leaves names to the other check', async ({
  page: tab,
}) => {
  const text = (color: string) => page(`<p style="color: ${color}">Ruby</p><img src="data:,">`)
  await tab.setContent(text('#111'))
  await expectReadable(tab)
  await tab.setContent(text('#ccc'))
  await expect(expectReadable(tab)).rejects.toThrow(/color-contrast/)
})
