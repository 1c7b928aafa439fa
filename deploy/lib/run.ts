import { spawnSync } from 'node:child_process'

import { Refused } from './refused.ts'

/** Runs a program to its end and returns what it said. Refuses: any other exit status than 0. */
export function run(command: string, ...words: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(command, words, { encoding: 'utf8' })
  if (status === 0) return stdout
  const reason = (error?.message ?? stderr ?? '').trim()
  throw new Refused(`${command} ${words.join(' ')}: ${reason}`)
}

/** Runs a program whose failure does not matter; returns whether it succeeded. */
export const tried = (command: string, ...words: string[]): boolean =>
  spawnSync(command, words, { stdio: 'ignore' }).status === 0
