/**
 * Makes the configuration of all machines from one file of variables.
 *
 * Usage: node deploy/configure.ts VARIABLES_FILE OUT_DIRECTORY
 */
import { resolve } from 'node:path'

import { runCommand, WrongWords } from './lib/refused.ts'
import { readVariables, siteOf } from './lib/site.ts'
import { writeFiles } from './lib/write-files.ts'

await runCommand(async () => {
  const [variables, out, ...more] = process.argv.slice(2)
  if (variables === undefined || out === undefined || more.length > 0) {
    throw new WrongWords('Usage: node deploy/configure.ts VARIABLES_FILE OUT_DIRECTORY')
  }
  process.umask(0o027)
  const machines = writeFiles(siteOf(readVariables(variables)), resolve(out))
  process.stdout.write(`${machines.map((name) => `${resolve(out)}/${name}`).join('\n')}\n`)
})
