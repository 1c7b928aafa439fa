import type { Page } from '@playwright/test'

/** One entry of a form that a page has sent; files with their type, size and, for pictures, width and height. */
export type SentEntry = {
  readonly name: string
  readonly value?: string
  readonly file?: {
    readonly name: string
    readonly type: string
    readonly size: number
    readonly side?: readonly [width: number, height: number]
  }
}

type Recording = typeof globalThis & { sentForms?: Promise<SentEntry[]>[] }

/** Records the forms with files that a page sends; the browser does not show their bodies. */
export async function recordForms(page: Page): Promise<() => Promise<SentEntry[][]>> {
  await page.addInitScript(() => {
    const recording = globalThis as Recording
    const forms: Promise<SentEntry[]>[] = []
    recording.sentForms = forms
    const ask = fetch
    const describe = async (name: string, value: FormDataEntryValue): Promise<SentEntry> => {
      if (typeof value === 'string') return { name, value }
      const { name: fileName, type, size } = value
      const image = await createImageBitmap(value).catch(() => null)
      const side = image === null ? {} : { side: [image.width, image.height] as const }
      return { name, file: { name: fileName, type, size, ...side } }
    }
    const record = (body: unknown): void => {
      if (!(body instanceof FormData)) return
      forms.push(Promise.all([...body].map(([name, value]) => describe(name, value))))
    }
    globalThis.fetch = (input, init) => {
      record(init?.body)
      return ask(input, init)
    }
    // Uploads with a progress are no `fetch`.
    const send = XMLHttpRequest.prototype.send
    XMLHttpRequest.prototype.send = function sendRecorded(body) {
      record(body)
      send.call(this, body)
    }
  })
  return () => page.evaluate(() => Promise.all((globalThis as Recording).sentForms ?? []))
}
