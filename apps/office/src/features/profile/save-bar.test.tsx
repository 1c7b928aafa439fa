// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { openTestOffice } from '../../testing/open.ts'
import { showPage } from '../../testing/show-page.tsx'
import { SaveBar } from './save-bar.tsx'
import type { ProfileForm } from './use-profile-form.ts'

beforeEach(() => vi.stubGlobal('scrollTo', () => {}))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const discard = vi.fn<() => void>()

/** Shows the bar; returns its sentence and whether its two buttons can be pressed. */
async function show(changed: number, { isSending = false, wrong = 0 } = {}) {
  const page = { changed, wrong, discard, form: { isSending }, isOutdated: false }
  showPage(openTestOffice(), () => <SaveBar page={page as unknown as ProfileForm} />)
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Discard' })
  const save = document.querySelector<HTMLButtonElement>('[type="submit"]')!
  return {
    sentence: document.querySelector('.save-bar > span')!.textContent,
    enabled: [button, save].map(({ disabled }) => !disabled),
  }
}

test.each([
  [0, {}, 'No unsaved changes', false],
  [1, {}, '1 unsaved change', true],
  [2, { wrong: 1 }, '2 unsaved changes1 field needs attention', true],
  [2, { isSending: true }, '2 unsaved changes', false],
] as const)(
  'PRF-003 %d changes, %o: what would be saved is said, and can be saved or discarded',
  async (changed, facts, sentence, isEnabled) => {
    expect(await show(changed, facts)).toEqual({ sentence, enabled: [isEnabled, isEnabled] })
  },
)

test('PRF-003 changes are discarded with one press', async () => {
  await show(1)
  fireEvent.click(screen.getByRole('button', { name: 'Discard' }))
  expect(discard).toHaveBeenCalledOnce()
})
