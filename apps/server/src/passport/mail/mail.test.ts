import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { emptyDirectory } from '../../testing/databases.ts'
import { outbox } from './mail.ts'

test('a mail is a file that only its owner can read', async () => {
  const directory = emptyDirectory()
  const folder = join(directory, 'outbox')
  const letter = { userId: 1, to: 'a@example.com', subject: 'Hello', text: 'Ça va?', html: '' }
  await outbox(folder, () => 0).send(letter)
  const [file, ...others] = readdirSync(folder)
  expect(others).toEqual([])
  expect(file).toMatch(/^1970-01-01T00-00-00\.000Z-.*\.eml$/)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(statSync(join(folder, file!)).mode & 0o777).toBe(0o600)
  expect(readFileSync(join(folder, file!), 'utf8')).toMatch(
    /^To: a@example\.com\nSubject: Hello\n[\s\S]*\n\nÇa va\?\n$/,
  )
  rmSync(directory, { recursive: true })
})
