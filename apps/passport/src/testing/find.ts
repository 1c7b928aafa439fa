import { screen, within } from '@testing-library/react'

/** For tests: a browser that can use passkeys; `credentials` asks its device. */
export function givePasskeys(credentials: object): void {
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: credentials })
}

type Place = ReturnType<typeof within>

/** For tests: the card with a title. */
export async function findCard(title: string): Promise<Place> {
  const heading = await screen.findByText(title, { selector: 'h2' })
  return within(heading.closest('section')!)
}

/** For tests: the button with a text. Roles take long to compute on a page of many cards. */
export async function findButton(name: string, place: Place = screen): Promise<HTMLButtonElement> {
  return (await place.findByText(name, { selector: '.button-face' })).closest('button')!
}

/** For tests: the texts that describe an element to screen readers, hints before errors. */
export const descriptions = (element: HTMLElement): readonly string[] =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .flatMap((id) => (id === '' ? [] : [document.querySelector(`[id="${id}"]`)?.textContent ?? id]))

/** For tests: the errors and notes that are read out at once. */
export const alerts = (): readonly string[] =>
  [...document.querySelectorAll('[role="alert"]')].flatMap(({ textContent }) => textContent || [])
