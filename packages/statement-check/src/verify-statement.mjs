#!/usr/bin/env node
// Checks a monthly statement, a PDF file or its data, without a connection and without any other file.
//
//   node verify-statement.mjs STATEMENT KEYS.json
//
// KEYS.json is the answer of /v1/statement/keys of the office that issued the statement; keep a copy of it. Exit status 0:
// the statement is valid; 1: it was changed, and the lines printed say where; 2: wrong usage.
//
// The format is described in docs/statements.md. The same file runs in a browser.

/* oxlint-disable no-console -- it is a program as well */

const STATEMENT_FORMAT = 'partner-office-statement/1'
const PDF_FORMAT = 'partner-office-pdf/1'
const KEY_ID_LENGTH = 16

/**
 * @typedef {{ readonly id: string, readonly publicKey: string }} PublicKey
 * @typedef {'not_a_statement' | 'other_format' | 'not_as_issued' | 'part_changed' | 'parts_changed' | 'unknown_key' |
 *   'signature_wrong' | 'sums_wrong' | 'seal_wrong'} FindingCode
 * @typedef {{ readonly code: FindingCode, readonly part: string | null }} Finding
 * @typedef {{ readonly isValid: boolean, readonly findings: readonly Finding[], readonly statement: any,
 *   readonly code: string, readonly key: string }} Verdict `code`: the number printed on the statement; `key`: the key that
 *   signed it; both are empty for a file that is no statement
 */

/** @param {FindingCode} code @param {string | null} [part] @returns {Finding} */
const finding = (code, part = null) => ({ code, part })

const UNSIGNED = { code: '', key: '' }

/**
 * @param {readonly Finding[]} findings
 * @param {any} [statement]
 * @param {{ readonly code: string, readonly key: string }} [signed]
 * @returns {Verdict}
 */
const verdict = (findings, statement = null, { code, key } = UNSIGNED) => ({
  isValid: findings.length === 0,
  findings,
  statement,
  code,
  key,
})

/**
 * Says whether a statement is as it was issued, or what of it was changed.
 *
 * @param {Uint8Array} bytes a PDF file or JSON data
 * @param {readonly PublicKey[]} keys
 * @returns {Promise<Verdict>}
 */
export async function verifyStatement(bytes, keys) {
  const isPdf = asLatin1(bytes.subarray(0, 5)) === '%PDF-'
  return isPdf ? verifyPdf(bytes, keys) : verifyData(bytes, keys)
}

/** @param {Uint8Array} bytes @param {readonly PublicKey[]} keys @returns {Promise<Verdict>} */
async function verifyData(bytes, keys) {
  const text = decoded(bytes)
  const document = text === null ? null : parsed(text)
  if (document === null || !isDocument(document)) return verdict([finding('not_a_statement')])
  const { statement, parts, signature } = document
  if (statement.format !== STATEMENT_FORMAT) return verdict([finding('other_format')])

  const findings = await changedParts(statement, parts)
  if (text !== `${JSON.stringify(document)}\n`) findings.push(finding('not_as_issued'))
  const lines = parts.map(([name, hash]) => `${name} ${hash}`)
  const covered = asUtf8([STATEMENT_FORMAT, ...lines].join('\n'))
  const keyFinding = await checkSignature(covered, signature, keys)
  if (keyFinding !== null) findings.push(keyFinding)
  if (findings.length > 0) return verdict(findings, statement)
  const signed = { code: await codeOf(signature), key: String(signature.key) }
  return verdict([...wrongSums(statement), ...(await wrongSeal(statement))], statement, signed)
}

const CODE_LENGTH = 32

/** The number printed on a statement. @param {{ value?: unknown }} signature */
const codeOf = async ({ value }) =>
  (await sha256(asUtf8(`statement code ${value}`))).slice(0, CODE_LENGTH)

/** @param {Uint8Array} bytes */
function decoded(bytes) {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

/** @param {string} text @returns {any} */
function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** @param {any} value @returns {value is { statement: any, parts: [string, string][], signature: any }} */
function isDocument(value) {
  const { statement, parts, signature } = value
  const isListed = (/** @type {any} */ part) =>
    Array.isArray(part) && part.length === 2 && part.every((item) => typeof item === 'string')
  return (
    isObject(statement) &&
    isObject(signature) &&
    Array.isArray(parts) &&
    parts.every(isListed) &&
    Array.isArray(statement.entries) &&
    Array.isArray(statement.rates)
  )
}

/** @param {any} value */
function isObject(value) {
  return typeof value === 'object' && value !== null
}

/**
 * @param {any} statement
 * @param {readonly [string, string][]} listed
 */
async function changedParts(statement, listed) {
  /** @type {Finding[]} */
  const findings = []
  const found = partTexts(statement)
  const names = new Map(listed)
  for (const [name, text] of found) {
    const hash = names.get(name)
    if (hash === undefined) findings.push(finding('parts_changed', name))
    else if (hash !== (await sha256(asUtf8(text)))) findings.push(finding('part_changed', name))
  }
  const known = new Set(found.map(([name]) => name))
  for (const [name] of listed) {
    if (!known.has(name)) findings.push(finding('parts_changed', name))
  }
  if (findings.length === 0 && listed.length !== found.length) {
    findings.push(finding('parts_changed'))
  }
  return findings
}

/**
 * The parts of a statement as they are hashed: each value, and each item of the lists.
 *
 * @param {Record<string, any>} statement
 * @returns {[string, string][]}
 */
function partTexts(statement) {
  return Object.entries(statement).flatMap(([name, value]) =>
    name === 'entries' || name === 'rates'
      ? [
          [`${name}/count`, String(value.length)],
          ...value.map((/** @type {unknown} */ item, /** @type {number} */ at) => [
            `${name}/${at}`,
            JSON.stringify(item),
          ]),
        ]
      : [[name, JSON.stringify(value)]],
  )
}

/**
 * @param {Uint8Array} signed
 * @param {{ algorithm?: unknown, key?: unknown, value?: unknown }} signature
 * @param {readonly PublicKey[]} keys
 */
async function checkSignature(signed, { algorithm, key, value }, keys) {
  const isWritten = typeof value === 'string' && /^[0-9a-f]{128}$/.test(value)
  if (algorithm !== 'Ed25519' || !isWritten) return finding('signature_wrong')
  const known = keys.find(({ id }) => id === key)
  if (known === undefined) return finding('unknown_key')
  const publicKey = fromBase64Url(known.publicKey)
  if ((await sha256(publicKey)).slice(0, KEY_ID_LENGTH) !== known.id) return finding('unknown_key')
  const imported = await crypto.subtle.importKey('raw', publicKey, 'Ed25519', false, ['verify'])
  const isRight = await crypto.subtle.verify('Ed25519', imported, fromHex(value), signed)
  return isRight ? null : finding('signature_wrong')
}

/** @param {any} statement */
function wrongSums({ opening, credited, corrected, paidOut, closing, entries }) {
  const sumOf = (/** @type {string} */ section) =>
    entries
      .filter((/** @type {any} */ entry) => entry.section === section)
      .reduce((/** @type {bigint} */ sum, /** @type {any} */ { amount }) => sum + units(amount), 0n)
  const sums = { credit: credited, correction: corrected, payout: paidOut }
  const findings = Object.entries(sums)
    .filter(([section, sum]) => sumOf(section) !== units(sum))
    .map(([section]) => finding('sums_wrong', section))
  const due = units(opening) + units(credited) + units(corrected) + units(paidOut)
  return due === units(closing) ? findings : [...findings, finding('sums_wrong', 'closing')]
}

const DECIMALS = 8

/** An exact amount as a whole number of its eighth decimal. @param {string} decimal */
function units(decimal) {
  const [, sign, whole, decimals = ''] = /^(-?)(\d+)(?:\.(\d{1,8}))?$/.exec(decimal) ?? []
  if (whole === undefined) throw new RangeError(`${decimal} is no amount`)
  const value = BigInt(whole + decimals.padEnd(DECIMALS, '0'))
  return sign === '-' ? -value : value
}

/** @param {any} statement */
async function wrongSeal({ seal, partnerId, currency, entries }) {
  if (seal === null || seal.trees === null) return []
  const { recordsRoot, lateRoot, records, corrections } = seal.trees
  const roots = [
    [recordsRoot, records],
    [lateRoot, corrections],
  ]
  for (const [root, inclusion] of roots) {
    if (inclusion.leaves.length > 0 && (await rootOf(inclusion)) !== root) {
      return [finding('seal_wrong', 'proof')]
    }
  }
  const hash = await sha256(
    joined([
      fromHex(seal.before),
      asUtf8(seal.closing),
      ...[seal.recordsHash, seal.lateHash, recordsRoot, lateRoot].map(fromHex),
    ]),
  )
  if (hash !== seal.hash) return [finding('seal_wrong', 'hash')]
  const due = [...records.leaves, ...corrections.leaves].map(({ line }) => line)
  const lines = entries.map((/** @type {any} */ entry) => lineOf({ partnerId, currency, ...entry }))
  return due.every((line) => takeFrom(lines, line)) ? [] : [finding('seal_wrong', 'records')]
}

/** An entry as the line of its record, as it is sealed. @param {any} entry */
function lineOf({ partnerId, bonusType, orderId, level, currency, amount, at, period }) {
  const [whole, decimals = ''] = amount.split('.')
  const coins = `${whole}.${decimals.padEnd(DECIMALS, '0')}`
  return `${partnerId},${bonusType},${orderId ?? 0},${level ?? 0},${currency},${coins},${at},${period ?? ''}\n`
}

/** @param {string[]} lines @param {string} line */
function takeFrom(lines, line) {
  const place = lines.indexOf(line)
  if (place >= 0) lines.splice(place, 1)
  return place >= 0
}

/**
 * The root that leaves and the hashes beside them lead to. Source: RFC 6962, section 2.1, for several leaves at once.
 *
 * @param {{ size: number, leaves: { index: number, line: string }[], path: string[] }} inclusion
 */
async function rootOf({ size, leaves, path }) {
  const beside = [...path]
  /** @param {number} low @param {number} high @returns {Promise<Uint8Array>} */
  const hashOf = async (low, high) => {
    const inside = leaves.filter(({ index }) => index >= low && index < high)
    if (inside.length === 0) return fromHex(beside.shift() ?? '')
    if (high - low === 1) return fromHex(await sha256(joined([[0], asUtf8(inside[0]?.line ?? '')])))
    const middle = low + 2 ** Math.floor(Math.log2(high - low - 1))
    const left = await hashOf(low, middle)
    const right = await hashOf(middle, high)
    return fromHex(await sha256(joined([[1], left, right])))
  }
  const root = asHex(await hashOf(0, size))
  return beside.length === 0 ? root : null
}

const SIGNATURE_LINE = /\n%PartnerOfficeStatement (\{[^\n]*\})\n(startxref\n\d+\n%%EOF\n)$/

/** @param {Uint8Array} bytes @param {readonly PublicKey[]} keys @returns {Promise<Verdict>} */
async function verifyPdf(bytes, keys) {
  const text = asLatin1(bytes)
  const [whole, line, end] = SIGNATURE_LINE.exec(text) ?? []
  const signature = line === undefined ? null : parsed(line)
  if (whole === undefined || end === undefined || !isPdfSignature(signature)) {
    return verdict([finding('not_a_statement')])
  }
  const { format, parts } = signature
  if (format !== PDF_FORMAT) return verdict([finding('other_format')])
  /** @type {Finding[]} */
  const findings = []
  let place = 0
  /** @type {Verdict | null} */
  let data = null
  for (const [name, length, hash] of parts) {
    const part = bytes.subarray(place, place + length)
    if ((await sha256(part)) !== hash) findings.push(finding('part_changed', name))
    if (name === 'data') data = await verifyData(attachedData(part), keys)
    place += length
  }
  const bodyLength = text.length - whole.length + 1
  if (place !== bodyLength) findings.push(finding('parts_changed'))
  if (line !== JSON.stringify(signature)) findings.push(finding('not_as_issued'))
  const lines = parts.map((part) => part.join(' '))
  const signed = asUtf8(`${[PDF_FORMAT, ...lines].join('\n')}\n${end}`)
  const keyFinding = await checkSignature(signed, signature, keys)
  if (keyFinding !== null) findings.push(keyFinding)
  if (data === null) findings.push(finding('parts_changed', 'data'))
  else if (findings.length === 0) findings.push(...data.findings)
  return verdict(findings, data?.statement ?? null, data ?? UNSIGNED)
}

/**
 * @param {any} value
 * @returns {value is { format: string, parts: [string, number, string][], algorithm: string, key: string, value: string }}
 */
function isPdfSignature(value) {
  return (
    isObject(value) &&
    Array.isArray(value.parts) &&
    value.parts.every(
      (/** @type {any} */ part) =>
        Array.isArray(part) && part.length === 3 && Number.isSafeInteger(part[1]) && part[1] > 0,
    )
  )
}

/** The statement's data inside its PDF file. @param {Uint8Array} part */
function attachedData(part) {
  const text = asLatin1(part)
  const head = text.indexOf('\nstream\n') + 8
  const length = Number(/\/Length (\d+)/.exec(text.slice(0, head))?.[1] ?? 0)
  return part.subarray(head, head + length)
}

/** @param {Uint8Array} bytes */
async function sha256(bytes) {
  const hash = await crypto.subtle.digest('SHA-256', new Uint8Array(bytes))
  return asHex(new Uint8Array(hash))
}

/** @param {string} text @returns {Uint8Array<ArrayBuffer>} */
const asUtf8 = (text) => new Uint8Array(new TextEncoder().encode(text))

/** @param {Uint8Array} bytes */
const asHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** @param {string} hex */
const fromHex = (hex) =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))

/** @param {string} text */
const fromBase64Url = (text) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) =>
    char.charCodeAt(0),
  )

/** One character for each byte. @param {Uint8Array} bytes */
function asLatin1(bytes) {
  const pieces = []
  for (let from = 0; from < bytes.length; from += 8192) {
    pieces.push(String.fromCharCode(...bytes.subarray(from, from + 8192)))
  }
  return pieces.join('')
}

/** @param {readonly ArrayLike<number>[]} pieces */
function joined(pieces) {
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let place = 0
  for (const piece of pieces) {
    all.set(piece, place)
    place += piece.length
  }
  return all
}

/** @type {Record<FindingCode, string>} */
const SENTENCES = {
  not_a_statement: 'this file is no statement, or its signature was changed or removed',
  other_format:
    'this statement has a format that this program does not know; get the newest program',
  not_as_issued: 'bytes between the values were changed',
  part_changed: 'was changed',
  parts_changed: 'was added or removed',
  unknown_key: 'it is signed with a key that is not in the list of keys',
  signature_wrong: 'the signature does not belong to this statement',
  sums_wrong: 'the amounts do not add up',
  seal_wrong: 'the records are not those of the seal of the month',
}

/** @param {Finding} finding */
const sentenceOf = ({ code, part }) =>
  part === null ? SENTENCES[code] : `${part}: ${SENTENCES[code]}`

/**
 * Reads the keys as `office reports keys` or `GET /v1/statement/keys` write them; throws for any other text.
 *
 * @param {string} text
 */
function keysOf(text) {
  const answer = JSON.parse(text)
  const keys = Array.isArray(answer) ? answer : answer?.data
  if (!Array.isArray(keys)) throw new Error('it is no list of keys')
  return keys
}

/** @param {readonly string[]} words */
async function main(words) {
  const { readFileSync } = await import('node:fs')
  const [file, keyFile, ...more] = words
  if (file === undefined || keyFile === undefined || more.length > 0) {
    console.error('Usage: node verify-statement.mjs STATEMENT KEYS.json')
    return 2
  }
  /** @template T @param {string} name @param {(bytes: Buffer) => T} read */
  const readOf = (name, read) => {
    try {
      return read(readFileSync(name))
    } catch (error) {
      console.error(`${name} cannot be read: ${/** @type {Error} */ (error).message}`)
      return null
    }
  }
  const bytes = readOf(file, (read) => read)
  const keys = bytes && readOf(keyFile, (read) => keysOf(read.toString('utf8')))
  if (bytes === null || keys === null) return 2
  const { isValid, findings, statement, code } = await verifyStatement(bytes, keys)
  if (!isValid) {
    console.log(`NOT VALID: ${file}`)
    for (const each of findings) console.log(`- ${sentenceOf(each)}`)
    return 1
  }
  const { partnerId, period, currency, opening, closing } = statement
  console.log(`VALID: statement of partner ${partnerId} for ${period}, ${currency}`)
  console.log(`number ${code}, opening ${opening}, closing ${closing}`)
  return 0
}

const program = globalThis.process?.argv?.[1]
if (program !== undefined && import.meta.url === new URL(`file://${program}`).href) {
  process.exitCode = await main(process.argv.slice(2))
}
