import type { Part, PartWanted } from './protocol.ts'

type Waiting = {
  readonly resolve: (bytes: Uint8Array) => void
  readonly reject: (cause: Error) => void
}

const waiting = new Map<string, Waiting[]>()

/** Asks the page for a part: the frame has no network. */
function wantedPart(part: string): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const others = waiting.get(part)
    waiting.set(part, [...(others ?? []), { resolve, reject }])
    if (others === undefined) parent.postMessage({ kind: 'part', part } satisfies PartWanted, '*')
  })
}

/** Gives a part that came to what waits for it. */
export function takePart({ part, bytes }: Part): void {
  const all = waiting.get(part) ?? []
  waiting.delete(part)
  for (const { resolve, reject } of all) {
    if (bytes === null) reject(new Error(`no ${part}`))
    else resolve(new Uint8Array(bytes.slice(0)))
  }
}

/**
 * Where pdf.js gets what a file names without holding it: the standard fonts, and the encodings of Chinese, Japanese and Korean. Without them, text
 * in such fonts would not be drawn, because the browser's own fonts are not used.
 */
export const partFactories = {
  useWorkerFetch: false,
  StandardFontDataFactory: class {
    fetch({ filename }: { readonly filename: string }): Promise<Uint8Array> {
      return wantedPart(filename)
    }
  },
  CMapReaderFactory: class {
    async fetch({ name }: { readonly name: string }) {
      return { cMapData: await wantedPart(`${name}.bcmap`), isCompressed: true }
    }
  },
}
