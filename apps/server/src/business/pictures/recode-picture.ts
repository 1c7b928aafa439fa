import { type ChildProcess, spawn } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { AVATAR_MOST_BYTES, AVATAR_SIDE } from '@partner-office/contracts'

import { Semaphore } from '../../turns/semaphore.ts'
import { jpegSize, pngSize } from './picture-size.ts'

const CHILD = join(import.meta.dirname, 'recode-child.ts')
const SERVER = fileURLToPath(new URL('../../..', import.meta.url))
const PACKAGES = fileURLToPath(new URL('../../../../../node_modules', import.meta.url))
/** Generous: the child may wait for a processor behind everything else. */
const WITHIN_MS = 30_000
const HEAP_MB = 64

/** Bounds of one run. Units: `wasmPages` of 64 KiB of WebAssembly memory; `mostBytes` of the new file. */
type Bounds = { readonly wasmPages: number; readonly mostBytes: number }

/** 64 MiB. */
const AVATAR: Bounds = { wasmPages: 1024, mostBytes: AVATAR_MOST_BYTES }

/** 512 MiB: pixels have four bytes each, and the encoder copies them. */
const SHOWN: Bounds = { wasmPages: 8192, mostBytes: 64_000_000 }

/** Most pixels of a picture that is shown; the photos of most phones have fewer. Larger ones can be downloaded. */
export const MOST_SHOWN_PIXELS = 50_000_000

/**
 * Decodes a picture and encodes its pixels anew, in a process of its own with caps on memory, time and pixels: metadata
 * and everything hidden in the file end there. Returns null for anything but an intact JPEG of 300 x 300 pixels.
 *
 * Source: requirements PRF-028, PRF-029, PRF-032.
 */
export async function recodePicture(file: Buffer): Promise<Buffer | null> {
  if (!isOfSide(file)) return null
  const recoded = await runChild(file, AVATAR)
  // The decoder may have read another size than the header says.
  return recoded !== null && isOfSide(recoded) ? recoded : null
}

/** One at a time: a large picture takes half a gigabyte. */
const showing = new Semaphore(1)

/**
 * Decodes a JPEG or PNG and encodes its pixels anew as a JPEG, as `recodePicture` does. Returns null for a picture that is broken or has
 * too many pixels.
 *
 * Source: requirements INB-006.
 */
export async function pictureToShow(file: Buffer): Promise<Buffer | null> {
  const size = pngSize(file) ?? jpegSize(file)
  if (size === null || size.width * size.height > MOST_SHOWN_PIXELS) return null
  return showing.run(() => runChild(file, SHOWN))
}

function isOfSide(file: Buffer): boolean {
  const size = jpegSize(file)
  return size?.width === AVATAR_SIDE && size.height === AVATAR_SIDE
}

/** The child may read the program and its packages: no other file, no environment, no further process. */
const flagsOf = ({ wasmPages }: Bounds) => [
  '--permission',
  `--allow-fs-read=${SERVER}`,
  `--allow-fs-read=${PACKAGES}`,
  // Where the packages are a link, Node.js asks for the link and for what it leads to.
  `--allow-fs-read=${realpathSync(PACKAGES)}`,
  `--max-old-space-size=${HEAP_MB}`,
  `--wasm-max-mem-pages=${wasmPages}`,
  '--disable-warning=ExperimentalWarning',
]

/** Calls of others come first where they and the child want the same processor. */
function letOthersGoFirst({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW)
  } catch {
    // The child has ended already.
  }
}

/** Runs the child; null when it fails, takes too long or writes too much. */
function runChild(file: Buffer, bounds: Bounds): Promise<Buffer | null> {
  const child = spawn(process.execPath, [...flagsOf(bounds), CHILD], {
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: WITHIN_MS,
    killSignal: 'SIGKILL',
  })
  letOthersGoFirst(child)
  const chunks: Buffer[] = []
  let bytes = 0
  child.stdout.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > bounds.mostBytes) child.kill('SIGKILL')
  })
  // A child that ends early does not read its input to the end.
  child.stdin.on('error', () => {})
  child.stdin.end(file)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve(code === 0 ? Buffer.concat(chunks) : null))
  })
}
