// `npm run test:languages -- LANGUAGE ...`: runs browser tests again, for partners who speak another language. What the tests look
// for is looked up by its English words (`other-language.ts`). `english-only.ts` lists the files, and the tests that are
// left out, with reasons. Fails if a test fails in one of the languages.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

import { FILES } from './english-only.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const languages = process.argv.slice(2)

function holdsIn(language: string): boolean {
  process.stdout.write(`in ${language}\n`)
  const files = FILES.map((name) => `e2e/${name}.spec.ts`)
  // Its report of the last run belongs to the run in English.
  const { status } = spawnSync('playwright', ['test', '--reporter=list', ...files], {
    cwd: root,
    env: { ...process.env, TEST_LANGUAGE: language },
    stdio: 'inherit',
  })
  return status === 0
}

if (languages.length === 0)
  process.stderr.write('Name the languages: npm run test:languages -- ja ru\n')
const broken = languages.filter((language) => !holdsIn(language))
if (broken.length > 0) process.stderr.write(`Tests fail in ${broken.join(', ')}\n`)
process.exitCode = languages.length === 0 || broken.length > 0 ? 1 : 0
