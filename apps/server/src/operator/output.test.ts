import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { fileOutput, inColumns } from './output.ts'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'partner-office-output-'))
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

async function write(file: string, text: string): Promise<void> {
  const output = await fileOutput(file)
  await output.write(text)
  await output.finish(true)
}

test('a file appears, or is replaced, when it is complete; only its owner can read it', async () => {
  const file = join(directory, 'out.csv')
  writeFileSync(file, 'before')
  const output = await fileOutput(file)
  await output.write('after')
  expect(readFileSync(file, 'utf8')).toBe('before')
  await output.finish(true)
  expect(readFileSync(file, 'utf8')).toBe('after')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readdirSync(directory)).toEqual(['out.csv'])
})

test('no other file is touched, whatever its name', async () => {
  const file = join(directory, 'out.csv')
  writeFileSync(`${file}.part`, 'somebody else’s')
  await write(file, 'text')
  expect(readFileSync(`${file}.part`, 'utf8')).toBe('somebody else’s')
})

test('a link, a directory and a socket are not replaced', async () => {
  const target = join(directory, 'target')
  writeFileSync(target, 'kept')
  symlinkSync(target, join(directory, 'link'))
  mkdirSync(join(directory, 'directory'))
  const socket = createServer().listen(join(directory, 'socket'))
  await once(socket, 'listening')
  for (const name of ['link', 'directory', 'socket']) {
    await expect(write(join(directory, name), 'text')).rejects.toThrow(/cannot be written: it is /)
  }
  socket.close()
  expect(readFileSync(target, 'utf8')).toBe('kept')
})

test('what became something else meanwhile is not replaced either', async () => {
  const file = join(directory, 'out.csv')
  const output = await fileOutput(file)
  mkdirSync(file)
  await expect(output.finish(true)).rejects.toThrow(/cannot be written: it is a directory/)
  expect(readdirSync(directory)).toEqual(['out.csv'])
})

test('a list on a terminal stands in columns, also if a character is split between two chunks', async () => {
  const shown: string[] = []
  const output = inColumns({
    write: async (chunk) => void shown.push(String(chunk)),
    finish: async (isWhole) => void shown.push(`whole: ${isWhole}`),
    abandon: () => {},
  })
  const bytes = Buffer.from('id\tname\tnote\n7\tZoë\t\n12345\tA\tto see\n')
  const inZoe = bytes.indexOf('ë') + 1
  await output.write(bytes.subarray(0, inZoe))
  await output.write(bytes.subarray(inZoe))
  expect(shown).toEqual([])
  await output.finish(true)
  expect(shown).toEqual([
    ['id     name  note', '7      Zoë', '12345  A     to see', ''].join('\n'),
    'whole: true',
  ])
})
