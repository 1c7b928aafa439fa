import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { readTexts, useOwnTexts } from '@partner-office/locales/read'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { servePages } from '../../content/pages.ts'
import type { Core } from '../../core/core.ts'
import { openTestCore } from '../../testing/core.ts'
import { onBothDatabases } from '../../testing/databases.ts'
import { runOffice } from '../../testing/run-office.ts'
import { samplePdf } from '../../testing/sample-files.ts'
import { MirroredFiles } from './mirror-files.ts'
import { MOST_FILE_BYTES } from './shared-files.ts'

const PDF = samplePdf()
const OTHER_PDF = Buffer.concat([PDF, Buffer.from('\n')])

async function* inputOf(content: Uint8Array | string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(content)
}

/** A process with a data directory of its own. */
type Process = { readonly dataDir: string; readonly files: MirroredFiles; app: FastifyInstance }

onBothDatabases('files of the operators, at processes with folders of their own', (newDatabase) => {
  const root = mkdtempSync(join(tmpdir(), 'partner-office-files-'))
  let core: Core
  let processes: readonly [Process, Process]
  beforeAll(() => useOwnTexts())
  afterAll(() => {
    useOwnTexts()
    rmSync(root, { recursive: true, force: true })
  })
  beforeEach(async () => {
    core = await openTestCore(await newDatabase())
    processes = [processOf(), processOf()]
  })

  const processOf = (dataDir = mkdtempSync(join(root, 'data-'))): Process => {
    const app = Fastify()
    const settings = async () => ({
      product: 'p',
      hosts: [],
      maps: false,
      languages: ['en'] as const,
      hasIncome: false,
    })
    const origin = 'http://office.test'
    servePages(app, {
      app: 'office',
      core,
      origin,
      settings,
      documents: join(dataDir, 'cdn'),
      income: null,
    })
    return { dataDir, app, files: new MirroredFiles(core, dataDir) }
  }
  const put = (path: string, content: Uint8Array | string) =>
    runOffice(core, ['files', 'put', path, 'FILE'], inputOf(content))
  const follow = () => Promise.all(processes.map(({ files }) => files.follow()))
  const served = ({ app }: Process, path: string) =>
    app
      .inject({ url: `/${path}` })
      .then(({ statusCode, rawPayload }) => (statusCode === 200 ? rawPayload : statusCode))

  test('CLU-027 a document that one has taken is served by all, replaced and removed at all', async () => {
    const path = 'cdn/de/terms.pdf'
    expect((await put(path, PDF)).exit).toBe(0)
    await follow()
    for (const each of processes) expect(await served(each, path)).toEqual(PDF)
    await put(path, OTHER_PDF)
    await follow()
    for (const each of processes) expect(await served(each, path)).toEqual(OTHER_PDF)
    expect((await runOffice(core, ['files', 'remove', path])).exit).toBe(0)
    await follow()
    for (const each of processes) expect(await served(each, path)).not.toEqual(OTHER_PDF)
    expect((await runOffice(core, ['files', 'list'])).out).toMatch(
      /^path\tbytes\tsha256\ncdn\/de\/terms\.pdf\tremoved\t[0-9a-f]{64}\n$/,
    )
    expect(await runOffice(core, ['files', 'remove', path])).toMatchObject({
      exit: 1,
      notes: [`there is no shared file ${path}`],
    })
  })

  test('CLU-027 a process that was away learns what was removed, and that the database was replaced', async () => {
    await put('cdn/en/one.png', Buffer.from('\x89PNG\r\n', 'latin1'))
    await put('cdn/en/two.pdf', PDF)
    await put('cdn/en/three.pdf', PDF)
    await follow()
    await runOffice(core, ['files', 'remove', 'cdn/en/two.pdf'])
    await core.database.asOwner((tx) =>
      tx.deleteFrom('sharedFiles').where('path', '=', 'cdn/en/three.pdf').execute(),
    )
    const [{ dataDir }] = processes
    writeFileSync(join(dataDir, 'shared/cdn/en/one.png'), 'half')
    const again = processOf(dataDir)
    await again.files.follow()
    expect(readFileSync(join(dataDir, 'shared/cdn/en/one.png'), 'latin1')).toBe('\x89PNG\r\n')
    expect(await served(again, 'cdn/en/two.pdf')).toBe(404)
    expect(await served(again, 'cdn/en/three.pdf')).toBe(404)
  })

  test("a process's own file comes first there, and a shared one in the language before an English one", async () => {
    const [one, other] = processes
    await put('cdn/de/terms.pdf', PDF)
    await follow()
    for (const language of ['de', 'en']) {
      mkdirSync(join(one.dataDir, 'cdn', language), { recursive: true })
      writeFileSync(join(one.dataDir, 'cdn', language, 'terms.pdf'), `%PDF-${language}`)
    }
    expect(await served(one, 'cdn/de/terms.pdf')).toEqual(Buffer.from('%PDF-de'))
    expect(await served(other, 'cdn/de/terms.pdf')).toEqual(PDF)
    rmSync(join(one.dataDir, 'cdn/de'), { recursive: true })
    expect(await served(one, 'cdn/de/terms.pdf')).toEqual(PDF)
    expect(await served(one, 'cdn/fr/terms.pdf')).toEqual(Buffer.from('%PDF-en'))
  })

  test('CLU-027 texts that one has taken replace the built ones of all', async () => {
    const built = readTexts('de', 'mail')
    const [key] = Object.keys(built)
    await put('translations/de/mail.json', JSON.stringify({ [key!]: 'Eigener Text' }))
    await follow()
    for (const { dataDir } of processes) {
      useOwnTexts(join(dataDir, 'translations'), join(dataDir, 'shared/translations'))
      expect(readTexts('de', 'mail')).toEqual({ ...built, [key!]: 'Eigener Text' })
    }
    await runOffice(core, ['files', 'remove', 'translations/de/mail.json'])
    await follow()
    expect(readTexts('de', 'mail')).toEqual(built)
    useOwnTexts()
  })

  test.each([
    ['cdn/de/terms.exe', PDF, 'the path must be'],
    ['cdn/../secrets.pdf', PDF, 'the path must be'],
    ['cdn/de/.terms.pdf', PDF, 'the path must be'],
    ['translations/en/mail.json', '{}', 'the path must be'],
    ['translations/de/other.json', '{}', 'the path must be'],
    ['cdn/de/terms.pdf', '<html>', 'the file is no pdf'],
    ['cdn/de/one.webp', PDF, 'the file is no webp'],
    ['translations/de/mail.json', '[]', 'not a JSON object of texts'],
    ['translations/de/mail.json', '{"a":1}', 'not a JSON object of texts'],
    ['translations/de/mail.json', '{', 'not a JSON object of texts'],
    ['cdn/de/terms.pdf', Buffer.alloc(MOST_FILE_BYTES + 1, '%PDF-'), 'larger than 4 MiB'],
  ])('%s is refused: %#', async (path, content, reason) => {
    const { exit, notes } = await put(path, content)
    expect(exit).toBe(1)
    expect(notes.join('\n')).toContain(reason)
    expect((await runOffice(core, ['files', 'list'])).out).toBe('path\tbytes\tsha256\n')
  })

  test('a file of exactly 4 MiB is taken, and each kind of picture', async () => {
    expect((await put('cdn/de/terms.pdf', Buffer.alloc(MOST_FILE_BYTES, '%PDF-'))).exit).toBe(0)
    for (const [name, beginning] of [
      ['one.jpg', '\xFF\xD8\xFF'],
      ['one.jpeg', '\xFF\xD8\xFF'],
      ['one.webp', 'RIFF\n\0\0\0WEBP'],
    ] as const) {
      const { exit, notes } = await put(`cdn/de/${name}`, Buffer.from(beginning, 'latin1'))
      expect([name, exit, notes]).toEqual([name, 0, expect.anything()])
    }
  })
})
