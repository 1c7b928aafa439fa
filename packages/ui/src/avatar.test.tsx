// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { Avatar, AvatarRow, initialsOf } from './avatar.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test.each([
  ['Anna K.', 'AK'],
  ['anna maria kowalska', 'AK'],
  ['Cher', 'C'],
  ['(Bob) Smith', 'BS'],
  ['Анна Каренина', 'АК'],
  ['王小明', '王'],
  ['é́milie zola', 'É́Z'],
  ['محمد علي', 'م\u200cع'],
  ['  ', ''],
  ['🙂', ''],
])('the initials of %j are %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})

test('initials of Latin names need no segmenter, whose making takes milliseconds', () => {
  vi.stubGlobal('Intl', {})
  expect(initialsOf('Élodie O’Neill')).toBe('ÉO')
  expect(initialsOf("Anna D'Arc 2.")).toBe('A2')
  expect(initialsOf('Şule Ō')).toBe('ŞŌ')
})

const tint = (name: string) => {
  const { container, unmount } = render(<Avatar name={name} />)
  const found = container.querySelector('[data-tint]')!.getAttribute('data-tint')
  unmount()
  return found
}

test('a name keeps its tint, and names do not share one', () => {
  const names = ['Anna K.', 'Marco T.', 'Lena V.', 'Yuki S.', 'Pia D.', 'Omar B.']
  expect(names.map(tint)).toEqual(names.map(tint))
  expect(new Set(names.map(tint)).size).toBeGreaterThan(2)
})

test('a row shows a limited number of faces, lists their names for screen readers and counts the others', () => {
  const people = ['Anna K.', 'Marco T.', 'Lena V.'].map((name, id) => ({ id, name }))
  const { rerender } = render(
    <AvatarRow people={people} max={2} total={24} moreLabel="22 more people" />,
  )
  expect(screen.getByText('Marco T.')).toBeTruthy()
  expect(screen.queryByText('Lena V.')).toBeNull()
  expect(screen.getByText('+22')).toBeTruthy()
  expect(screen.getByText('22 more people')).toBeTruthy()

  rerender(<AvatarRow people={people} max={3} moreLabel="none" />)
  expect(screen.queryByText('none')).toBeNull()
})
