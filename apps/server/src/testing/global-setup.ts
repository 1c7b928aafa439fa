import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { TestProject } from 'vitest/node'

import { openDatabase } from '../db/database.ts'
import { keepTemporaryFilesInMemory } from './memory-directory.ts'
import { NOT_CRASH_SAFE, runStatement, startTestCluster } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The PostgreSQL server of the tests. */
    postgresUrl: string
    /** The name of a migrated, empty database on that server; tests copy it, which is faster than migrating. */
    postgresTemplate: string
    /** The directory of an embedded database without a schema; tests copy it. */
    unmigratedTemplate: string
    /** The directory of a migrated, empty embedded database; tests copy it. */
    embeddedTemplate: string
  }
}

/**
 * Starts one PostgreSQL for the whole run; every suite creates its own databases on it.
 *
 * Refuses: to run without PostgreSQL.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const removeTemporaryFiles = keepTemporaryFilesInMemory()
  const cluster = await startTestCluster(NOT_CRASH_SAFE)
  if (cluster === null) {
    throw new Error('The tests need PostgreSQL: install it, or set TEST_DATABASE_URL')
  }
  const [postgres, { unmigrated, embedded }] = await Promise.all([
    makePostgresTemplate(cluster.url),
    makeEmbeddedTemplates(),
  ])
  project.provide('postgresUrl', cluster.url)
  project.provide('postgresTemplate', postgres)
  project.provide('unmigratedTemplate', unmigrated)
  project.provide('embeddedTemplate', embedded)
  return async () => {
    await runStatement(cluster.url, `drop database ${postgres}`)
    cluster.stop()
    for (const template of [unmigrated, embedded]) {
      rmSync(template, { recursive: true, force: true })
    }
    removeTemporaryFiles()
  }
}

async function makePostgresTemplate(serverUrl: string): Promise<string> {
  const name = `test_template_${randomUUID().replaceAll('-', '')}`
  await runStatement(serverUrl, `create database ${name}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  await (await openDatabase({ url: String(url) })).close()
  return name
}

/** Creates the directories of an embedded database without a schema, and of a migrated one. */
async function makeEmbeddedTemplates(): Promise<{ unmigrated: string; embedded: string }> {
  const unmigrated = mkdtempSync(join(tmpdir(), 'partner-office-unmigrated-'))
  await (await openDatabase({ directory: unmigrated, migrations: {} })).close()
  const embedded = mkdtempSync(join(tmpdir(), 'partner-office-template-'))
  cpSync(unmigrated, embedded, { recursive: true })
  await (await openDatabase({ directory: embedded })).close()
  return { unmigrated, embedded }
}
