// Scripts outside the project are written against the papers in docs/spec: each call and each command is in them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { DOCUMENTED_SERVICES } from '@partner-office/contracts'
import { expect, test } from 'vitest'

import { COMMAND_NAMES } from '../operator/command-table.ts'
import { describedCalls } from './described-calls.ts'

const SPEC = join(import.meta.dirname, '../../../../docs/spec')

/** First cells of the rows of all tables. */
const firstCellsOf = (paper: string): string[] =>
  readFileSync(join(SPEC, paper), 'utf8')
    .split('\n')
    .flatMap((line) => /^\| (.*?[^\\]) \| /.exec(line)?.[1] ?? [])

test('api.md names every call with its method and path', () => {
  const named = new Set(
    firstCellsOf('api.md').flatMap((cell) => {
      let method = ''
      return [...cell.matchAll(/\b(GET|POST|PUT|DELETE)\b|(?<=^|[\s,])(\/[\w/{}.-]+)/g)].flatMap(
        ([, verb, path]) => {
          if (verb !== undefined) method = verb
          return path === undefined ? [] : [`${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`]
        },
      )
    }),
  )
  const calls = DOCUMENTED_SERVICES.flatMap(describedCalls)
  const missing = calls
    .map(({ method, path }) => `${method} ${path.replaceAll(/:\w+/g, '{}')}`)
    // The paper begins this path with {domainBlog}.
    .filter((call) => !named.has(call) && call !== 'GET /blog/{}/feed')
  expect(missing).toEqual([])
})

test('operations.md names every command', () => {
  // `verifications list|approve ID` names two commands.
  const named = firstCellsOf('operations.md').flatMap((cell) =>
    [...cell.matchAll(/`([^`]+)`/g)].flatMap(([, span]) => {
      const [first, ...others] = span!.split('\\|')
      return [first!, ...others.map((words) => `${first!.split(' ')[0]} ${words}`)]
    }),
  )
  const isNamed = (command: string) => named.some((words) => `${words} `.startsWith(`${command} `))
  expect(COMMAND_NAMES.filter((command) => !isNamed(command))).toEqual([])
})
