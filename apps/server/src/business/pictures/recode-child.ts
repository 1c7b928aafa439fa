import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import decode, { init as initDecoder } from '@jsquash/jpeg/decode.js'
import encode, { init as initEncoder } from '@jsquash/jpeg/encode.js'

const STANDARD_INPUT = 0
const STANDARD_OUTPUT = 1
const QUALITY = 85

/** Compiles one of the package's WebAssembly modules. */
function wasmOf(path: string): Promise<WebAssembly.Module> {
  const file = fileURLToPath(import.meta.resolve(`@jsquash/jpeg/codec/${path}`))
  return WebAssembly.compile(readFileSync(file))
}

/** Reads a JPEG from standard input and writes its pixels as a new JPEG: nothing else of the file is left. */
async function recode(): Promise<void> {
  const file = readFileSync(STANDARD_INPUT)
  await initDecoder(await wasmOf('dec/mozjpeg_dec.wasm'))
  await initEncoder(await wasmOf('enc/mozjpeg_enc.wasm'))
  const pixels = await decode(new Uint8Array(file).buffer)
  writeFileSync(STANDARD_OUTPUT, Buffer.from(await encode(pixels, { quality: QUALITY })))
}

await recode()
