#!/usr/bin/env node
// Checks an exported audit log, a CSV file or JSON lines, without a connection and without any other file.
//
//   node check-audit-log.mjs FILE [HASH]
//
// HASH is the hash of the entry before the first one of the file, for a file that does not begin with entry 1. Keep hashes that you
// have seen: a log that was written anew from its start has none of them. Exit status 0: each hash follows from its entry and the hash
// before; 1: one does not, and the line printed says which; 2: wrong usage.
//
// The hash of an entry is the SHA-256 of the hash before (32 bytes; none before entry 1) and the bytes of `text` in UTF-8. `text` is
// the list [id, at, who, command, details]. An entry that holds the word "erased" in place of a person's data keeps its first hash:
// it is named, and the hash behind it still covers it.

/* oxlint-disable no-console -- it is a program */

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { createInterface } from 'node:readline'

/**
 * @typedef {{ readonly text: string, readonly hash: string }} Entry
 * @typedef {{ readonly entries: number, readonly erased: readonly number[], readonly first: number | null,
 *   readonly last: { readonly id: number, readonly hash: string } | null, readonly problem: string | null }} Verdict
 */

const HASH = /^[0-9a-f]{64}$/
const COLUMNS = 'id,at,actor,command,text,hash'

/**
 * Checks entries in their order. Stops at the first that is wrong.
 *
 * @param {AsyncIterable<string>} lines of the file, without line ends
 * @param {string | null} before hash of the entry before the first; null: not known
 * @returns {Promise<Verdict>}
 */
export async function checkAuditLog(lines, before = null) {
  let hash = before
  let id = null
  let first = null
  let entries = 0
  const erased = []
  const verdict = (/** @type {string | null} */ problem) => ({
    entries,
    erased,
    first,
    last: id === null || hash === null ? null : { id, hash },
    problem,
  })
  for await (const entry of entriesOf(lines)) {
    if (entry === null) return verdict(`line ${entries + 1} is no entry of an audit log`)
    const number = numberOf(entry)
    if (number === null) return verdict(`line ${entries + 1} is no entry of an audit log`)
    if (id !== null && number !== id + 1) return verdict(`entries after ${id} are missing`)
    if (first === null) {
      first = number
      if (number === 1) hash = ''
    }
    const isErased = entry.text.includes('"erased"')
    if (hash !== null && hashOf(hash, entry.text) !== entry.hash) {
      if (!isErased) return verdict(`entry ${number}: its hash does not follow from what it says`)
      erased.push(number)
    }
    id = number
    hash = entry.hash
    entries += 1
  }
  return verdict(null)
}

/** @param {string} before @param {string} text */
const hashOf = (before, text) =>
  createHash('sha256').update(Buffer.from(before, 'hex')).update(text, 'utf8').digest('hex')

/** @param {Entry} entry */
function numberOf({ text, hash }) {
  try {
    const [id] = JSON.parse(text)
    return HASH.test(hash) && Number.isSafeInteger(id) ? Number(id) : null
  } catch {
    return null
  }
}

/** @param {AsyncIterable<string>} lines @returns {AsyncGenerator<Entry | null>} */
async function* entriesOf(lines) {
  let isCsv = null
  let row = ''
  for await (const line of lines) {
    if (isCsv === null) {
      isCsv = line.replace(/^\uFEFF/, '') === COLUMNS
      if (isCsv) continue
    }
    if (!isCsv) {
      yield fromJson(line)
      continue
    }
    row = row === '' ? line : `${row}\n${line}`
    // A row goes on in the next line while a quote is open.
    if ((row.split('"').length - 1) % 2 === 1) continue
    yield fromCsv(row)
    row = ''
  }
  if (row !== '') yield null
}

/** @param {string} line @returns {Entry | null} */
function fromJson(line) {
  try {
    const { text, hash } = JSON.parse(line)
    return typeof text === 'string' && typeof hash === 'string' ? { text, hash } : null
  } catch {
    return null
  }
}

/** The columns before `text` repeat it for readers: they must say the same. @param {string} row @returns {Entry | null} */
function fromCsv(row) {
  const cells = [...row.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(
    ([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain,
  )
  const [id = '', at = '', actor = '', command = '', text = '', hash = ''] = cells
  if (cells.length !== 6) return null
  try {
    const said = JSON.parse(text)
    const isSame =
      String(said[0]) === id &&
      new Date(said[1]).toISOString() === at &&
      [said[2], `'${said[2]}`].includes(actor) &&
      [said[3], `'${said[3]}`].includes(command)
    return isSame ? { text, hash } : null
  } catch {
    return null
  }
}

/** @param {readonly string[]} words */
async function main([file, before]) {
  if (file === undefined || (before !== undefined && !HASH.test(before))) {
    console.error('usage: node check-audit-log.mjs FILE [HASH]')
    return 2
  }
  const input = createReadStream(file, 'utf8')
  // A line feed alone ends a line: no entry holds one, but a name may hold another line end.
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })
  const { entries, erased, first, last, problem } = await checkAuditLog(lines, before ?? null)
  if (problem !== null) {
    console.log(problem)
    return 1
  }
  if (last === null) {
    console.log('the file has no entries')
    return 1
  }
  if (first !== 1 && before === undefined) {
    console.log(`the file begins with entry ${first}: nothing says what was before it`)
  }
  if (erased.length > 0) console.log(`personal data was erased in: ${erased.join(', ')}`)
  console.log(`${entries} entries hold. Entry ${last.id}: ${last.hash}`)
  return 0
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  process.exitCode = await main(process.argv.slice(2))
}
