import { expect, test } from 'vitest'

import { BrokenOff, received } from './received.ts'

const CHUNKS = ['id,amount\n1,2\n', '2,3', '\n3,4\n']

function file(headers: Readonly<Record<string, string>>): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of CHUNKS) controller.enqueue(new TextEncoder().encode(chunk))
      controller.close()
    },
  })
  return new Response(body, { headers: { 'content-type': 'text/csv', ...headers } })
}

test.each([
  [{ 'x-lines': '4' }, [0.5, 0.5, 1]],
  // A list that grew while it was read never shows more than all.
  [{ 'x-lines': '2' }, [1, 1, 1]],
  [{ 'x-lines': '0' }, []],
  [{ 'x-lines': 'many' }, []],
  [{}, []],
] as const)('a file with %j reports %j, and arrives whole', async (headers, shares) => {
  const reported: number[] = []
  const blob = await received(
    file(headers as Record<string, string>),
    (share) => void reported.push(share),
  )
  expect(reported).toEqual(shares)
  expect(await blob.text()).toBe(CHUNKS.join(''))
  expect(blob.type).toBe('text/csv')
})

test('EXP-003 a file that breaks off says how many of how many rows arrived', async () => {
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      controller.enqueue(new TextEncoder().encode('id\n1\n2\n3'))
      await Promise.resolve()
      controller.error(new TypeError('network error'))
    },
  })
  const broken = new Response(body, { headers: { 'x-lines': '11' } })
  const error = await received(broken, undefined).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(BrokenOff)
  expect(error).toMatchObject({ rows: 10 })
  expect((error as BrokenOff).arrived).toBeLessThanOrEqual(2)
})

test('nobody has to listen', async () => {
  expect(await (await received(file({ 'x-lines': '4' }), undefined)).text()).toBe(CHUNKS.join(''))
})
