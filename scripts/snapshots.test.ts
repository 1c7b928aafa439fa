import { globSync, readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

test.each(globSync('e2e/snapshots/*', { cwd: `${import.meta.dirname}/..` }))(
  '%s holds nothing that the next run has otherwise: ports, invite codes, addresses of partners',
  (file) => {
    const text = readFileSync(`${import.meta.dirname}/../${file}`, 'utf8')
    expect(text.match(/127\.0\.0\.1:\d+|\b[0-9a-f]{32}\b|[\w.+-]+@example\.com/g)).toBe(null)
  },
)
