import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { TestProject } from 'vitest/node'

import { openDatabase } from '../db/database.ts'
import { startTestCluster } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the tests' PostgreSQL is; null: there is none, and its suites are skipped. */
    postgresUrl: string | null
    /** A migrated, empty embedded database; tests copy it, which is faster than making one. */
    embeddedTemplate: string
  }
}

/** One PostgreSQL for the whole test run; every suite makes its own databases in it. */
export async function setup(project: TestProject): Promise<() => void> {
  const cluster = await startTestCluster()
  if (cluster === null) {
    process.stderr.write(
      'NO POSTGRESQL: its suites are skipped. Install it, or set TEST_DATABASE_URL.\n',
    )
    if (process.env['REQUIRE_POSTGRES'] === '1') throw new Error('PostgreSQL is required here')
  }
  project.provide('postgresUrl', cluster?.url ?? null)

  const template = mkdtempSync(join(tmpdir(), 'partner-office-template-'))
  await (await openDatabase({ directory: template })).close()
  project.provide('embeddedTemplate', template)
  return () => {
    cluster?.stop()
    rmSync(template, { recursive: true, force: true })
  }
}
