#!/usr/bin/env node
// Checks a monthly statement, a PDF file or its data, or an income disclosure, its data or its table, without a connection
// and without any other file.
//
//   node verify-statement.mjs FILE KEYS.json
//
// KEYS.json is the answer of /v1/statement/keys of the office that issued the statement; keep a copy of it. Exit status 0:
// the file is valid; 1: it was changed, and the lines printed say where; 2: wrong usage.
//
// The format is described in docs/statements.md. The same file runs in a browser.

/* oxlint-disable no-console -- it is a program as well */

/** The formats that are issued, and those of earlier versions, which stay valid. */
const STATEMENT_FORMAT = 'partner-office-statement/3'
const SECOND_STATEMENT_FORMAT = 'partner-office-statement/2'
const OLD_STATEMENT_FORMAT = 'partner-office-statement/1'
const DISCLOSURE_FORMAT = 'partner-office-disclosure/1'
const DISCLOSURE_CSV_FORMAT = 'partner-office-disclosure-csv/1'
const PDF_FORMAT = 'partner-office-pdf/2'
const OLD_PDF_FORMAT = 'partner-office-pdf/1'
const KEY_ID_LENGTH = 16
/** Hex digits of a signature. */
const VALUE_LENGTH = 128

/**
 * @typedef {{ readonly id: string, readonly publicKey: string, readonly retiredAt: number | null }} PublicKey
 * @typedef {'not_a_statement' | 'other_format' | 'not_as_issued' | 'part_changed' | 'parts_changed' | 'unknown_key' |
 *   'key_retired' | 'signature_wrong' | 'sums_wrong' | 'seal_wrong'} FindingCode
 * @typedef {{ readonly code: FindingCode, readonly part: string | null }} Finding
 * @typedef {{ readonly isValid: boolean, readonly findings: readonly Finding[], readonly statement: any,
 *   readonly code: string, readonly key: string }} Verdict `code`: the number printed on the statement; `key`: the key that
 *   signed it; the statement is null and both are empty unless all is valid
 * @typedef {{ readonly algorithm: unknown, readonly key: unknown, readonly value: unknown }} Signature
 * @typedef {{ readonly statement: any, readonly listed: readonly [string, string][], readonly signature: Signature,
 *   readonly isCanonical: boolean, readonly texts: readonly [string, string][], readonly signed: Uint8Array }} DataFile
 * @typedef {{ readonly parts: readonly [string, number, string][], readonly signature: Signature & { readonly number?: unknown,
 *   readonly date?: unknown }, readonly isOld: boolean, readonly isCanonical: boolean, readonly bodyLength: number,
 *   readonly signed: Uint8Array }} PdfFile
 */

/**
 * What a kind of data is made of: its name in the file, its format, its values in their order, and the lists among them, each
 * item of which is a part.
 *
 * @typedef {{ readonly name: 'statement' | 'disclosure', readonly format: string, readonly values: readonly string[],
 *   readonly lists: readonly string[] }} Form
 */

/** @type {Form} */
const STATEMENT = {
  name: 'statement',
  format: STATEMENT_FORMAT,
  values: [
    'format',
    'partnerId',
    'holder',
    'period',
    'currency',
    'account',
    'language',
    'issuedAt',
    'opening',
    'credited',
    'corrected',
    'adjusted',
    'paidOut',
    'closing',
    'entries',
    'disputes',
    'rates',
    'seal',
  ],
  lists: ['entries', 'disputes', 'rates'],
}

/** @type {Form} Versions before the third say nothing of adjustments and disputes. */
const EARLIER_STATEMENT = {
  ...STATEMENT,
  format: SECOND_STATEMENT_FORMAT,
  values: STATEMENT.values.filter((name) => name !== 'adjusted' && name !== 'disputes'),
  lists: ['entries', 'rates'],
}

/** @param {{ format: unknown }} statement */
const formOf = ({ format }) => (format === STATEMENT_FORMAT ? STATEMENT : EARLIER_STATEMENT)

/** The form of data as its version has it. @param {any} data @param {Form} form */
const ownForm = (data, form) => (form === STATEMENT ? formOf(data) : form)

/** @type {Form} */
const DISCLOSURE = {
  name: 'disclosure',
  format: DISCLOSURE_FORMAT,
  values: [
    'format',
    'period',
    'months',
    'currency',
    'sealedAt',
    'seal',
    'upToFact',
    'planVersion',
    'topOne',
    'topTen',
    'groups',
  ],
  lists: ['groups'],
}

/** @param {FindingCode} code @param {string | null} [part] @returns {Finding} */
const finding = (code, part = null) => ({ code, part })

/**
 * @param {readonly Finding[]} findings
 * @returns {Verdict}
 */
const refused = (findings) => ({
  isValid: false,
  findings: unique(findings),
  statement: null,
  code: '',
  key: '',
})

/** Each finding once, in the order found. @param {readonly Finding[]} findings */
const unique = (findings) => [
  ...new Map(findings.map((each) => [`${each.code} ${each.part}`, each])).values(),
]

/**
 * Says whether a statement is as it was issued, or what of it was changed. Never throws for any bytes; throws if this
 * platform cannot check Ed25519.
 *
 * @param {Uint8Array} bytes a PDF file or JSON data
 * @param {readonly PublicKey[]} keys
 * @returns {Promise<Verdict>}
 */
export async function verifyStatement(bytes, keys) {
  const isPdf = asLatin1(bytes.subarray(0, 5)) === '%PDF-'
  return isPdf ? verifyPdf(bytes, keys) : verifyData(bytes, keys)
}

/** The result of reading; null for whatever cannot be read. @template T @param {() => T | null} read */
function readOrNull(read) {
  try {
    return read()
  } catch {
    return null
  }
}

/** @param {Uint8Array} bytes @param {readonly PublicKey[]} keys @returns {Promise<Verdict>} */
async function verifyData(bytes, keys) {
  const file = readOrNull(() => readData(bytes, STATEMENT))
  if (file === null) return refused([finding('not_a_statement')])
  const { statement, listed, signature, isCanonical, texts, signed } = file
  if (!hasFormat(statement, [STATEMENT_FORMAT, SECOND_STATEMENT_FORMAT, OLD_STATEMENT_FORMAT])) {
    return refused([finding('other_format')])
  }
  const findings = await changedParts(texts, listed, formOf(statement))
  if (!isCanonical) findings.push(finding('not_as_issued'))
  findings.push(...(await checkSignature(signed, signature, keys, dateOf(statement))))
  if (findings.length > 0) return refused(findings)
  const wrong = [...wrongSums(statement), ...(await wrongSeal(statement))]
  if (wrong.length > 0) return refused(wrong)
  const code = await codeOf(signature)
  return { isValid: true, findings: [], statement, code, key: String(signature.key) }
}

const CODE_LENGTH = 32

/** The number printed on a statement. @param {Signature} signature */
const codeOf = async ({ value }) =>
  (await sha256(asUtf8(`statement code ${value}`))).slice(0, CODE_LENGTH)

/** @param {{ format?: unknown }} value @param {readonly string[]} formats */
const hasFormat = ({ format }, formats) => typeof format === 'string' && formats.includes(format)

/**
 * Reads data as far as it has a form; null otherwise. Throws for bytes that are no JSON.
 *
 * @param {Uint8Array} bytes
 * @param {Form} form
 * @returns {DataFile | null}
 */
function readData(bytes, form) {
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  const document = JSON.parse(text)
  if (!isDocument(document, form)) return null
  const { [form.name]: statement, parts, signature } = document
  const isCanonical =
    text === `${JSON.stringify(document)}\n` &&
    hasKeys(document, [form.name, 'parts', 'signature']) &&
    hasKeys(signature, ['algorithm', 'key', 'value'])
  const isOld = statement.format === OLD_STATEMENT_FORMAT
  const own = ownForm(statement, form)
  return {
    statement,
    listed: parts,
    signature,
    isCanonical,
    texts: partTexts(statement, own),
    signed: asUtf8(isOld ? oldSignedText(parts) : signedText(text, own)),
  }
}

const DATA_END = '"}}\n'

/** Everything in the file but the digits of the signature, behind the name of the format. @param {string} text @param {Form} form */
const signedText = (text, { format }) =>
  `${format}\n${text.slice(0, -DATA_END.length - VALUE_LENGTH)}${text.slice(-DATA_END.length)}`

/** Version 1 signed a line for each part. @param {readonly [string, string][]} parts */
const oldSignedText = (parts) =>
  [OLD_STATEMENT_FORMAT, ...parts.map(([name, hash]) => `${name} ${hash}`)].join('\n')

/**
 * @param {any} value @param {Form} form
 * @returns {value is Record<string, any> & { parts: [string, string][], signature: any }}
 */
function isDocument(value, form) {
  if (!isObject(value)) return false
  const { [form.name]: statement, parts, signature } = value
  const isListed = (/** @type {any} */ part) =>
    Array.isArray(part) && part.length === 2 && part.every((item) => typeof item === 'string')
  return (
    isObject(statement) &&
    isObject(signature) &&
    Array.isArray(parts) &&
    parts.every(isListed) &&
    ownForm(statement, form).lists.every((list) => Array.isArray(statement[list]))
  )
}

/** @param {any} value */
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether an object has exactly these keys, in this order. @param {object} value @param {readonly string[]} keys */
const hasKeys = (value, keys) => isSame(Object.keys(value), keys)

/** @param {readonly string[]} one @param {readonly string[]} other */
const isSame = (one, other) =>
  one.length === other.length && one.every((item, at) => item === other[at])

/**
 * What was changed, added, removed or put in another order: a statement has each value once, and lists each part once.
 * Names that no statement has are not repeated to the reader.
 *
 * @param {readonly [string, string][]} texts the parts that the statement has
 * @param {readonly [string, string][]} listed the parts that it lists, with their hashes
 * @param {Form} form
 */
async function changedParts(texts, listed, form) {
  /** @type {Finding[]} */
  const findings = []
  const hashes = new Map(listed)
  const found = new Set(texts.map(([name]) => name))
  for (const [name, text] of texts) {
    const hash = hashes.get(name)
    if (!isPartName(name, form)) findings.push(finding('parts_changed'))
    else if (hash === undefined) findings.push(finding('parts_changed', name))
    else if (hash !== (await sha256(asUtf8(text)))) findings.push(finding('part_changed', name))
  }
  for (const name of hashes.keys()) {
    if (!found.has(name))
      findings.push(finding('parts_changed', isPartName(name, form) ? name : null))
  }
  for (const name of form.values) {
    const isThere = found.has(form.lists.includes(name) ? `${name}/count` : name)
    if (!isThere) findings.push(finding('parts_changed', name))
  }
  const isInOrder =
    isSame(
      listed.map(([name]) => name),
      [...found],
    ) && isSame([...new Set(Array.from(found, (name) => name.split('/')[0] ?? ''))], form.values)
  if (findings.length === 0 && !isInOrder) findings.push(finding('parts_changed'))
  return findings
}

const ITEM = /^(?:count|0|[1-9]\d{0,8})$/

/** @param {string} name @param {Form} form */
function isPartName(name, { values, lists }) {
  const [value = '', item, ...more] = name.split('/')
  if (!values.includes(value) || more.length > 0) return false
  return lists.includes(value) ? item !== undefined && ITEM.test(item) : item === undefined
}

/**
 * The parts of a statement as they are hashed: each value, and each item of the lists.
 *
 * @param {Record<string, any>} statement
 * @param {Form} form
 * @returns {[string, string][]}
 */
function partTexts(statement, { lists }) {
  return Object.entries(statement).flatMap(([name, value]) =>
    lists.includes(name)
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

const MONTH = /^(\d{4})-(0[1-9]|1[0-2])$/

/**
 * The instant that a statement cannot be older than: it is made when its month is over and sealed. Not a number unless all
 * three instants are.
 *
 * @param {any} statement
 */
function dateOf({ period, issuedAt, seal }) {
  const [, year, month] = MONTH.exec(period) ?? []
  return Math.max(issuedAt, seal?.sealedAt, Date.UTC(Number(year), Number(month)))
}

/**
 * @typedef {{ readonly isValid: boolean, readonly findings: readonly Finding[], readonly period: string,
 *   readonly months: number }} DisclosureVerdict the month and the number of months are empty and 0 unless all is valid
 */

/** @param {readonly Finding[]} findings @returns {DisclosureVerdict} */
const refusedDisclosure = (findings) => ({
  isValid: false,
  findings: unique(findings),
  period: '',
  months: 0,
})

/** Whether a file begins as one of an income disclosure. @param {Uint8Array} bytes */
const isDisclosure = (bytes) =>
  /^(?:\{"disclosure":|format,partner-office-disclosure)/.test(asLatin1(bytes.subarray(0, 64)))

/**
 * Says whether an income disclosure, its data or its table, is as it was issued, or what of it was changed. Never throws for
 * any bytes; throws if this platform cannot check Ed25519.
 *
 * @param {Uint8Array} bytes
 * @param {readonly PublicKey[]} keys
 * @returns {Promise<DisclosureVerdict>}
 */
export async function verifyDisclosure(bytes, keys) {
  const table = readOrNull(() => readTable(bytes))
  if (table !== null) return verifyTable(table, keys)
  const file = readOrNull(() => readData(bytes, DISCLOSURE))
  if (file === null) return refusedDisclosure([finding('not_a_statement')])
  const { statement, listed, signature, isCanonical, texts, signed } = file
  if (!hasFormat(statement, [DISCLOSURE_FORMAT]))
    return refusedDisclosure([finding('other_format')])
  const findings = await changedParts(texts, listed, DISCLOSURE)
  if (!isCanonical) findings.push(finding('not_as_issued'))
  const { period, months, sealedAt } = statement
  findings.push(...(await checkSignature(signed, signature, keys, sealDate(period, sealedAt))))
  return findings.length > 0
    ? refusedDisclosure(findings)
    : { isValid: true, findings: [], period, months }
}

/** The instant that a disclosure cannot be older than, as `dateOf`. @param {string} period @param {unknown} sealedAt */
const sealDate = (period, sealedAt) => dateOf({ period, issuedAt: sealedAt, seal: { sealedAt } })

/**
 * @typedef {{ readonly values: ReadonlyMap<string, string>, readonly signature: Signature, readonly signed: Uint8Array }} Table
 */

/**
 * Reads a table up to its signature; null if it is none. A name that has several lines has the value of the first.
 *
 * @param {Uint8Array} bytes
 * @returns {Table | null}
 */
function readTable(bytes) {
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  const [, body, key, value] =
    /^(format,[^]*\nkey,([0-9a-f]+)\n)signature,([0-9a-f]+)\n$/.exec(text) ?? []
  if (body === undefined) return null
  /** @type {Map<string, string>} */
  const values = new Map()
  for (const line of body.split('\n')) {
    const [name = '', cell = ''] = line.split(',')
    if (!values.has(name)) values.set(name, cell)
  }
  return { values, signature: { algorithm: 'Ed25519', key, value }, signed: asUtf8(body) }
}

/** @param {Table} table @param {readonly PublicKey[]} keys @returns {Promise<DisclosureVerdict>} */
async function verifyTable({ values, signature, signed }, keys) {
  if (values.get('format') !== DISCLOSURE_CSV_FORMAT)
    return refusedDisclosure([finding('other_format')])
  const period = values.get('period') ?? ''
  const date = sealDate(period, Number(values.get('sealedAt')))
  const findings = await checkSignature(signed, signature, keys, date)
  return findings.length > 0
    ? refusedDisclosure(findings)
    : { isValid: true, findings: [], period, months: Number(values.get('months')) }
}

/**
 * @param {Uint8Array} signed
 * @param {Signature} signature
 * @param {readonly PublicKey[]} keys
 * @param {number} date of what was signed
 * @returns {Promise<Finding[]>}
 */
async function checkSignature(signed, { algorithm, key, value }, keys, date) {
  const isWritten = typeof value === 'string' && /^[0-9a-f]{128}$/.test(value)
  if (algorithm !== 'Ed25519' || !isWritten) return [finding('signature_wrong')]
  const known = keys.find(({ id }) => id === key)
  if (known === undefined) return [finding('unknown_key')]
  const publicKey = fromBase64Url(known.publicKey)
  if ((await sha256(publicKey)).slice(0, KEY_ID_LENGTH) !== known.id) {
    return [finding('unknown_key')]
  }
  const imported = await crypto.subtle.importKey('raw', publicKey, 'Ed25519', false, ['verify'])
  const isRight = await crypto.subtle.verify('Ed25519', imported, fromHex(value), signed)
  if (!isRight) return [finding('signature_wrong')]
  const isInTime = known.retiredAt === null || date <= known.retiredAt
  return isInTime ? [] : [finding('key_retired')]
}

/** @param {any} statement */
function wrongSums({ opening, credited, corrected, adjusted = '0', paidOut, closing, entries }) {
  const sumOf = (/** @type {string} */ section) =>
    entries
      .filter((/** @type {any} */ entry) => entry.section === section)
      .reduce((/** @type {bigint} */ sum, /** @type {any} */ { amount }) => sum + units(amount), 0n)
  const sums = { credit: credited, correction: corrected, adjustment: adjusted, payout: paidOut }
  const findings = Object.entries(sums)
    .filter(([section, sum]) => sumOf(section) !== units(sum))
    .map(([section]) => finding('sums_wrong', section))
  const due = [opening, credited, corrected, adjusted, paidOut]
    .map(units)
    .reduce((sum, change) => sum + change, 0n)
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

const MARK = '\n%PartnerOfficeStatement '
const PDF_END = /^\n%PartnerOfficeStatement (\{[^\n]*\})\n(startxref\n\d{1,15}\n%%EOF\n)$/
const PDF_PART = /^(?:header|structure|fonts|pages|data|catalog|index|page [1-9]\d{0,5})$/
const SIGNATURE_KEYS = ['format', 'number', 'date', 'parts', 'algorithm', 'key', 'value']
const OLD_SIGNATURE_KEYS = ['format', 'parts', 'algorithm', 'key', 'value']

/** @param {Uint8Array} bytes @param {readonly PublicKey[]} keys @returns {Promise<Verdict>} */
async function verifyPdf(bytes, keys) {
  const file = readOrNull(() => readPdf(bytes))
  if (file === null) return refused([finding('not_a_statement')])
  const { parts, signature, isOld, isCanonical, signed } = file
  if (!hasFormat(/** @type {any} */ (signature), [PDF_FORMAT, OLD_PDF_FORMAT])) {
    return refused([finding('other_format')])
  }
  const findings = await changedStretches(bytes, file)
  if (!isCanonical) findings.push(finding('not_as_issued'))
  const data = await verifyAttached(bytes, parts, keys)
  // Its date is that of the data, which is checked on its own: without valid data nothing here is valid.
  const date = data.isValid ? dateOf(data.statement) : 0
  findings.push(...(await checkSignature(signed, signature, keys, date)))
  const isOfData =
    isOld || (signature.number === data.code && signature.date === data.statement?.issuedAt)
  if (data.isValid && !isOfData) findings.push(finding('part_changed', 'data'))
  if (findings.length > 0) return refused(findings)
  return data
}

/**
 * Reads the signature line of a PDF file; null if it has no such line. Throws if the line is no JSON.
 *
 * @param {Uint8Array} bytes
 * @returns {PdfFile | null}
 */
function readPdf(bytes) {
  const text = asLatin1(bytes)
  const start = text.lastIndexOf(MARK)
  const [, line, end] = start < 0 ? [] : (PDF_END.exec(text.slice(start)) ?? [])
  if (line === undefined || end === undefined) return null
  const signature = JSON.parse(line)
  if (!isPdfSignature(signature)) return null
  const { format, parts } = signature
  const isOld = format === OLD_PDF_FORMAT
  const isCanonical =
    line === JSON.stringify(signature) &&
    hasKeys(signature, isOld ? OLD_SIGNATURE_KEYS : SIGNATURE_KEYS)
  const behind = bytes.length - end.length - '"}\n'.length
  const signed = isOld
    ? asUtf8(oldSignedLines(parts, end))
    : joined([
        asUtf8(`${PDF_FORMAT}\n`),
        bytes.subarray(0, Math.max(0, behind - VALUE_LENGTH)),
        bytes.subarray(behind),
      ])
  return { parts, signature, isOld, isCanonical, bodyLength: start + 1, signed }
}

/** Version 1 signed a line for each part, and the end mark. @param {PdfFile['parts']} parts @param {string} end */
const oldSignedLines = (parts, end) =>
  `${[OLD_PDF_FORMAT, ...parts.map((part) => part.join(' '))].join('\n')}\n${end}`

/** @param {any} value */
function isPdfSignature(value) {
  const isListed = (/** @type {any} */ part) =>
    Array.isArray(part) &&
    part.length === 3 &&
    typeof part[0] === 'string' &&
    Number.isSafeInteger(part[1]) &&
    part[1] > 0 &&
    typeof part[2] === 'string'
  return isObject(value) && Array.isArray(value.parts) && value.parts.every(isListed)
}

/**
 * Which stretches of a PDF file were changed. A file begins with its header, ends with its index, has its data once, and
 * no two neighbours of one name: so the list can be read in one way only.
 *
 * @param {Uint8Array} bytes
 * @param {PdfFile} file
 */
async function changedStretches(bytes, { parts, bodyLength }) {
  const names = parts.map(([name]) => name)
  const isWhole =
    names[0] === 'header' &&
    names.at(-1) === 'index' &&
    names.filter((name) => name === 'data').length === 1 &&
    names.every((name, at) => PDF_PART.test(name) && name !== names[at - 1])
  if (!isWhole) return [finding('parts_changed')]
  /** @type {Finding[]} */
  const findings = []
  let place = 0
  for (const [name, length, hash] of parts) {
    const part = bytes.subarray(place, Math.min(place + length, bodyLength))
    if (part.length !== length) return [...findings, finding('parts_changed', name)]
    if ((await sha256(part)) !== hash) findings.push(finding('part_changed', name))
    place += length
  }
  return place === bodyLength ? findings : [...findings, finding('parts_changed')]
}

/** @param {Uint8Array} bytes @param {PdfFile['parts']} parts @param {readonly PublicKey[]} keys */
async function verifyAttached(bytes, parts, keys) {
  const at = parts.findIndex(([name]) => name === 'data')
  if (at < 0) return refused([finding('parts_changed', 'data')])
  const place = parts.slice(0, at).reduce((sum, [, length]) => sum + length, 0)
  const [, length] = /** @type {[string, number, string]} */ (parts[at])
  return verifyData(attachedData(bytes.subarray(place, place + length)), keys)
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
  not_a_statement:
    'this file is no statement or disclosure, or its signature was changed or removed',
  other_format: 'this file has a format that this program does not know; get the newest program',
  not_as_issued: 'bytes outside its values were changed or added',
  part_changed: 'was changed',
  parts_changed: 'was added, removed or put in another place',
  unknown_key: 'it is signed with a key that is not in the list of keys',
  key_retired: 'its key was retired before the date of the file',
  signature_wrong: 'the signature does not belong to this file',
  sums_wrong: 'the amounts do not add up',
  seal_wrong: 'the records are not those of the seal of the month',
}

/** @param {Finding} finding */
const sentenceOf = ({ code, part }) =>
  part === null && code !== 'parts_changed'
    ? SENTENCES[code]
    : `${part ?? 'a part'}: ${SENTENCES[code]}`

/**
 * Reads the keys as `office reports keys` or `GET /v1/statement/keys` write them; throws for any other text.
 *
 * @param {string} text
 * @returns {PublicKey[]}
 */
function keysOf(text) {
  const answer = JSON.parse(text)
  const keys = Array.isArray(answer) ? answer : answer?.data
  if (!Array.isArray(keys) || !keys.every(isKey)) throw new Error('it is no list of keys')
  return keys
}

/** @param {any} value */
const isKey = (value) =>
  isObject(value) &&
  typeof value.id === 'string' &&
  typeof value.publicKey === 'string' &&
  /^[\w-]{43}$/.test(value.publicKey) &&
  (value.retiredAt === null || Number.isSafeInteger(value.retiredAt))

/** A copy of a retired key proves no date: only the office knows which numbers it issued. @param {number} retiredAt */
const retiredNote = (retiredAt) =>
  `its key was retired on ${new Date(retiredAt).toISOString()}: ask the office's page whether it issued this number`

/** @param {string} file @param {readonly Finding[]} findings */
function sayFindings(file, findings) {
  console.log(`NOT VALID: ${file}`)
  for (const each of findings) console.log(`- ${sentenceOf(each)}`)
  return 1
}

/** @param {readonly string[]} words */
async function main(words) {
  const { readFileSync } = await import('node:fs')
  const [file, keyFile, ...more] = words
  if (file === undefined || keyFile === undefined || more.length > 0) {
    console.error('Usage: node verify-statement.mjs FILE KEYS.json')
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
  if (isDisclosure(bytes)) {
    const { isValid, findings, period, months } = await verifyDisclosure(bytes, keys)
    if (!isValid) return sayFindings(file, findings)
    const which = months === 12 ? `the twelve months up to ${period}` : period
    console.log(`VALID: income disclosure of ${which}`)
    return 0
  }
  const { isValid, findings, statement, code, key } = await verifyStatement(bytes, keys)
  if (!isValid) return sayFindings(file, findings)
  const { partnerId, period, currency, opening, closing } = statement
  console.log(`VALID: statement of partner ${partnerId} for ${period}, ${currency}`)
  console.log(`number ${code}, opening ${opening}, closing ${closing}`)
  const retiredAt = keys.find(({ id }) => id === key)?.retiredAt ?? null
  if (retiredAt !== null) console.log(retiredNote(retiredAt))
  return 0
}

const program = globalThis.process?.argv?.[1]
if (program !== undefined && import.meta.url === new URL(`file://${program}`).href) {
  process.exitCode = await main(process.argv.slice(2))
}
