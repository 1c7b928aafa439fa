// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { KeyList } from './key-list.tsx'
import { KeysProvider, useKeyList, useKeys } from './keys.tsx'

const ran: string[] = []
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  ran.length = 0
})

function Page({ name }: { name: string }) {
  useKeys([
    { keys: 't', label: `Take ${name}`, run: () => ran.push(`take ${name}`) },
    { keys: 'g t', label: 'Today', run: () => ran.push('today') },
    { keys: 'mod+k', label: 'Find', run: () => ran.push('find') },
    { keys: 'Escape', label: 'Close', run: () => ran.push('close') },
  ])
  return <Listed />
}

const Listed = () => <KeyList bindings={useKeyList()} then="then" mod="Ctrl" />

function Host({ on = true, two = false }: { on?: boolean; two?: boolean }) {
  return (
    <KeysProvider areSingleKeysOn={on}>
      <input aria-label="Field" />
      <input type="checkbox" aria-label="Box" />
      <textarea aria-label="Text" />
      <Page name="first" />
      {two && <Page name="second" />}
    </KeysProvider>
  )
}

test('a key runs its binding outside of fields; boxes to tick are no fields', async () => {
  render(<Host />)
  await userEvent.keyboard('t')
  await userEvent.click(screen.getByLabelText('Box'))
  await userEvent.keyboard('t')
  expect(ran).toEqual(['take first', 'take first'])
  await userEvent.click(screen.getByLabelText('Field'))
  await userEvent.keyboard('t')
  await userEvent.click(screen.getByLabelText('Text'))
  await userEvent.keyboard('t{Escape}')
  expect(ran).toHaveLength(2)
})

test('Ctrl or ⌘ with a key also runs in a field; Alt never does, and other keys with Ctrl stay the browser’s', async () => {
  render(<Host />)
  await userEvent.click(screen.getByLabelText('Field'))
  await userEvent.keyboard('{Control>}k{/Control}{Meta>}k{/Meta}')
  expect(ran).toEqual(['find', 'find'])
  await userEvent.click(document.body)
  await userEvent.keyboard('{Control>}t{/Control}{Alt>}t{/Alt}')
  expect(ran).toEqual(['find', 'find'])
})

test('two keys one after the other are one binding, for a second and a half', () => {
  vi.useFakeTimers()
  render(<Host />)
  const press = (key: string) =>
    act(() => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })))
  press('g')
  vi.advanceTimersByTime(1_499)
  press('t')
  expect(ran).toEqual(['today'])
  press('g')
  vi.advanceTimersByTime(1_500)
  press('t')
  expect(ran).toEqual(['today', 'take first'])
  press('g')
  press('x')
  press('t')
  expect(ran).toEqual(['today', 'take first', 'take first'])
})

test('single keys can be switched off; Escape and Ctrl stay', async () => {
  render(<Host on={false} />)
  await userEvent.keyboard('tgt{Escape}{Control>}k{/Control}')
  expect(ran).toEqual(['close', 'find'])
})

test('an open dialog has the keys for itself', async () => {
  render(<Host />)
  const dialog = document.body.appendChild(document.createElement('dialog'))
  dialog.setAttribute('open', '')
  await userEvent.keyboard('t{Control>}k{/Control}')
  dialog.remove()
  expect(ran).toEqual([])
})

test('of two bindings for a key the later one counts, in the list too, until it is gone', async () => {
  const { rerender } = render(<Host two />)
  await userEvent.keyboard('t')
  rerender(<Host />)
  await userEvent.keyboard('t')
  expect(ran).toEqual(['take second', 'take first'])
  expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
    'Take first',
    'Today',
    'Find',
    'Close',
  ])
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    'T',
    'G then T',
    'Ctrl K',
    'Esc',
  ])
})
