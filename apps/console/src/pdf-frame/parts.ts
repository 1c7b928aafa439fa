import type { Part, PartWanted } from './protocol.ts'

const wanted = new Map<string, PromiseWithResolvers<Uint8Array>>()

/** Asks the page for a part, once: the frame has no network. */
function wantedPart(part: string): Promise<Uint8Array> {
  const known = wanted.get(part)
  if (known !== undefined) return known.promise
  const asked = Promise.withResolvers<Uint8Array>()
  wanted.set(part, asked)
  parent.postMessage({ kind: 'part', part } satisfies PartWanted, '*')
  return asked.promise
}

/** Gives a part that came to what waits for it. */
export function takePart({ part, bytes }: Part): void {
  if (bytes === null) wanted.get(part)?.reject(new Error(`no ${part}`))
  else wanted.get(part)?.resolve(new Uint8Array(bytes))
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
