import { parseExactJson, putRates } from '@partner-office/contracts'

import type { NewRate } from './set-rates.ts'

/** Fetches quotes from a feed. Refuses: an answer that is no list of quotes, with what it was instead. */
export type RateFeed = () => Promise<readonly NewRate[]>

const PATIENCE_MS = 10_000
const MOST_CHARACTERS = 200_000

/**
 * A feed that answers what `PUT /internal/v1/rates` takes: `[{from, to, rateType, rate}]`.
 *
 * Refuses: an answer that is late, too long, no success or no list of quotes; nothing of it counts then.
 */
export const rateFeedAt =
  (address: string): RateFeed =>
  async () => {
    const answer = await fetch(address, {
      signal: AbortSignal.timeout(PATIENCE_MS),
      headers: { accept: 'application/json' },
    })
    if (!answer.ok) throw new Error(`The rate feed answers ${answer.status}`)
    return quotesOf(await limitedText(answer))
  }

async function limitedText(answer: Response): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  for await (const part of answer.body ?? []) {
    text += decoder.decode(part, { stream: true })
    if (text.length > MOST_CHARACTERS) throw new Error('The rate feed answers too much')
  }
  return text + decoder.decode()
}

function quotesOf(text: string): readonly NewRate[] {
  const read = putRates.body.safeParse(parseExactJson(text))
  if (read.success) return read.data
  const [{ path, message }] = read.error.issues as [(typeof read.error.issues)[number]]
  throw new Error(`The rate feed is wrong at ${path.join('.') || 'its top'}: ${message}`)
}
