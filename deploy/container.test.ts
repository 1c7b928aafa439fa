import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const lines = readFileSync(join(import.meta.dirname, 'Dockerfile'), 'utf8')
  .replaceAll('\\\n', ' ')
  .split('\n')
const after = (word: string): string[] =>
  lines
    .filter((line) => line.trimStart().startsWith(`${word} `))
    .map((line) => line.trim().slice(word.length + 1))

test('UPG-009 the container runs the server itself as an ordinary user, with one volume and a health check', () => {
  expect(after('USER')).toEqual(['node'])
  expect(after('VOLUME')).toEqual(['/data'])
  expect(after('ENV').join(' ')).toContain('DATA_DIR=/data')
  // A list of words is no shell, so signals reach the server.
  expect(after('CMD').map((words) => JSON.parse(words))).toEqual([
    ['node', 'apps/server/src/main.ts'],
  ])
  const [check, ...others] = after('HEALTHCHECK')
  expect(check).toContain('/health/serving')
  expect(others).toEqual([])
})

test('UPG-009 it is built from files that a clone has, and keeps no tool of the build', () => {
  const [copied] = after('COPY').map((words) => words.split(' ').slice(0, -1))
  const files = [...copied!, 'apps', 'packages', 'scripts', 'apps/server/src/main.ts']
  expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
  const [build] = after('RUN').map((words) => words.replaceAll(/\s+/g, ' '))
  expect(build).toContain('npm ci --omit=dev')
  expect(build).toMatch(/node scripts\/build-web\.mjs && rm -rf node_modules\/vite /)
})
