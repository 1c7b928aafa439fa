import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { expect, test } from 'vitest'

import { putFile } from '../../business/files/shared-files.ts'
import { temporaryDirectory } from '../../testing/child.ts'
import { openTestCore } from '../../testing/core.ts'
import { onPostgres } from '../../testing/databases.ts'
import { examineFiles } from './examine-files.ts'

const dataDir = temporaryDirectory()
const TEXTS = Buffer.from('{"a":"b"}')

onPostgres('OBS-009 the files of a process', (newDatabase) => {
  test('OBS-009 are found where others have none, or another one', async () => {
    const core = await openTestCore(await newDatabase())
    const own = (path: string, content: Buffer | string) => {
      mkdirSync(dirname(join(dataDir, path)), { recursive: true })
      writeFileSync(join(dataDir, path), content)
    }
    const found = async () => {
      const findings = await examineFiles(core.database.read, dataDir)
      expect(findings.every(({ code }) => code === 'file_of_one_process')).toBe(true)
      return findings.map(({ problem }) => problem.split(' ')[0])
    }
    expect(await found()).toEqual([])
    own('translations/de/office.json', TEXTS)
    own('translations/fr/office.json', TEXTS)
    own('secrets/key', 'is no file of this kind')
    const [german, french] = ['de', 'fr'].map((language) =>
      join(dataDir, `translations/${language}/office.json`),
    )
    expect(await found()).toEqual([german, french])
    await putFile(core, 'translations/de/office.json', TEXTS)
    expect(await found()).toEqual([french])
    await putFile(core, 'translations/fr/office.json', Buffer.from('{"a":"c"}'))
    expect(await found()).toEqual([french])
  })
})
