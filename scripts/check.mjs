// Checks of the structure that run nothing of the product.
import { execFile, execFileSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import { checkCss } from './check-css.mjs'
import { checkDuplicates } from './check-duplicates.mjs'
import { checkFunctions } from './check-functions.mjs'
import { checkImports } from './check-imports.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

/** @param {string} name @param {() => unknown} work */
async function step(name, work) {
  const started = performance.now()
  await work()
  console.log(`ok ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`)
}

/** @param {string} command @param {string[]} words */
const run = (command, ...words) => execFileSync(command, words, { cwd: root, stdio: 'inherit' })

/** Like `run`, while others run beside it. @param {string} command @param {string[]} words */
const runBeside = (command, ...words) =>
  promisify(execFile)(command, words, { cwd: root }).catch(({ stdout, stderr }) => {
    console.error(`${stdout}${stderr}`)
    throw new Error(words.join(' '))
  })

/** Ends the check when there are problems. @param {readonly string[]} problems */
function report(problems) {
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exit(1)
}

/** The largest first. */
const PROJECTS = ['.', 'apps/console', 'apps/office', 'apps/passport', 'e2e']

/** One thread for each project, several projects at once: threads of one project work out many of the same types each. */
async function checkTypes() {
  const left = [...PROJECTS]
  /** @type {string[]} */
  const wrong = []
  const checkNext = async () => {
    for (let project = left.shift(); project !== undefined; project = left.shift()) {
      await promisify(execFile)('tsc', ['-p', project, '--singleThreaded'], { cwd: root }).catch(
        ({ stdout, stderr }) => wrong.push(`types of ${project}\n${stdout}${stderr}`),
      )
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, checkNext))
  for (const text of wrong) console.error(text)
  if (wrong.length > 0) throw new Error('types')
}

export async function check() {
  await step('types', checkTypes)
  await step('lint', () => run('oxlint', '--deny-warnings', '--quiet'))
  await step('format', () => run('oxfmt', '--check'))
  await step('import directions', () => {
    const { modules, problems } = checkImports(root)
    report(problems)
    console.log(`   ${modules} modules seen`)
  })
  await step('classes and their rules', () => {
    const { files, problems } = checkCss(root)
    report(problems)
    console.log(`   ${files} files seen`)
  })
  await step('lengths of functions', () => {
    const { summary, worst, problems } = checkFunctions(root)
    for (const line of [summary, ...worst]) console.log(`   ${line}`)
    report(problems)
  })
  await step('duplicates', () => {
    const { summary, problems } = checkDuplicates(root)
    console.log(`   ${summary}`)
    report(problems)
  })
  await Promise.all([
    step('unused code', () => runBeside('knip', '--no-progress')),
    // Without tests, measurements and scripts: what only they use is no part of the product.
    step('unused code of the product', () => runBeside('knip', '--production', '--no-progress')),
  ])
  await step('lock file is complete', () => run(process.execPath, 'scripts/check-lock.mjs'))
}

try {
  if (process.argv[1] === fileURLToPath(import.meta.url)) await check()
} catch {
  process.exit(1)
}
