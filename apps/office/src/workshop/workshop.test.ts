import * as ui from '@partner-office/ui'
import { expect, test } from 'vitest'

const files = import.meta.glob<string>('./*.tsx', { query: '?raw', import: 'default', eager: true })

test('the workshop shows every component', () => {
  const sources = Object.values(files).join('\n')
  const components = Object.keys(ui).filter((name) => /^[A-Z][a-z]/.test(name))
  expect(components.length).toBeGreaterThan(40)
  expect(components.filter((name) => !sources.includes(`<${name}`))).toEqual([])
})
