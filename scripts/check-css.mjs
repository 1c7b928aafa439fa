// Every class in the screens has a rule, and every rule has a class in the screens. Classes are words.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import postcss from 'postcss'
import { parseSync } from 'vite'

/** A check that reads too few files looks in the wrong place. */
const FEWEST_FILES = 100

/** Shorter names are abbreviations. */
const FEWEST_LETTERS = 4

const FOLDERS = [
  'apps/office/src',
  'apps/passport/src',
  'apps/console/src',
  'packages/ui/src',
  'packages/web/src',
]

/**
 * @typedef {{ type: string, [key: string]: any }} Node
 * @typedef {object} Names
 * @property {Set<string>} words every word of every text and text type: a class that a rule may be for
 * @property {RegExp[]} patterns classes that a template makes, such as `btn-${variant}`
 * @property {Map<string, string>} classes the classes that elements get, each with a file
 */

/**
 * Lists classes without a rule, rules without a class, and classes that are no words.
 * @param {string} root
 * @returns {{ files: number, problems: string[] }}
 */
export function checkCss(root) {
  const styles = FOLDERS.flatMap((folder) => globSync(join(root, folder, '**/*.css')))
  const modules = FOLDERS.flatMap((folder) => globSync(join(root, folder, '**/*.{ts,tsx}')))
  const sources = modules.filter((file) => !/\.test\.tsx?$/.test(file))
  const rules = new Map(styles.flatMap((file) => classesOfStyles(file, readFileSync(file, 'utf8'))))
  /** @type {Names} */
  const names = { words: new Set(), patterns: [], classes: new Map() }
  for (const file of sources) readNames(file, readFileSync(file, 'utf8'), names)
  const problems = compare(rules, names)
  const files = styles.length + sources.length
  if (files < FEWEST_FILES) problems.push(`Only ${files} files were read: the check is blind`)
  return { files, problems }
}

/** @param {Map<string, string>} rules @param {Names} names */
function compare(rules, { words, patterns, classes }) {
  const isUsed = (/** @type {string} */ name) =>
    words.has(name) || patterns.some((pattern) => isMade(name, pattern, words))
  return [
    ...[...classes].flatMap(([name, file]) =>
      rules.has(name) ? [] : [`${file}: the class ${name} has no rule`],
    ),
    ...[...rules].flatMap(([name, file]) =>
      isUsed(name) ? [] : [`${file}: no element has the class ${name}`],
    ),
    ...[...rules].flatMap(([name, file]) =>
      name.length < FEWEST_LETTERS ? [`${file}: the class ${name} is no word: write it out`] : [],
    ),
  ]
}

/** Whether a template makes a class: the part that it puts in is a number or a word of the code. @param {string} name @param {RegExp} pattern @param {Set<string>} words */
function isMade(name, pattern, words) {
  const [, part] = pattern.exec(name) ?? []
  return part !== undefined && (/^\d+$/.test(part) || words.has(part))
}

/** @param {string} file @param {string} text @returns {[string, string][]} */
export function classesOfStyles(file, text) {
  /** @type {[string, string][]} */
  const found = []
  postcss.parse(text, { from: file }).walkRules(({ selector }) => {
    const plain = selector.replaceAll(/\[[^\]]*\]/g, '')
    for (const [, name] of plain.matchAll(/\.(-?[a-z_][\w-]*)/gi)) found.push([name ?? '', file])
  })
  return found
}

/** @param {string} file @param {string} text @param {Names} names */
export function readNames(file, text, names) {
  const { program } = parseSync(file, text)
  const constants = constantsOf(/** @type {Node} */ (program))
  visit(/** @type {Node} */ (program), (node) => {
    for (const word of textsOf(node).flatMap(wordsOf)) names.words.add(word)
    if (node.type === 'TemplateLiteral') names.patterns.push(...patternsOf(node))
    for (const expression of classExpressions(node)) {
      for (const name of valuesOf(expression, constants).flatMap(wordsOf)) {
        names.classes.set(name, file)
      }
    }
  })
}

/** The texts of the module's own constants, which classes may be looked up in. @param {Node} program */
function constantsOf(program) {
  const declarations = program['body'].flatMap((/** @type {Node} */ statement) => {
    const declaration = statement['declaration'] ?? statement
    return declaration?.declarations ?? []
  })
  return new Map(
    declarations.map((/** @type {Node} */ { id, init }) => [id.name, init?.expression ?? init]),
  )
}

/** The expressions that give an element its classes. @param {Node} node @returns {Node[]} */
function classExpressions(node) {
  if (node.type === 'JSXAttribute' && node['name'].name === 'className') return [node['value']]
  const isHelper = node.type === 'CallExpression' && node['callee'].name === 'classes'
  return isHelper ? node['arguments'] : []
}

/**
 * The texts that an expression can be. Parts of a template that are joined to another part are left out.
 *
 * `isOn ? 'chip on' : CLASSES[kind]` is `chip on` and every text of the constant `CLASSES`.
 * @param {Node | null | undefined} node
 * @param {Map<string, Node>} constants
 * @returns {string[]}
 */
function valuesOf(node, constants) {
  const all = (/** @type {(Node | null | undefined)[]} */ ...nodes) =>
    nodes.flatMap((each) => valuesOf(each, constants))
  switch (node?.type) {
    case 'Literal':
      return typeof node['value'] === 'string' ? [node['value']] : []
    case 'TemplateLiteral':
      return [...wholeWords(node), ...all(...node['expressions'])]
    case 'ConditionalExpression':
      return all(node['consequent'], node['alternate'])
    case 'LogicalExpression':
      return node['operator'] === '&&' ? all(node['right']) : all(node['left'], node['right'])
    case 'JSXExpressionContainer':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return all(node['expression'])
    case 'ObjectExpression':
      return all(...node['properties'].map((/** @type {Node} */ { value }) => value))
    case 'MemberExpression':
      return all(node['object'])
    case 'Identifier': {
      const known = constants.get(node['name'])
      return known?.type === 'Literal' || known?.type === 'ObjectExpression' ? all(known) : []
    }
    default:
      return []
  }
}

/** The words of a template that no expression is joined to. @param {Node} node @returns {string[]} */
function wholeWords(node) {
  return node['quasis'].map((/** @type {Node} */ { value, tail }, /** @type {number} */ at) => {
    const end = tail ? value.cooked : value.cooked.replace(/\S+$/, '')
    return at === 0 ? end : end.replace(/^\S+/, '')
  })
}

/** `btn-${size}` as a pattern whose group is the size. @param {Node} node @returns {RegExp[]} */
function patternsOf(node) {
  return node['quasis'].flatMap((/** @type {Node} */ { value }) => {
    const [prefix] = /[\w-]+$/.exec(value.cooked) ?? []
    return prefix === undefined ? [] : [new RegExp(`^${prefix}([\\w-]+)$`)]
  })
}

/** @param {Node} node @returns {string[]} */
function textsOf(node) {
  if (node.type === 'Literal' && typeof node['value'] === 'string') return [node['value']]
  return node.type === 'TemplateElement' ? [node['value'].cooked] : []
}

const wordsOf = (/** @type {string} */ text) => text.split(/\s+/).filter((word) => word !== '')

/** Calls back for each node, except the sources of imports. @param {Node} node @param {(node: Node) => void} callback */
function visit(node, callback) {
  callback(node)
  for (const [key, value] of Object.entries(node)) {
    if (key === 'source') continue
    for (const child of Array.isArray(value) ? value : [value]) {
      if (typeof child?.type === 'string') visit(child, callback)
    }
  }
}
