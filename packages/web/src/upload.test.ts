import { postTicket } from '@partner-office/contracts'
import { beforeEach, describe, expect, test, vi } from 'vitest'

import { Api, type Hosts } from './api.ts'
import { CallFailed } from './failure.ts'
import { upload } from './upload.ts'

/** A request whose course the test decides. */
class FakeRequest extends EventTarget {
  static last: FakeRequest
  readonly upload = new EventTarget()
  readonly sent: unknown[] = []
  status = 200
  response = new Blob(['{"state":"success","data":{},"errors":[]}'])
  headers = 'content-type: application/json\r\nretry-after: 7\r\n'

  constructor() {
    super()
    FakeRequest.last = this
  }
  open = (...words: string[]) => void this.sent.push(words)
  setRequestHeader = (...words: string[]) => void this.sent.push(words)
  send = (body: unknown) => void this.sent.push(body)
  getAllResponseHeaders = () => this.headers
  abort = () => this.end('abort')
  end = (type: string) => void this.dispatchEvent(new Event(type))
  progress(loaded: number, total: number): void {
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total }))
  }
}

beforeEach(() => vi.stubGlobal('XMLHttpRequest', FakeRequest))

const body = new FormData()
const begin = (shares: number[] = [], { signal } = new AbortController()) =>
  upload('https://office.test/v1/x', {
    method: 'POST',
    headers: { authorization: 'Bearer t' },
    body,
    onSent: (share) => void shares.push(share),
    signal,
  })

describe('an upload', () => {
  test('sends the form with its headers, and reports the share that was sent', async () => {
    const shares: number[] = []
    const answered = begin(shares)
    FakeRequest.last.progress(0, 0)
    FakeRequest.last.progress(25, 100)
    FakeRequest.last.progress(100, 100)
    FakeRequest.last.end('load')
    const response = await answered
    expect(FakeRequest.last.sent).toEqual([
      ['POST', 'https://office.test/v1/x'],
      ['authorization', 'Bearer t'],
      body,
    ])
    expect(shares).toEqual([0.25, 1])
    expect(await response.json()).toMatchObject({ state: 'success' })
    expect(response.headers.get('retry-after')).toBe('7')
  })

  test('that gets no answer fails like a call', async () => {
    const answered = begin()
    FakeRequest.last.end('error')
    await expect(answered).rejects.toBeInstanceOf(TypeError)
  })

  test('ends with its signal, for the reason of the signal', async () => {
    const controller = new AbortController()
    const answered = begin([], controller)
    controller.abort(new DOMException('too slow', 'TimeoutError'))
    await expect(answered).rejects.toMatchObject({ name: 'TimeoutError' })
  })

  test('is a call: a refusal has its code and the time to wait', async () => {
    const api = new Api({ domainBusinessRest: '' } as Hosts, () => 't', {
      failedGlobally: () => {},
      serverFailed: () => {},
    })
    const answered = api.call('business', postTicket, { form: body, onSent: () => {} })
    FakeRequest.last.status = 429
    FakeRequest.last.response = new Blob([
      '{"state":"error","data":null,"errors":[{"code":"too_many_requests","fieldName":null,"errors":null}]}',
    ])
    FakeRequest.last.end('load')
    await expect(answered).rejects.toBeInstanceOf(CallFailed)
    await expect(answered).rejects.toMatchObject({ code: 'too_many_requests', retryAfterMs: 7_000 })
  })
})
