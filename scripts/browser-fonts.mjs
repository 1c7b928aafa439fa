// The fonts of the devices that the tests play: a browser of the tests sees none of this machine. Built-in modules only.
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const CACHE = join(ROOT, 'node_modules', '.cache')
const FOLDERS = ['e2e/fonts', 'apps/server/fonts'].map((folder) => join(ROOT, folder))

const DEJAVU = ['dejavu-sans', 'dejavu-sans-bold', 'dejavu-sans-mono']
const ARIAL = ['liberation-sans', 'liberation-sans-bold']
const ASIAN = ['noto-sans-jp', 'noto-sans-kr', 'noto-sans-sc']
/** Devices without these letters load a file. */
const RARE = ['devanagari', 'bengali', 'thai', 'hebrew', 'tamil'].map((each) => `noto-sans-${each}`)
const NOTO = ['noto-sans', 'noto-sans-arabic', ...RARE]

/**
 * The fonts of devices, and the font of their system: `arial` has letters of Arial's widths, as desktops do, `dejavu` wider ones
 * alone, and `noto` letters for all scripts, as phones do.
 */
const SETS = {
  arial: { system: 'DejaVu Sans', fonts: [...ARIAL, ...DEJAVU, ...ASIAN] },
  dejavu: { system: 'DejaVu Sans', fonts: [...DEJAVU, ...ASIAN] },
  noto: { system: 'Noto Sans', fonts: [...NOTO, ...DEJAVU, ...ASIAN] },
}

/** @typedef {keyof typeof SETS} FontSet */

/**
 * Environment of a browser that sees only the fonts of a set. Elsewhere than on Linux, browsers do not ask fontconfig, and see
 * the fonts of the machine.
 *
 * @param {FontSet} set
 * @returns {{ FONTCONFIG_FILE: string }}
 */
export function fontEnvironment(set) {
  return { FONTCONFIG_FILE: join(unpackedFonts(), `${set}.conf`) }
}

/** The folder of all fonts, unpacked where that has not been done. */
function unpackedFonts() {
  const packed = packedFonts()
  const folder = join(CACHE, `fonts-${versionOf(packed)}`)
  if (existsSync(folder)) return folder
  mkdirSync(CACHE, { recursive: true })
  const part = mkdtempSync(`${folder}-`)
  for (const file of packed) {
    const name = basename(file, '.ttf.br')
    mkdirSync(join(part, name))
    writeFileSync(join(part, name, `${name}.ttf`), brotliDecompressSync(readFileSync(file)))
  }
  for (const [name, set] of Object.entries(SETS)) {
    writeFileSync(join(part, `${name}.conf`), settings(folder, set))
  }
  showWhole(part, folder)
  return folder
}

const packedFonts = () =>
  FOLDERS.flatMap((folder) => readdirSync(folder).map((file) => join(folder, file))).filter(
    (file) => file.endsWith('.ttf.br'),
  )

/** Other fonts or other sets are another version. @param {readonly string[]} packed */
function versionOf(packed) {
  const sizes = packed.map((file) => `${basename(file)} ${statSync(file).size}`)
  const hash = createHash('sha256').update(JSON.stringify([sizes, SETS, settings('', SETS.noto)]))
  return hash.digest('hex').slice(0, 12)
}

/** Several processes may unpack at once. @param {string} part @param {string} folder */
function showWhole(part, folder) {
  try {
    renameSync(part, folder)
  } catch (error) {
    rmSync(part, { recursive: true })
    if (!existsSync(folder)) throw error
  }
}

/**
 * Draws in Debian's usual way: in another one, glyphs may have other widths.
 *
 * @param {string} folder
 * @param {{ readonly system: string, readonly fonts: readonly string[] }} set
 */
const settings = (folder, { system, fonts }) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  ${fonts.map((name) => `<dir>${join(folder, name)}</dir>`).join('\n  ')}
  <cachedir>${join(folder, 'cache')}</cachedir>
  <alias><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>
  <match target="pattern">
    <edit name="family" mode="append_last"><string>${system}</string></edit>
    <edit name="antialias" mode="assign"><bool>true</bool></edit>
    <edit name="hinting" mode="assign"><bool>true</bool></edit>
    <edit name="hintstyle" mode="assign"><const>hintslight</const></edit>
    <edit name="rgba" mode="assign"><const>none</const></edit>
  </match>
</fontconfig>
`
