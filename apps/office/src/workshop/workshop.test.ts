import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import * as ui from '@partner-office/ui'
import { expect, test } from 'vitest'

test('the workshop shows every component', () => {
  const sources = readdirSync(import.meta.dirname)
    .filter((file) => file.endsWith('.tsx'))
    .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
    .join('\n')
  const components = Object.keys(ui).filter((name) => /^[A-Z][a-z]/.test(name))
  expect(components.length).toBeGreaterThan(40)
  expect(components.filter((name) => !sources.includes(`<${name}`))).toEqual([])
})
