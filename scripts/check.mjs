// Checks of the structure that run nothing of the product.
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

import { checkCss } from './check-css.mjs'
import { checkDuplicates } from './check-duplicates.mjs'
import { checkFunctions } from './check-functions.mjs'
import { checkImports } from './check-imports.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

/** @param {string} name @param {() => void} work */
export function step(name, work) {
  const started = performance.now()
  work()
  console.log(`ok ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`)
}

/** @param {string} command @param {string[]} words */
const run = (command, ...words) => execFileSync(command, words, { cwd: root, stdio: 'inherit' })

/** Ends the check when there are problems. @param {readonly string[]} problems */
function report(problems) {
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exit(1)
}

export function check() {
  for (const project of ['.', 'apps/office', 'apps/passport', 'apps/console', 'e2e']) {
    step(`types of ${project}`, () => run('tsc', '-p', project))
  }
  step('lint', () => run('oxlint', '--deny-warnings', '--quiet'))
  step('format', () => run('oxfmt', '--check'))
  step('import directions', () => {
    const { modules, problems } = checkImports(root)
    report(problems)
    console.log(`   ${modules} modules seen`)
  })
  step('classes and their rules', () => {
    const { files, problems } = checkCss(root)
    report(problems)
    console.log(`   ${files} files seen`)
  })
  step('lengths of functions', () => {
    const { summary, worst, problems } = checkFunctions(root)
    for (const line of [summary, ...worst]) console.log(`   ${line}`)
    report(problems)
  })
  step('duplicates', () => {
    const { summary, problems } = checkDuplicates(root)
    console.log(`   ${summary}`)
    report(problems)
  })
  step('unused code', () => run('knip', '--no-progress'))
  // Without tests, measurements and scripts: what only they use is no part of the product.
  step('unused code of the product', () => run('knip', '--production', '--no-progress'))
  step('lock file is complete', () => run(process.execPath, 'scripts/check-lock.mjs'))
}

try {
  if (process.argv[1] === fileURLToPath(import.meta.url)) check()
} catch {
  process.exit(1)
}
