import * as parts from '@partner-office/ui/console'
import { expect, test } from 'vitest'

const files = import.meta.glob<string>('./*.tsx', { query: '?raw', import: 'default', eager: true })

test('the workshop shows every part of the console', () => {
  const sources = Object.values(files).join('\n')
  const components = Object.keys(parts).filter((name) => /^[A-Z][a-z]/.test(name))
  expect(components.length).toBeGreaterThan(14)
  expect(components.filter((name) => !sources.includes(`<${name}`))).toEqual([])
})
