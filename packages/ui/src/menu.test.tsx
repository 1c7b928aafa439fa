// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'

import { Menu, MenuGroup, MenuItem } from './menu.tsx'
import { installTopLayer } from './testing/top-layer.ts'

const leave = vi.fn<() => void>()

beforeAll(installTopLayer)
afterEach(cleanup)

function show() {
  render(
    <>
      <Menu trigger="Account">
        <MenuItem render={(content) => <a href="#settings">{content}</a>}>Settings</MenuItem>
        <MenuItem current render={(content) => <a href="#passport">{content}</a>}>
          Passport
        </MenuItem>
        <li role="separator" />
        <MenuItem
          render={(content) => (
            <button type="button" onClick={leave}>
              {content}
            </button>
          )}
        >
          Log out
        </MenuItem>
      </Menu>
      <button type="button">After</button>
    </>,
  )
  return screen.getByRole('button', { name: 'Account' })
}

const focused = () => document.activeElement?.textContent
const expanded = (button: HTMLElement) => button.getAttribute('aria-expanded')

test('the button says whether the list is open', async () => {
  const button = show()
  expect(expanded(button)).toBe('false')
  await userEvent.click(button)
  expect(expanded(button)).toBe('true')
  await userEvent.click(button)
  expect(expanded(button)).toBe('false')
})

test('arrow keys open the list and cycle through it, Home and End jump', async () => {
  const button = show()
  button.focus()
  const seen: unknown[] = []
  for (const key of [
    'ArrowDown',
    'ArrowDown',
    'ArrowDown',
    'ArrowDown',
    'ArrowUp',
    'Home',
    'End',
  ]) {
    await userEvent.keyboard(`{${key}}`)
    seen.push(focused())
  }
  expect(expanded(button)).toBe('true')
  expect(seen).toEqual([
    'Settings',
    'Passport',
    'Log out',
    'Settings',
    'Log out',
    'Settings',
    'Log out',
  ])
})

test('Escape closes and restores the focus', async () => {
  const button = show()
  button.focus()
  await userEvent.keyboard('{ArrowDown}{Escape}')
  expect(expanded(button)).toBe('false')
  expect(document.activeElement).toBe(button)
})

test('choosing closes and restores the focus', async () => {
  const button = show()
  await userEvent.click(button)
  await userEvent.click(screen.getByRole('button', { name: 'Log out' }))
  expect(leave).toHaveBeenCalledOnce()
  expect(expanded(button)).toBe('false')
  expect(document.activeElement).toBe(button)
})

test('the list closes when the keyboard leaves it', async () => {
  const button = show()
  button.focus()
  await userEvent.keyboard('{ArrowUp}')
  expect(focused()).toBe('Log out')
  await userEvent.tab()
  expect(focused()).toBe('After')
  expect(expanded(button)).toBe('false')
})

test('groups have the name of their heading, and the arrow keys pass through all of them', async () => {
  render(
    <Menu trigger="Actions">
      {['Look', 'Protect'].map((title) => (
        <MenuGroup key={title} title={title}>
          {['one', 'two'].map((name) => (
            <MenuItem key={name} render={(content) => <button type="button">{content}</button>}>
              {`${title} ${name}`}
            </MenuItem>
          ))}
        </MenuGroup>
      ))}
    </Menu>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Actions' }))
  const groups = screen.getAllByRole('group')
  expect(groups.map((group) => group.textContent)).toEqual([
    'LookLook oneLook two',
    'ProtectProtect oneProtect two',
  ])
  expect(screen.getByRole('group', { name: 'Protect' })).toBe(groups[1])
  const seen: unknown[] = []
  for (let at = 0; at < 5; at += 1) {
    await userEvent.keyboard('{ArrowDown}')
    seen.push(focused())
  }
  expect(seen).toEqual(['Look one', 'Look two', 'Protect one', 'Protect two', 'Look one'])
})
