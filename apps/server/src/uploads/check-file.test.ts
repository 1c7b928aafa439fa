import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, test } from 'vitest'

import { pngChunk, samplePdf, samplePng } from '../testing/sample-files.ts'
import { checkFile, FileChecker } from './check-file.ts'

const directory = mkdtempSync(join(tmpdir(), 'partner-office-check-'))
afterAll(() => rmSync(directory, { recursive: true }))

test('files are answered in their order, and images are replaced; a lost file fails alone', async () => {
  const image = samplePng(1, 1, pngChunk('tEXt', Buffer.from('52.5200 N')))
  const files = [samplePdf(), image, Buffer.from('<html>'), samplePdf()]
  const paths = files.map((bytes, at) => {
    const path = join(directory, String(at))
    writeFileSync(path, bytes)
    return path
  })
  rmSync(paths[3]!)
  const checked = await Promise.allSettled([...paths, paths[0]!].map(checkFile))
  expect(checked).toEqual([
    { status: 'fulfilled', value: 'pdf' },
    { status: 'fulfilled', value: 'png' },
    { status: 'fulfilled', value: null },
    { status: 'rejected', reason: expect.objectContaining({ code: 'ENOENT' }) },
    { status: 'fulfilled', value: 'pdf' },
  ])
  expect(readFileSync(paths[0]!)).toEqual(samplePdf())
  expect(readFileSync(paths[1]!)).toEqual(samplePng())
})

test('a file that takes too much memory or time is refused, and the next file is checked', async () => {
  const good = join(directory, 'good')
  writeFileSync(good, samplePdf())
  const large = join(directory, 'large')
  const dictionaries = `9 0 obj[${'<</A 1>>'.repeat(120_000)}]endobj `
  writeFileSync(large, samplePdf(dictionaries.repeat(8)))
  const small = new FileChecker({ heapMb: 24, ms: 60_000 })
  expect(await Promise.all([large, good].map((path) => small.check(path)))).toEqual([null, 'pdf'])
  const hasty = new FileChecker({ heapMb: 256, ms: 1 })
  expect(await hasty.check(good)).toBeNull()
})
