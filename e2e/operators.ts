import { OFFICE_REQUEST_TYPE, OfficeLine, postOffice } from '@partner-office/contracts'

import { product } from './product.ts'

/**
 * Runs an `office` command with the content of its input file; returns its output.
 *
 * All specs share the settings: a spec that needs other values mocks them for its page with `answerCall`.
 *
 * Refuses: a command that the product refuses, with the reasons.
 */
export async function office(command: string | readonly string[], input = ''): Promise<string> {
  const words = typeof command === 'string' ? command.split(' ') : command
  const asked = { words, user: 'browser tests', hasInput: input !== '' }
  const lines = (await send(`${JSON.stringify(asked)}\n${input}`)).map((text) =>
    OfficeLine.parse(JSON.parse(text)),
  )
  if (lines.some((line) => 'exit' in line && line.exit === 0)) {
    return lines.map((line) => ('out' in line ? line.out : '')).join('')
  }
  const notes = lines.flatMap((line) => ('note' in line ? [line.note] : []))
  throw new Error(`office ${words.join(' ')}: ${notes.join('\n')}`)
}

async function send(body: string): Promise<string[]> {
  const { operators, operatorKey } = product()
  const response = await fetch(`${operators}${postOffice.path}`, {
    method: postOffice.method,
    headers: { authorization: `Bearer ${operatorKey}`, 'content-type': OFFICE_REQUEST_TYPE },
    body,
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`The operators' port answered ${response.status}: ${text}`)
  return text.trimEnd().split('\n')
}

/** Calls the operators' port as the company's other systems do. */
export async function operate(method: 'POST' | 'PUT', path: string, body: object): Promise<void> {
  const { operators, operatorKey } = product()
  const response = await fetch(`${operators}${path}`, {
    method,
    headers: { authorization: `Bearer ${operatorKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  if (!text.includes('"state":"success"')) throw new Error(`${method} ${path} answered ${text}`)
}
