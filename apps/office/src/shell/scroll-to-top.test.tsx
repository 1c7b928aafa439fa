// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { withTexts } from '../testing/texts.tsx'
import { ScrollToTop } from './scroll-to-top.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function scrollTo(scrollY: number, innerHeight = 800): void {
  vi.stubGlobal('scrollY', scrollY)
  vi.stubGlobal('innerHeight', innerHeight)
  act(() => void window.dispatchEvent(new Event('scroll')))
}
const button = () => screen.queryByRole('button', { name: 'To the top of the page' })

test('drawing a page does not read the scroll position, which would lay the page out twice', () => {
  const read = vi.spyOn(window, 'scrollY', 'get')
  render(withTexts(<ScrollToTop />))
  expect(read).not.toHaveBeenCalled()
})

test('NAV-027 the button appears beyond one and a half heights of the window, not at them', () => {
  render(withTexts(<ScrollToTop />))
  expect(button()).toBeNull()
  scrollTo(1_200)
  expect(button()).toBeNull()
  scrollTo(1_201)
  expect(button()).not.toBeNull()
  vi.stubGlobal('innerHeight', 801)
  act(() => void window.dispatchEvent(new Event('resize')))
  expect(button()).toBeNull()
})

test.each([
  [false, 'smooth'],
  [true, 'instant'],
])(
  'NAV-028 it leads to the top and to the page; with reduced motion %s: %s',
  async (is, behavior) => {
    vi.stubGlobal('matchMedia', () => ({ matches: is }))
    const moved = vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
    render(
      withTexts(
        <>
          <main id="main" tabIndex={-1} />
          <ScrollToTop />
        </>,
      ),
    )
    scrollTo(1_201)
    await userEvent.click(button()!)
    expect(moved).toHaveBeenCalledExactlyOnceWith({ top: 0, behavior })
    expect(document.activeElement).toBe(screen.getByRole('main'))
  },
)
