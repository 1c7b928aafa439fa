// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'

import { Tabs } from './tabs.tsx'

afterEach(() => {
  cleanup()
  document.documentElement.dir = ''
})

const TABS = ['One', 'Two', 'Three'].map((text) => ({ tab: text.toLowerCase(), text }))

const show = () =>
  render(
    <Tabs
      label="Views"
      tabs={TABS}
      shown="two"
      link={({ tab }, attributes) => <a {...attributes} href={`#${tab}`} />}
    />,
  )

const tab = (name: string) => screen.getByRole('tab', { name })

test('links to every view, the current view selected', () => {
  show()
  expect(screen.getByRole('tablist', { name: 'Views' })).toBeTruthy()
  const selected = screen.getAllByRole('tab').map((each) => each.getAttribute('aria-selected'))
  expect(selected).toEqual(['false', 'true', 'false'])
  expect(tab('Three').getAttribute('href')).toBe('#three')
})

test.each([
  ['ltr', 'One', '{ArrowRight}', 'Two'],
  ['ltr', 'Three', '{ArrowRight}', 'One'],
  ['ltr', 'One', '{ArrowLeft}', 'Three'],
  ['rtl', 'One', '{ArrowLeft}', 'Two'],
  ['rtl', 'One', '{ArrowRight}', 'Three'],
])('in %s the focus moves from %s with %s to %s', async (direction, from, key, to) => {
  document.documentElement.dir = direction
  show()
  tab(from).focus()
  await userEvent.keyboard(key)
  expect(document.activeElement).toBe(tab(to))
})
