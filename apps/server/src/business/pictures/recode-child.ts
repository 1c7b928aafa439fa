import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import decode, { init as initDecoder } from '@jsquash/jpeg/decode.js'
import encode, { init as initEncoder } from '@jsquash/jpeg/encode.js'
import decodePng, { init as initPng } from '@jsquash/png/decode.js'

const STANDARD_INPUT = 0
const STANDARD_OUTPUT = 1
const QUALITY = 85

const PNG = Buffer.from('\x89PNG', 'latin1')

type Pixels = {
  readonly data: Uint8ClampedArray
  readonly width: number
  readonly height: number
}

/** Compiles one of the packages' WebAssembly modules. */
function wasmOf(path: string): Promise<WebAssembly.Module> {
  const file = fileURLToPath(import.meta.resolve(`@jsquash/${path}`))
  return WebAssembly.compile(readFileSync(file))
}

async function pixelsOf(file: Buffer): Promise<Pixels> {
  const bytes = new Uint8Array(file).buffer
  if (file.subarray(0, PNG.length).equals(PNG)) {
    await initPng(await wasmOf('png/codec/pkg/squoosh_png_bg.wasm'))
    return onWhite(await decodePng(bytes))
  }
  await initDecoder(await wasmOf('jpeg/codec/dec/mozjpeg_dec.wasm'))
  return decode(bytes, { preserveOrientation: true })
}

/** A JPEG has no transparency: what shows through is white paper. Changes the pixels in place. */
function onWhite(pixels: Pixels): Pixels {
  const { data } = pixels
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3]!
    if (alpha === 255) continue
    for (let part = at; part < at + 3; part += 1) {
      data[part] = 255 + ((data[part]! - 255) * alpha) / 255
    }
  }
  return pixels
}

/** Reads a JPEG or PNG from standard input and writes its pixels as a new JPEG: nothing else of the file is left. */
async function recode(): Promise<void> {
  const pixels = await pixelsOf(readFileSync(STANDARD_INPUT))
  await initEncoder(await wasmOf('jpeg/codec/enc/mozjpeg_enc.wasm'))
  writeFileSync(STANDARD_OUTPUT, Buffer.from(await encode(pixels, { quality: QUALITY })))
}

await recode()
