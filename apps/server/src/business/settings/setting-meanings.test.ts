import { expect, test } from 'vitest'

import { meaningOf } from './setting-meanings.ts'
import { SETTING_NAMES, settingCalled } from './settings.ts'

const FAMILIES = ['button.other', 'txLink.UPT', 'publicSite.2']

test('CNF-001 every setting, also of a family, has a meaning in a group of the page', () => {
  for (const name of [...SETTING_NAMES, ...FAMILIES]) {
    expect(settingCalled(name), name).toBeDefined()
    const { group, meaning } = meaningOf(name)
    expect(group, name).toMatch(/^[A-Z]/)
    expect(meaning, name).toMatch(/^[A-Z{].*\.$/)
  }
})

test('the kind of a setting says how its value is asked for', () => {
  const kindOf = (name: string) => settingCalled(name)!.kind
  expect(['newsfeed', 'numberFormat', 'bonusPages', 'proposalDays', 'videos'].map(kindOf)).toEqual([
    'flag',
    'choice',
    'list',
    'number',
    'json',
  ])
  expect(kindOf('gravatarHost')).toBeUndefined()
  expect(settingCalled('languages')).toMatchObject({ kind: 'list' })
  expect(settingCalled('languages')!.words).toEqual(
    expect.arrayContaining(['default', 'all', 'de']),
  )
  expect(settingCalled('newsfeed')!.words!.every(settingCalled('newsfeed')!.isAccepted)).toBe(true)
})
