import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, test } from 'vitest'

import { pngChunk, samplePdf, samplePng } from '../testing/sample-files.ts'
import { checkFile } from './check-file.ts'

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
